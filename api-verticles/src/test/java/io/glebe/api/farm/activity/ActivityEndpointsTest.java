package io.glebe.api.farm.activity;

import static io.glebe.api.farm.RecordEndpointsClient.answered;
import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.defaultRegion;
import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.region;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActivityEndpointsTest {
  private static final TestFarm FARM = new TestFarm("owner");
  private static final String FIELD = field(FARM.farm, "Main");
  private static final String MAIN = defaultRegion(FIELD);
  private static final String SEED =
      "{'direction': 'INPUT', 'category': 'SEED', 'quantity': 120.5, 'unit': 'kg'}";

  private static String season() {
    return created(
            send("POST", "/v1/activities", "{'farmId': '" + FARM.farm + "', 'name': 'Season'}"))
        .path("id")
        .asText();
  }

  private static String action(String members) {
    return created(send("POST", "/v1/actions", "{" + members + "}")).path("id").asText();
  }

  private static String neighbour(String method, String path, String body) {
    new TestFarm("neighbour");
    HttpResponse<String> answer = TestFarm.send("neighbour", method, path, body.replace('\'', '"'));
    return answer.statusCode() + " " + answer.body();
  }

  @Test
  void theDefaultKindOfAnActivityIsCultivation() {
    HttpResponse<String> made =
        send("POST", "/v1/activities", "{'fieldId': '" + FIELD + "', 'name': 'Maize 2026'}");
    JsonNode activity = created(made);
    assertThat(activity.path("kind").asText()).isEqualTo("CULTIVATION");
    assertThat(activity.path("farmId").asText()).isEqualTo(FARM.farm.toString());
    assertThat(activity.path("regionId").asText()).isEqualTo(MAIN);
    assertThat(activity.path("originType").asText()).isEqualTo("USER");
    String path = "/v1/activities/" + activity.path("id").asText();
    assertThat(header(made, "Location")).endsWith(path);
    assertThat(ok(get(path))).isEqualTo(activity);
    assertThat(
            ok(send("PATCH", path, "{'status': 'IN_PROGRESS'}", "Content-Type", "application/json"))
                .has("executedAt"))
        .isTrue();
    refused(send("PATCH", path, "{'status': 'NEVER'}"), 422, "invalid-record");
    refused(send("POST", "/v1/activities", "{'kind': 'OPERATION'}"), 422, "invalid-record");
    refused(
        send("POST", "/v1/activities", "{'farmId': '" + UUID.randomUUID() + "'}"),
        422,
        "invalid-record");
    answered(send("DELETE", path, ""), 204);
    refused(get(path), 404, "not-found");
    assertThat(neighbour("POST", "/v1/activities", "{'farmId': '" + FARM.farm + "'}"))
        .matches("(?s)(403|422) .*");
  }

  @Test
  void anActionNeedsOnlyFieldTypeAndTime() {
    HttpResponse<String> made =
        send(
            "POST",
            "/v1/actions",
            "{'fieldId': '"
                + FIELD
                + "', 'type': 'FERTILISATION', 'plannedAt':"
                + " '2026-03-12T07:00:00Z'}");
    JsonNode action = created(made);
    String id = action.path("id").asText();
    assertThat(header(made, "Location")).endsWith("/v1/activities/" + id);
    assertThat(action.path("kind").asText()).isEqualTo("OPERATION");
    assertThat(action.path("regionId").asText()).isEqualTo(MAIN);
    assertThat(action.path("farmId").asText()).isEqualTo(FARM.farm.toString());
    String nested = "/v1/farms/" + FARM.farm + "/fields/" + FIELD + "/actions";
    assertThat(ok(get(nested + "?limit=1000")).path("items")).contains(action);
    assertThat(ok(get("/v1/regions/" + MAIN + "/actions?limit=1000")).path("items"))
        .contains(action);
    assertThat(ok(get("/v1/activities?kind=OPERATION&fieldId=" + FIELD)).path("items"))
        .contains(action);
    refused(send("POST", "/v1/actions", "{'type': 'SOWING'}"), 422, "invalid-record");
    refused(send("POST", "/v1/actions", "{'fieldId': '" + FIELD + "'}"), 422, "invalid-record");
    refused(
        send(
            "POST",
            "/v1/actions",
            "{'fieldId': '" + FIELD + "', 'type': 'x', 'kind':" + " 'CULTIVATION'}"),
        422,
        "invalid-record");
    refused(send("DELETE", "/v1/actions/" + season(), ""), 404, "not-found");
    refused(send("DELETE", "/v1/actions/" + UUID.randomUUID(), ""), 404, "not-found");
    refused(send("DELETE", "/v1/actions/x", ""), 400, "malformed-request");
    assertThat(neighbour("DELETE", "/v1/actions/" + id, "")).startsWith("403");
    assertThat(neighbour("GET", nested, "")).startsWith("403");
    assertThat(neighbour("GET", "/v1/regions/" + MAIN + "/actions", "")).startsWith("403");
    TestFarm other = new TestFarm("owner");
    refused(get("/v1/farms/" + other.farm + "/fields/" + FIELD + "/actions"), 404, "not-found");
    refused(get("/v1/actions"), 405, "method-not-allowed");
    answered(send("DELETE", "/v1/actions/" + id, ""), 204);
    refused(get("/v1/activities/" + id), 404, "not-found");
  }

  @Test
  void actionsOfARegionIncludeActionsOfSubregionsOnRequest() {
    String own = field(FARM.farm, "Split");
    String zone = region("'fieldId': '" + own + "', 'name': 'Zone'");
    String plot = region("'parentRegionId': '" + zone + "', 'name': 'Plot'");
    String above = action("'regionId': '" + zone + "', 'type': 'SOWING'");
    String below = action("'regionId': '" + plot + "', 'type': 'TILLAGE'");
    String list = "/v1/regions/" + zone + "/actions";
    assertThat(ok(get(list)).path("items"))
        .extracting(a -> a.path("id").asText())
        .containsExactly(above);
    JsonNode first = ok(get(list + "?descendants=true&limit=1"));
    assertThat(first.at("/items/0/id").asText()).isEqualTo(above);
    assertThat(first.path("hasMore").asBoolean()).isTrue();
    String next = "?descendants=true&limit=1&cursor=" + first.path("nextCursor").asText();
    JsonNode second = ok(get(list + next));
    assertThat(second.at("/items/0/id").asText()).isEqualTo(below);
    assertThat(second.path("hasMore").asBoolean()).isFalse();
    assertThat(ok(get(list + "?descendants=true&type=TILLAGE")).path("items")).hasSize(1);
    refused(get(list + "?descendants=maybe"), 400, "malformed-request");
    refused(get(list + "?descendants=true&cursor=x"), 400, "malformed-request");
    refused(get(list + "?colour=red"), 400, "malformed-request");
  }

  private static String periods(String form, UUID farm, String region) {
    return form.equals("flat")
        ? "/v1/regions/" + region + "/cultivation-periods"
        : "/v1/farms/" + farm + "/fields/" + FIELD + "/regions/" + region + "/cultivationPeriods";
  }

  @ParameterizedTest
  @ValueSource(strings = {"flat", "nested"})
  void aCultivationPeriodIsTheSameRecordByEitherPath(String form) {
    String list = periods(form, FARM.farm, MAIN);
    JsonNode period =
        created(
            send(
                "POST",
                list,
                "{'crop': 'maize', 'startsAt': '2026-04-20', 'endsAt': '2026-09-25'}"));
    String id = period.path("id").asText();
    assertThat(period.path("regionId").asText()).isEqualTo(MAIN);
    assertThat(ok(get(list + "?limit=1000")).path("items")).contains(period);
    assertThat(ok(get(list + "?crop=quinoa")).path("items")).isEmpty();
    String one = form.equals("flat") ? "/v1/cultivation-periods/" + id : list + "/" + id;
    HttpResponse<String> read = get(one);
    assertThat(ok(read)).isEqualTo(period);
    assertThat(get(one, "If-None-Match", header(read, "ETag")).statusCode()).isEqualTo(304);
    assertThat(ok(send("PATCH", one, "{'variety': 'Early'}")).path("variety").asText())
        .isEqualTo("Early");
    refused(
        send("PATCH", one, "{'variety': 'x'}", "If-Match", "\"1\""), 412, "precondition-failed");
    refused(send("PATCH", one, "{'endsAt': '2026-01-01'}"), 422, "invalid-record");
    refused(send("POST", list, "{'crop': 'maize'}"), 422, "invalid-record");
    String elsewhere =
        "{'crop': 'maize', 'startsAt': '2026-04-20', 'regionId': '" + UUID.randomUUID() + "'}";
    refused(send("POST", list, elsewhere), 422, "invalid-record");
    refused(get(periods(form, FARM.farm, UUID.randomUUID().toString())), 404, "not-found");
    refused(send("PUT", list, "{}"), 405, "method-not-allowed");
    assertThat(neighbour("GET", list, "")).startsWith("403");
    assertThat(neighbour("PATCH", one, "{'variety': 'x'}")).startsWith("403");
    assertThat(neighbour("POST", list, "{'crop': 'maize', 'startsAt': '2026-04-20'}"))
        .startsWith("403");
    answered(send("DELETE", one, ""), 204);
    refused(get(one), 404, "not-found");
  }

  @Test
  void everyLinkInTheLongPathOfAPeriodIsChecked() {
    String id =
        created(
                send(
                    "POST",
                    periods("nested", FARM.farm, MAIN),
                    "{'crop': 'rye', 'startsAt': '2026-04-20'}"))
            .path("id")
            .asText();
    TestFarm other = new TestFarm("owner");
    String foreign = field(other.farm, "Foreign");
    String zone = region("'fieldId': '" + FIELD + "', 'name': 'Other zone'");
    for (String wrong :
        new String[] {
          periods("nested", other.farm, MAIN), periods("nested", FARM.farm, defaultRegion(foreign)),
        }) {
      refused(get(wrong), 404, "not-found");
      refused(get(wrong + "/" + id), 404, "not-found");
      refused(send("DELETE", wrong + "/" + id, ""), 404, "not-found");
    }
    refused(get(periods("nested", FARM.farm, zone) + "/" + id), 404, "not-found");
    refused(send("PATCH", periods("nested", FARM.farm, zone) + "/" + id, "{}"), 404, "not-found");
    refused(get(periods("nested", FARM.farm, MAIN) + "/nonsense"), 400, "malformed-request");
  }

  @Test
  void cultivationPeriodsAreLinkedToAnActivity() {
    String one = season();
    String two = season();
    String list = "/v1/activities/" + one + "/cultivationPeriods";
    String loose =
        created(
                send(
                    "POST",
                    periods("flat", FARM.farm, MAIN),
                    "{'crop': 'oats', 'startsAt': '2026-03-01'}"))
            .path("id")
            .asText();
    JsonNode linked = ok(send("POST", list, "{'cultivationPeriodId': '" + loose + "'}"));
    assertThat(linked.path("activityId").asText()).isEqualTo(one);
    assertThat(ok(send("POST", list, "{'id': '" + loose + "'}"))).isEqualTo(linked);
    refused(
        send(
            "POST",
            "/v1/activities/" + two + "/cultivationPeriods",
            "{'cultivationPeriodId': '" + loose + "'}"),
        409,
        "business-key");
    JsonNode made =
        created(
            send(
                "POST",
                list,
                "{'regionId': '" + MAIN + "', 'crop': 'rye', 'startsAt': '2026-03-02'}"));
    assertThat(ok(get(list)).path("items")).containsExactlyInAnyOrder(linked, made);
    ok(send("PATCH", "/v1/cultivation-periods/" + loose, "{'activityId': null}"));
    assertThat(ok(get(list)).path("items")).containsExactly(made);
    refused(send("POST", list, "{}"), 422, "invalid-record");
    refused(
        send("POST", list, "{'cultivationPeriodId': '" + UUID.randomUUID() + "'}"),
        422,
        "invalid-record");
    String work = action("'fieldId': '" + FIELD + "', 'type': 'SOWING'");
    refused(
        send(
            "POST",
            "/v1/activities/" + work + "/cultivationPeriods",
            "{'cultivationPeriodId': '" + loose + "'}"),
        422,
        "invalid-record");
    refused(get("/v1/activities/" + UUID.randomUUID() + "/cultivationPeriods"), 404, "not-found");
    assertThat(neighbour("GET", list, "")).startsWith("403");
  }

  @Test
  void inputsAndOutputsBelongToTheirActivity() {
    String list = "/v1/activities/" + season() + "/inputoutputs";
    String other = "/v1/activities/" + season() + "/inputoutputs";
    JsonNode seed = created(send("POST", list, SEED));
    String id = seed.path("id").asText();
    assertThat(ok(get(list)).path("items")).containsExactly(seed);
    assertThat(ok(get(list + "/" + id))).isEqualTo(seed);
    assertThat(ok(get("/v1/input-outputs/" + id))).isEqualTo(seed);
    refused(get(other + "/" + id), 404, "not-found");
    refused(send("DELETE", other + "/" + id, ""), 404, "not-found");
    JsonNode more = ok(send("PUT", list + "/" + id, SEED.replace("120.5", "130")));
    assertThat(more.path("quantity").asInt()).isEqualTo(130);
    refused(send("PUT", other + "/" + id, SEED), 404, "not-found");
    UUID fresh = UUID.randomUUID();
    created(send("PUT", list + "/" + fresh, SEED));
    refused(
        send("PUT", list + "/" + fresh, SEED, "If-None-Match", "*"), 412, "precondition-failed");
    refused(send("PATCH", list + "/" + fresh, "{}"), 405, "method-not-allowed");
    refused(
        send("POST", list, "{'direction': 'INPUT', 'category': 'YIELD'}"), 422, "invalid-record");
    assertThat(neighbour("POST", list, SEED)).startsWith("403");
    assertThat(neighbour("DELETE", list, "")).startsWith("403");
    answered(send("DELETE", list + "/" + fresh, ""), 204);
    created(send("POST", list, SEED));
    created(send("POST", other, SEED));
    answered(send("DELETE", list, ""), 204);
    assertThat(ok(get(list)).path("items")).isEmpty();
    assertThat(ok(get(other)).path("items")).hasSize(1);
    answered(send("DELETE", list, ""), 204);
    assertThat(ok(get("/v1/audit-logs?action=DELETE&entityId=" + id)).path("items")).hasSize(1);
  }

  @Test
  void eitherAllInputsAreDeletedOrNone() {
    String list = "/v1/activities/" + season() + "/inputoutputs";
    created(send("POST", list, SEED));
    String held = created(send("POST", list, SEED)).path("id").asText();
    TestFarm.system(
        "Economics",
        UUID.randomUUID(),
        "{'farmId': '"
            + FARM.farm
            + "', 'kind': 'COST', 'amount': 10, 'currency': 'EUR', 'bookedAt': '2026-03-01',"
            + " 'inputOutputId': '"
            + held
            + "'}");
    refused(send("DELETE", list, ""), 409, "dependent-records");
    assertThat(ok(get(list)).path("items")).hasSize(2);
  }
}
