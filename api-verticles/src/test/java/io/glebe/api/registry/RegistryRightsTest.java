package io.glebe.api.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Route;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.registry.RegistryAccess;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every operation of the registry for every kind of caller. */
class RegistryRightsTest {
  private static final Set<Permission> DEVELOPER =
      Set.of(RegistryAccess.CREATE, RegistryAccess.READ, RegistryAccess.UPDATE);
  private static final Set<Permission> REVIEWER =
      Set.of(RegistryAccess.REVIEW, RegistryAccess.READ_ALL);
  private static final String NOWHERE = "00000000-0000-4000-8000-000000000000";

  private final StoreClient store = new StoreClient();
  private final List<Route> routes =
      TestPlatform.shared().platform().routes().routes().stream()
          .filter(route -> route.area().equals("registry"))
          .toList();

  private int status(Route route, String bearer) {
    String path =
        route
            .template()
            .substring("/store".length())
            .replace("{appId}", NOWHERE)
            .replace("{number}", "1");
    String body = route.operation().bodySchema().isPresent() ? "{}" : "";
    return store.send(bearer, route.method().name(), path, body).statusCode();
  }

  private void check(String bearer, Set<Permission> held) {
    List<String> faults = new ArrayList<>();
    for (Route route : routes) {
      boolean may = route.operation().permissions().anyOf().stream().anyMatch(held::contains);
      int status = status(route, bearer);
      boolean refused = status == 403;
      if (refused == may || status >= 500 || status == 401) {
        faults.add(route.method() + " " + route.template() + " " + status);
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void rolesGiveExactlyTheirOperations() {
    assertThat(routes).hasSizeGreaterThanOrEqualTo(12);
    check(store.token("developer", "glebe-cli"), DEVELOPER);
    check(store.token("reviewer", "glebe-cli"), REVIEWER);
  }

  @Test
  void nobodyElseEnters() {
    for (String user : List.of("owner", "manager", "worker", "viewer", "neighbour", "stranger")) {
      check(store.token(user, "glebe-cli"), Set.of());
    }
  }

  @Test
  void aRegisteredAppActsForNobodyInTheRegistry() {
    for (String user : List.of("developer", "reviewer", "admin")) {
      check(store.token(user, "ext-" + NOWHERE), Set.of());
    }
  }

  @Test
  void aStoredTokenProvesNoReviewer() {
    String version = store.register(StoreClient.manifest()) + "/versions/1";
    store.submit(version);
    ObjectNode order = Json.object().put("name", "store").put("subject", "reviewer");
    order.putArray("audiences").add("farm-api");
    order.putArray("scopes").add("farm-read").add("farm-write");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri("/v1/admin/tokens"))
            .header("Authorization", "Bearer " + store.token("admin", "glebe-cli"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(order)));
    String stored =
        Json.parseObject(TestPlatform.shared().send(request).body()).path("token").asText();
    for (Map.Entry<String, String> decision :
        Map.of("/approve", "{}", "/reject", "{\"reason\": \"x\"}").entrySet()) {
      HttpResponse<String> response =
          store.send(stored, "POST", version + decision.getKey(), decision.getValue());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(403);
    }
    assertThat(store.send(stored, "GET", "/reviews", "").statusCode()).isEqualTo(200);
  }
}
