package io.glebe.api.service;

import static io.glebe.api.service.CommissionedFarm.OWNER;
import static io.glebe.api.service.ServicesClient.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.access.Access;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.commission.CommissionPermissions;
import io.glebe.core.identity.Audiences;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A service can do what its commission grants, on its fields, until it ends, and nothing else. */
class CommissionRightsTest {
  private final CommissionedFarm farm = new CommissionedFarm();

  private HttpResponse<String> get(String target) {
    return farm.serviceCall("GET", target, "");
  }

  @Test
  void aServiceReadsTheFieldsOfItsCommissionOnly() {
    farm.ordered("field:read");

    assertThat(get("/v1/fields/" + farm.field).statusCode()).isEqualTo(200);
    assertThat(get("/v1/fields/" + farm.otherField).statusCode()).isEqualTo(403);
    JsonNode items = ok(get("/v1/fields"), 200).path("items");
    assertThat(items).hasSize(1);
    assertThat(items.get(0).path("id").asText()).isEqualTo(farm.field.toString());
    assertThat(get("/v1/results").statusCode()).isEqualTo(403);
    assertThat(get("/v1/farms/" + farm.farm.farm).statusCode()).isEqualTo(403);
  }

  @Test
  void aServiceWritesResultsOfItsFieldsUnderItsJob() {
    String job = farm.ordered("result:create", "result:read", "result:update");
    UUID id = UUID.randomUUID();

    ObjectNode written =
        ok(farm.write("PUT", "/v1/results/" + id, job, farm.result(id, farm.field, job)), 201);

    assertThat(written.path("createdByJobId").asText()).isEqualTo(job);
    assertThat(written.path("clientId").asText()).isEqualTo(farm.service.clientId());
    ObjectNode listed = ok(farm.client.get(OWNER, farm.path + "/results?commissionId=" + job), 200);
    assertThat(listed.path("items")).hasSize(1);
    assertThat(ok(get(farm.path + "/results"), 200).path("items")).hasSize(1);
    ObjectNode patch = Json.object().put("value", 0.6);
    ok(farm.write("PATCH", "/v1/results/" + id, job, patch), 200);
    ObjectNode moved = Json.object().put("fieldId", farm.otherField.toString());
    assertThat(farm.write("PATCH", "/v1/results/" + id, job, moved).statusCode()).isEqualTo(403);
  }

  @Test
  void aServiceThatWritesOutsideItsCommissionIsRefused() {
    String job = farm.ordered("result:create", "region:update");
    CommissionedFarm other = new CommissionedFarm();
    String otherJob = other.ordered("result:create");
    UUID id = UUID.randomUUID();

    ObjectNode elsewhere = farm.result(id, farm.otherField, job);
    assertThat(farm.write("PUT", "/v1/results/" + id, job, elsewhere).statusCode()).isEqualTo(403);
    ObjectNode foreign = farm.result(id, other.field, otherJob);
    foreign.put("farmId", other.farm.farm.toString());
    assertThat(farm.write("PUT", "/v1/results/" + id, otherJob, foreign).statusCode())
        .isEqualTo(403);
    ObjectNode data = Json.object().put("id", id.toString()).put("originType", "SERVICE");
    assertThat(farm.write("PUT", "/v1/data/" + id, job, data).statusCode()).isEqualTo(403);
    ObjectNode named = Json.object().put("name", "mine");
    assertThat(farm.write("PATCH", "/v1/fields/" + farm.field, job, named).statusCode())
        .isEqualTo(403);
    ObjectNode unknownJob = farm.result(id, farm.field, otherJob);
    assertThat(farm.write("PUT", "/v1/results/" + id, otherJob, unknownJob).statusCode())
        .isEqualTo(422);
    assertThat(farm.serviceCall("DELETE", "/v1/fields/" + farm.field, "").statusCode())
        .isEqualTo(403);
    assertThat(farm.client.get(OWNER, "/v1/results/" + id).statusCode()).isEqualTo(404);
  }

  @Test
  void aServiceReadsTheRegionsOfItsFieldsOnly() {
    farm.ordered("region:read");

    JsonNode regions = ok(get("/v1/regions"), 200);

    assertThat(regions.path("items")).hasSize(1);
    assertThat(regions.path("tree")).hasSize(1);
    assertThat(regions.toString()).contains(farm.field.toString());
    assertThat(regions.toString()).doesNotContain(farm.otherField.toString());
    String own = regions.at("/items/0/id").asText();
    assertThat(ok(get("/v1/regions/" + own), 200).path("children")).isEmpty();
    JsonNode all = ok(farm.client.get(OWNER, "/v1/regions?fieldId=" + farm.otherField), 200);
    String other = all.at("/items/0/id").asText();
    assertThat(get("/v1/regions/" + other).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @MethodSource("readable")
  void everyPermissionToReadOpensItsCollection(String permission) {
    farm.ordered(permission);

    String prefix = permission.substring(0, permission.indexOf(':'));
    EntityType type =
        Catalogue.standard().types().stream()
            .filter(one -> one.prefix().equals(prefix))
            .findFirst()
            .orElseThrow();
    ok(get("/v1/" + type.path()), 200);
  }

  static Stream<String> readable() {
    return CommissionPermissions.names().stream().filter(name -> name.endsWith(":read"));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/audit-logs",
    "GET, /v1/users",
    "GET, /v1/farms",
    "GET, /v1/regions/vocab-labels",
    "GET, /v1/stock-levels",
    "GET, /v1/features/collections/fields/items",
    "POST, /v1/organizations",
    "POST, /v1/$batch",
    "GET, /v1/me/tokens",
    "GET, /store/apps",
    "GET, /services",
    "GET, /v1/admin/tokens"
  })
  void aServiceUsesNoOperationThatDoesNotKeepToFields(String method, String target) {
    farm.ordered("field:read", "region:read", "dataType:read");

    String body = method.equals("POST") ? "{}" : "";
    assertThat(farm.serviceCall(method, target, body).statusCode()).isIn(403, 404, 405);
    assertThat(get(target).body()).doesNotContain(farm.otherField.toString());
  }

  @Test
  void theTokenOfAServiceIsNotForTheSensorApi() {
    farm.ordered("observation:read");

    assertThat(get("/sta/v1.1/Things").statusCode()).isEqualTo(401);
    assertThat(get("/api/v2/collections").statusCode()).isEqualTo(403);
  }

  @Test
  void theRightsEndWithTheCommissionOnEveryProcess() {
    String job = farm.ordered("field:read", "result:create");
    Platform platform = TestPlatform.shared().platform();
    IdentityModule other =
        TestPlatform.identityOfAnotherNode(platform, platform.infrastructure().settings());
    assertThat(mayRead(other)).isTrue();

    ok(farm.cancel(OWNER, job), 200);

    assertThat(get("/v1/fields/" + farm.field).statusCode()).isEqualTo(403);
    UUID id = UUID.randomUUID();
    HttpResponse<String> late =
        farm.write("PUT", "/v1/results/" + id, job, farm.result(id, farm.field, job));
    assertThat(late.statusCode()).isEqualTo(403);
    await().atMost(Duration.ofSeconds(5)).until(() -> !mayRead(other));
  }

  private boolean mayRead(IdentityModule node) {
    return Access.may(
        node.callers().authenticate(farm.token, Audiences.FARM).await(),
        Permission.of("field:read"),
        farm.farm.farm);
  }

  @Test
  void theRightsEndWithTheJobWhoeverEndsIt() {
    String job = farm.ordered("field:read");
    ObjectNode patch = Json.object().put("status", "CANCELLED");

    TestPlatform platform = TestPlatform.shared();
    ok(
        platform.send(
            java.net.http.HttpRequest.newBuilder(platform.uri("/v1/processing-jobs/" + job))
                .header("Authorization", "Bearer " + farm.client.token(OWNER))
                .header("Content-Type", "application/merge-patch+json")
                .method(
                    "PATCH", java.net.http.HttpRequest.BodyPublishers.ofString(Json.write(patch)))),
        200);

    assertThat(farm.commission(job).path("state").asText()).isEqualTo("CANCELLED");
    await().until(() -> get("/v1/fields/" + farm.field).statusCode() == 403);
  }

  @Test
  void theRightsEndWithThePeriod() {
    ObjectNode order = farm.order("field:read");
    order.put("endsAt", Instant.now().plusSeconds(3).toString());
    String id = ok(farm.send(OWNER, order), 201).path("id").asText();
    assertThat(get("/v1/fields/" + farm.field).statusCode()).isEqualTo(200);

    await().until(() -> get("/v1/fields/" + farm.field).statusCode() == 403);
    await().until(() -> farm.commission(id).path("state").asText().equals("CANCELLED"));
    assertThat(farm.commission(id).path("endReason").asText()).contains("period");
  }

  @Test
  void aDisabledServiceHasNoRightsAndGetsThemBack() {
    farm.ordered("field:read");
    ObjectNode reason = Json.object().put("reason", "sends wrong data");
    ok(farm.client.post("maintainer", farm.path + "/disable", reason), 200);
    assertThat(get("/v1/fields/" + farm.field).statusCode()).isEqualTo(401);
    assertThat(farm.send(OWNER, farm.order("field:read")).statusCode()).isEqualTo(409);

    farm.enable();
    String token = farm.client.token(farm.service);
    assertThat(farm.client.send(token, "GET", "/v1/fields/" + farm.field, "").statusCode())
        .isEqualTo(200);
  }

  @Test
  void nobodyGrantsMoreThanHeHas() {
    farm.farm.assign("viewer", "VIEWER");
    farm.farm.assign("worker", "ADVISER");

    assertThat(farm.send("viewer", farm.order("field:read")).statusCode()).isEqualTo(403);
    ok(farm.send("worker", farm.order("field:read")), 201);
    HttpResponse<String> refused = farm.send("worker", farm.order("field:read", "result:create"));
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("result:create");
    ok(farm.send(OWNER, farm.order("result:create")), 201);
  }

  @Test
  void ordersForForeignFarmsAndFieldsAreRefused() {
    CommissionedFarm other = new CommissionedFarm();
    ObjectNode foreignField = farm.order("field:read");
    foreignField.withArray("fieldIds").add(other.field.toString());
    HttpResponse<String> refused = farm.send(OWNER, foreignField);
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("/fieldIds/1");

    assertThat(farm.send("neighbour", farm.order("field:read")).statusCode()).isEqualTo(403);
    ObjectNode unknownFarm = farm.order("field:read").put("farmId", UUID.randomUUID().toString());
    assertThat(farm.send(OWNER, unknownFarm).statusCode()).isEqualTo(403);
    String unknown = "/services/" + UUID.randomUUID() + "/commissions";
    assertThat(farm.client.post(OWNER, unknown, farm.order("field:read")).statusCode())
        .isEqualTo(404);
    assertThat(ok(farm.client.get(OWNER, farm.path + "/commissions"), 200).path("items")).isEmpty();
  }

  @Test
  void allFaultsOfAnOrderAreReportedAtOnce() {
    ObjectNode order = farm.order("user:read", "field:delete", "field:read", "field:read");
    order.withArray("fieldIds").add("x");
    order.put("startsAt", "2026-13-01").put("secret", 1).put("parameters", "all");

    HttpResponse<String> refused = farm.send(OWNER, order);

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("/fieldIds/1", "/permissions/0", "/permissions/1", "/permissions/3")
        .contains("/startsAt", "/secret", "/parameters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"})
  void aPeriodEndsAfterItsStartAndInTime(String end) {
    HttpResponse<String> refused = farm.send(OWNER, farm.order("field:read").put("endsAt", end));

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("/endsAt");
    ObjectNode reversed = farm.order("field:read");
    reversed.put("startsAt", Instant.now().plus(Duration.ofDays(2)).toString());
    assertThat(farm.send(OWNER, reversed).statusCode()).isEqualTo(422);
  }

  @Test
  @Tag("GLEBE_COMMISSION_BYTES")
  void tooLargeAnOrderIsRefused() {
    ObjectNode order = farm.order("field:read");
    order.withObject("parameters").put("text", "x".repeat(70_000));

    assertThat(farm.send(OWNER, order).statusCode()).isEqualTo(413);
  }
}
