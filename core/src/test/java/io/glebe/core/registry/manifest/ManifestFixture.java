package io.glebe.core.registry.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Manifests of apps, and rules that look up the hosts of tests without a name server. */
public final class ManifestFixture {
  /** A host with an address of the internet. */
  public static final String HOST = "app.example";

  /** A host with an address of the internet and one of a private network. */
  static final String MIXED_HOST = "mixed.example";

  private static final ScopeMap SCOPES =
      ScopeMap.parse(
          "farm-api: farm-read=*:read farm-write=*:create|*:update;"
              + " spatio-api: spatio-read=*:read");

  private ManifestFixture() {}

  /** Rules with at most two keys and three redirect URIs. */
  public static ManifestRules rules() {
    return new ManifestRules(2, 3, false, SCOPES, ManifestFixture::addresses);
  }

  /** The same rules of a deployment whose apps may be in private networks. */
  static ManifestRules privateRules() {
    return new ManifestRules(2, 3, true, SCOPES, ManifestFixture::addresses);
  }

  private static List<InetAddress> addresses(String host) throws UnknownHostException {
    return switch (host) {
      case HOST -> List.of(InetAddress.ofLiteral("203.0.113.7"));
      case MIXED_HOST ->
          List.of(InetAddress.ofLiteral("203.0.113.7"), InetAddress.ofLiteral("10.1.2.3"));
      default -> throw new UnknownHostException(host);
    };
  }

  /** A new key pair. */
  static JWK pair() {
    try {
      return new ECKeyGenerator(Curve.P_256).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The public part of a key. */
  static ObjectNode publicPart(JWK pair) {
    return Json.parseObject(pair.toPublicJWK().toJSONString());
  }

  /** A manifest with a key of its own. */
  public static ObjectNode manifest(String name) {
    ObjectNode json = Json.object().put("name", name).put("description", "For tests");
    json.putArray("publicKeys").add(publicPart(pair()));
    json.putArray("redirectUris").add("https://app.example/callback");
    json.put("backChannelLogoutUri", "https://app.example/logout");
    ObjectNode access = json.putArray("access").addObject().put("audience", "farm-api");
    access.putArray("scopes").add("farm-read");
    return json;
  }

  /** The faults of a refusal as {@code pointer rule}. */
  static List<String> faults(Problem refusal) {
    return faults(refusal.violations());
  }

  static List<String> faults(List<Violation> violations) {
    return violations.stream().map(fault -> fault.where() + " " + fault.rule()).toList();
  }
}
