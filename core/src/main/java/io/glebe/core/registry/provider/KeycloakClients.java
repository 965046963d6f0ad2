package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Registers apps at Keycloak by its admin API. The service account of the platform needs the roles
 * {@code manage-clients}, {@code view-clients} and {@code query-clients} of {@code
 * realm-management}. The realm has a client scope for each scope of the platform.
 */
public final class KeycloakClients implements ClientRegistration {
  /** Scopes that every app has, where the realm has them: the subject, and the e-mail address. */
  private static final Set<String> ALWAYS = Set.of("basic", "email");

  /** Names the client in the tokens that it gets without a person. */
  private static final String AS_ITSELF = "service_account";

  private static final String PATH = "/clients/";
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;

  private final KeycloakAdmin admin;
  private final InstantSource clock;

  public KeycloakClients(KeycloakAdmin admin, InstantSource clock) {
    this.admin = admin;
    this.clock = clock;
  }

  @Override
  public Future<ProviderClient> enable(ClientDescription client, Optional<ProviderClient> present) {
    return OffLoop.run(
        () -> {
          KeycloakAdmin.Requests requests = admin.requests();
          Optional<String> known = find(requests, client.id());
          String id = known.isPresent() ? known.get() : created(requests, client);
          requests.send("PUT", PATH + id, KeycloakRepresentation.of(client), NO_CONTENT);
          scopes(requests, PATH + id, client);
          requests.send("PUT", PATH + id, state(client.id(), true), NO_CONTENT);
          return new ProviderClient(client.id());
        });
  }

  @Override
  public Future<Void> disable(ProviderClient client) {
    String clientId = client.id();
    return OffLoop.run(
        () -> {
          KeycloakAdmin.Requests requests = admin.requests();
          Optional<String> known = find(requests, clientId);
          if (known.isPresent()) {
            ObjectNode disabled = state(clientId, false);
            disabled.put("notBefore", clock.instant().getEpochSecond() + 1);
            requests.send("PUT", PATH + known.get(), disabled, NO_CONTENT);
          }
          return null;
        });
  }

  private static ObjectNode state(String clientId, boolean enabled) {
    return Json.object().put("clientId", clientId).put("enabled", enabled);
  }

  /** The id of a client in the realm. */
  private static Optional<String> find(KeycloakAdmin.Requests requests, String clientId) {
    String query = URLEncoder.encode(clientId, StandardCharsets.UTF_8);
    for (JsonNode client : requests.get("/clients?clientId=" + query)) {
      if (client.path("clientId").asText().equals(clientId)) {
        return Optional.of(client.path("id").asText());
      }
    }
    return Optional.empty();
  }

  /** A new client is not enabled before it has its scopes. */
  private static String created(KeycloakAdmin.Requests requests, ClientDescription client) {
    ObjectNode disabled = KeycloakRepresentation.of(client).put("enabled", false);
    requests.send("POST", "/clients", disabled, CREATED);
    return find(requests, client.id())
        .orElseThrow(() -> new ProviderFailure("Keycloak does not show the new client"));
  }

  private static void scopes(
      KeycloakAdmin.Requests requests, String path, ClientDescription client) {
    Map<String, String> ids = new HashMap<>();
    requests
        .get("/client-scopes")
        .forEach(scope -> ids.put(scope.path("name").asText(), scope.path("id").asText()));
    Set<String> wanted = client.scopes();
    List<String> missing =
        wanted.stream().filter(scope -> !ids.containsKey(scope)).sorted().toList();
    if (!missing.isEmpty()) {
      throw new ProviderFailure("the realm has no client scope " + String.join(", ", missing));
    }
    Set<String> always = new HashSet<>(ALWAYS);
    if (client.clientCredentials()) {
      always.add(AS_ITSELF);
    }
    always.retainAll(ids.keySet());
    assign(requests, path + "/default-client-scopes/", always, ids);
    assign(requests, path + "/optional-client-scopes/", wanted, ids);
  }

  private static void assign(
      KeycloakAdmin.Requests requests, String path, Set<String> wanted, Map<String, String> ids) {
    Set<String> assigned = new HashSet<>();
    for (JsonNode scope : requests.get(path.substring(0, path.length() - 1))) {
      String name = scope.path("name").asText();
      assigned.add(name);
      if (!wanted.contains(name)) {
        requests.send("DELETE", path + scope.path("id").asText(), NO_CONTENT);
      }
    }
    for (String name : wanted) {
      if (!assigned.contains(name)) {
        requests.send("PUT", path + ids.get(name), NO_CONTENT);
      }
    }
  }
}
