package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.secret.TokenSeal;
import io.glebe.core.thread.OffLoop;
import io.glebe.zarr.digest.Sha256;
import io.vertx.core.Future;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Registers apps at any provider with OpenID dynamic client registration (RFC 7591, RFC 7592). The
 * provider assigns the client ids. A new client is registered with a token of the platform's own
 * client, an existing one is changed with its registration access token; where the provider refuses
 * that token, the platform's own is tried. The provider enforces PKCE and consent, for which the
 * standard has no words.
 */
public final class OpenIdRegistration implements ClientRegistration {
  private static final String NAME = "the identity provider";
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final URI issuer;
  private final ProviderHttp http;
  private final ServiceToken token;
  private final TokenSeal seal;

  /** Endpoints by discovery, for one change. */
  private record Change(URI token, URI registration, Instant end) {}

  /** The address and the token with which one client is changed. */
  private record Management(URI address, String token) {}

  /**
   * @param account its secret encrypts the registration access tokens too
   * @throws IllegalArgumentException for an issuer that is neither https nor on loopback
   */
  public OpenIdRegistration(URI issuer, ServiceAccount account, InstantSource clock) {
    if (!ProviderHttp.secured(issuer)) {
      throw new IllegalArgumentException("the identity provider must be reached by https");
    }
    this.issuer = issuer;
    http = new ProviderHttp(NAME, clock);
    token = new ServiceToken(http, NAME, account, clock);
    byte[] secret = ("registration " + account.secret()).getBytes(StandardCharsets.UTF_8);
    seal = new TokenSeal(List.of(Sha256.of(secret)));
  }

  @Override
  public boolean assignsIds() {
    return true;
  }

  @Override
  public Future<ProviderClient> enable(ClientDescription client, Optional<ProviderClient> known) {
    return OffLoop.run(
        () -> {
          Change change = change();
          return known.filter(one -> one.management().isPresent()).isPresent()
              ? updated(change, client, known.get())
              : registered(change, client);
        });
  }

  @Override
  public Future<Void> disable(ProviderClient client) {
    return OffLoop.run(
        () -> {
          delete(change(), management(client));
          return null;
        });
  }

  private Change change() {
    Instant end = http.end();
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(issuer + "/.well-known/openid-configuration")), end);
    if (answer.statusCode() != OK) {
      throw new ProviderFailure(NAME + " has no discovery document");
    }
    ObjectNode metadata = http.json(answer);
    return new Change(
        address(metadata, "token_endpoint"), address(metadata, "registration_endpoint"), end);
  }

  private static URI address(ObjectNode json, String member) {
    try {
      URI address = URI.create(json.path(member).asText());
      if (ProviderHttp.secured(address)) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      throw new ProviderFailure(NAME + " has no valid " + member);
    }
    throw new ProviderFailure(NAME + " has no " + member + " by https");
  }

  private HttpResponse<String> send(
      Change change, String method, URI address, String bearer, BodyPublisher body) {
    return http.send(
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + bearer)
            .header("Content-Type", Json.MEDIA_TYPE)
            .header("Accept", Json.MEDIA_TYPE)
            .method(method, body),
        change.end());
  }

  /** Sends with a token of the platform's own client. */
  private HttpResponse<String> own(Change change, String method, URI address, BodyPublisher body) {
    HttpResponse<String> answer =
        send(change, method, address, token.get(change.token(), false), body);
    return answer.statusCode() == UNAUTHORIZED
        ? send(change, method, address, token.get(change.token(), true), body)
        : answer;
  }

  private HttpResponse<String> managed(
      Change change, String method, Management management, BodyPublisher body) {
    HttpResponse<String> answer =
        send(change, method, management.address(), management.token(), body);
    boolean refused = answer.statusCode() == UNAUTHORIZED || answer.statusCode() == FORBIDDEN;
    return refused ? own(change, method, management.address(), body) : answer;
  }

  private ProviderClient registered(Change change, ClientDescription client) {
    HttpResponse<String> answer =
        own(change, "POST", change.registration(), body(OpenIdMetadata.of(client)));
    if (answer.statusCode() != CREATED) {
      throw refused("register", answer);
    }
    ObjectNode registered = http.json(answer);
    String id = id(registered);
    Management management =
        new Management(
            address(registered, "registration_client_uri"),
            registered.path("registration_access_token").asText());
    Optional<String> difference = OpenIdMetadata.difference(client, registered);
    if (difference.isPresent()) {
      delete(change, management);
      throw different(difference.get());
    }
    return sealed(id, management);
  }

  private ProviderClient updated(Change change, ClientDescription client, ProviderClient known) {
    Management management = management(known);
    HttpResponse<String> answer =
        managed(
            change,
            "PUT",
            management,
            body(OpenIdMetadata.of(client).put("client_id", known.id())));
    if (answer.statusCode() != OK) {
      throw refused("change", answer);
    }
    ObjectNode registered = http.json(answer);
    OpenIdMetadata.difference(client, registered)
        .ifPresent(
            difference -> {
              throw different(difference);
            });
    String next = registered.path("registration_access_token").asText();
    return sealed(
        known.id(), next.isEmpty() ? management : new Management(management.address(), next));
  }

  private void delete(Change change, Management management) {
    HttpResponse<String> answer = managed(change, "DELETE", management, BodyPublishers.noBody());
    if (answer.statusCode() != NO_CONTENT && answer.statusCode() != NOT_FOUND) {
      throw refused("delete", answer);
    }
  }

  private static BodyPublisher body(ObjectNode json) {
    return BodyPublishers.ofString(Json.write(json));
  }

  private static String id(ObjectNode registered) {
    String id = registered.path("client_id").asText();
    if (id.isEmpty() || id.length() > 255) {
      throw new ProviderFailure(NAME + " assigned no client id");
    }
    return id;
  }

  private static ProviderFailure different(String difference) {
    return new ProviderFailure(NAME + " registered the client with " + difference);
  }

  private ProviderFailure refused(String action, HttpResponse<String> answer) {
    String reason = answer.body().startsWith("{") ? http.json(answer).path("error").asText() : "";
    return new ProviderFailure(
        "%s does not %s the client: %d %s"
            .formatted(NAME, action, answer.statusCode(), reason)
            .strip());
  }

  private ProviderClient sealed(String id, Management management) {
    ObjectNode json =
        Json.object()
            .put("address", management.address().toString())
            .put("token", management.token());
    return new ProviderClient(
        id, Optional.of(Base64.getEncoder().encodeToString(seal.seal(id, Json.write(json)))));
  }

  private Management management(ProviderClient client) {
    String stored =
        client
            .management()
            .orElseThrow(
                () -> new ProviderFailure("the client was made otherwise; disable it there"));
    ObjectNode json =
        Optional.of(stored)
            .map(Base64.getDecoder()::decode)
            .flatMap(encrypted -> seal.open(client.id(), encrypted))
            .map(Json::parseObject)
            .orElseThrow(
                () ->
                    new ProviderFailure(
                        "the registration access token was stored with another secret"));
    return new Management(URI.create(json.path("address").asText()), json.path("token").asText());
  }
}
