package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.TokenEndpoint;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CallerPermissionsTest {
  private static final String ALL = "farm-read farm-write";

  private final TestPlatform platform = TestPlatform.shared();
  private final Browser browser = new Browser();

  private String token(String user, String scope) {
    return Browser.json(
            browser.post(
                platform.uri("/dev/identity/token"),
                Map.of(
                    "grant_type", TokenEndpoint.DEVELOPMENT_GRANT, "user", user, "scope", scope)))
        .path("access_token")
        .asText();
  }

  private JsonNode permissions(String user, String scope) {
    HttpResponse<String> answer =
        browser.send(
            HttpRequest.newBuilder(platform.uri("/v1/permissions"))
                .header("Authorization", "Bearer " + token(user, scope)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    return Browser.json(answer);
  }

  private UUID newFarmOfOwner() {
    UUID organization = UUID.randomUUID();
    UUID farm = UUID.randomUUID();
    put(
        "/v1/organizations/" + organization,
        "{'id': '%s', 'name': 'Lipa', 'originType': 'USER'}".formatted(organization));
    put(
        "/v1/farms/" + farm,
        "{'id': '%s', 'name': 'Lipa', 'organizationId': '%s', 'timezone': 'UTC', 'originType': 'USER'}"
            .formatted(farm, organization));
    return farm;
  }

  private void put(String path, String body) {
    HttpResponse<String> answer =
        browser.send(
            HttpRequest.newBuilder(platform.uri(path))
                .header("Authorization", "Bearer " + token("owner", ALL))
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  /** The permissions of the grant that names a farm. */
  private static List<String> onFarm(JsonNode permissions, UUID farm) {
    for (JsonNode grant : permissions.path("grants")) {
      if (texts(grant.path("farmIds")).contains(farm.toString())) {
        return texts(grant.path("permissions"));
      }
    }
    return List.of();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(value -> texts.add(value.asText()));
    return texts;
  }

  @Test
  void theOwnerOfAFarmHasThePermissionsOfTheRoleThere() {
    UUID farm = newFarmOfOwner();

    JsonNode own = permissions("owner", ALL);

    assertThat(onFarm(own, farm)).contains("task:create", "field:delete", "farm:read");
    assertThat(own.path("administrator").asBoolean()).isFalse();
    assertThat(texts(own.path("everywhere"))).isEmpty();
    assertThat(own.path("userId").asText()).isNotEmpty();
    assertThat(onFarm(permissions("developer", ALL), farm)).isEmpty();
  }

  @Test
  void aTokenWithoutTheScopeToWriteHasNoPermissionToWrite() {
    UUID farm = newFarmOfOwner();

    assertThat(onFarm(permissions("owner", "farm-read"), farm))
        .contains("task:read")
        .allMatch(permission -> permission.endsWith(":read"));
  }

  @Test
  void anAdministratorHasThemOnEveryFarm() {
    JsonNode own = permissions("admin", ALL);

    assertThat(own.path("administrator").asBoolean()).isTrue();
    assertThat(texts(own.path("everywhere")))
        .contains("user:create", "role:update")
        .doesNotContain("field:update");
  }

  @Test
  void platformRolesAreListed() {
    assertThat(texts(permissions("developer", ALL).path("onPlatform")))
        .contains("app:create")
        .doesNotContain("appReview:create");
  }

  @Test
  void aPersonWithoutAUserRecordHasNone() {
    JsonNode own = permissions("stranger", ALL);

    assertThat(own.has("userId")).isFalse();
    assertThat(own.path("grants")).isEmpty();
    assertThat(own.path("onPlatform")).isEmpty();
  }
}
