package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.json.Json;

/** The client of an app as Keycloak represents clients, without its state. */
final class KeycloakRepresentation {
  private KeycloakRepresentation() {}

  static ObjectNode of(ClientDescription client) {
    ObjectNode json = Json.object();
    json.put("clientId", client.id());
    json.put("name", client.name());
    json.put("protocol", "openid-connect");
    json.put("publicClient", false);
    json.put("bearerOnly", false);
    json.put("clientAuthenticatorType", "client-jwt");
    json.put("standardFlowEnabled", true);
    json.put("implicitFlowEnabled", false);
    json.put("directAccessGrantsEnabled", false);
    json.put("serviceAccountsEnabled", client.clientCredentials());
    json.put("authorizationServicesEnabled", false);
    json.put("fullScopeAllowed", false);
    json.put("consentRequired", true);
    json.put("frontchannelLogout", false);
    ArrayNode redirects = json.putArray("redirectUris");
    client.redirects().forEach(uri -> redirects.add(uri.toString()));
    json.putArray("webOrigins");
    json.set("attributes", attributes(client));
    return json;
  }

  private static ObjectNode attributes(ClientDescription client) {
    return Json.object()
        .put("use.jwks.string", "true")
        .put("use.jwks.url", "false")
        .put("jwks.string", Json.write(keys(client)))
        .put("pkce.code.challenge.method", "S256")
        .put("standard.token.exchange.enabled", "true")
        .put("oauth2.device.authorization.grant.enabled", "false")
        .put("oidc.ciba.grant.enabled", "false")
        .put("backchannel.logout.url", client.backChannelLogout().toString())
        .put("backchannel.logout.session.required", "true")
        .put("glebe.version", Integer.toString(client.version()));
  }

  /** The key set; Keycloak needs the use and the algorithm of each key. */
  static ObjectNode keys(ClientDescription client) {
    ObjectNode set = Json.object();
    ArrayNode keys = set.putArray("keys");
    for (JWK key : client.keys()) {
      ObjectNode json = Json.parseObject(key.toJSONString());
      keys.add(json.put("use", "sig").put("alg", algorithm(key)));
    }
    return set;
  }

  private static String algorithm(JWK key) {
    if (key instanceof ECKey ec) {
      return ec.getCurve().equals(Curve.P_256)
          ? "ES256"
          : ec.getCurve().equals(Curve.P_384) ? "ES384" : "ES512";
    }
    return "RS256";
  }
}
