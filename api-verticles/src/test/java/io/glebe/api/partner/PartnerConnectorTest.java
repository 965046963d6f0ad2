package io.glebe.api.partner;

import static io.glebe.api.partner.PartnerPerson.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The whole flow with the sandbox partner; each test uses a new person. */
class PartnerConnectorTest {
  private static final String ALL = "{'organizations': [{'id': 'org-1'}, {'id': 'org-2'}]}";
  private static final String ONE_FARM =
      "{'organizations': [{'id': 'org-1', 'farms': [{'id': 'farm-12'}]}]}";

  private final PartnerPerson person = new PartnerPerson();

  private static JsonNode refused(HttpResponse<String> answer, int status, String type) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    JsonNode problem = Json.parseObject(answer.body());
    assertThat(problem.path("type").asText()).endsWith("/problems/v1/" + type);
    return problem;
  }

  private PartnerPerson connected() {
    HttpResponse<String> answer = person.connect();
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return person;
  }

  private List<JsonNode> imported(String collection) {
    List<JsonNode> items = new ArrayList<>();
    person
        .get("/v1/" + collection + "?externalProvider=partner&limit=1000")
        .path("items")
        .forEach(items::add);
    return items;
  }

  private static void assertCounts(ObjectNode report, int created, int updated, int unchanged) {
    assertThat(report.path("created").asInt()).as(report.toString()).isEqualTo(created);
    assertThat(report.path("updated").asInt()).as(report.toString()).isEqualTo(updated);
    assertThat(report.path("unchanged").asInt()).as(report.toString()).isEqualTo(unchanged);
  }

  @Test
  void aGrantIsRedeemedOnceAndItsTokensAreStoredEncrypted() {
    JsonNode unconnected = refused(person.send("/organizations"), 409, "conflict");
    assertThat(unconnected.path("detail").asText()).contains("/dev/partner/authorize");
    String code = person.code();
    String grant = "{'code': '" + code + "', 'redirectUri': '" + PartnerPerson.BACK + "'}";
    HttpResponse<String> first = person.offer(grant);
    assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
    JsonNode reported = Json.parseObject(first.body());
    assertThat(reported.path("provider").asText()).isEqualTo("partner");
    assertThat(reported.path("renewable").asBoolean()).isTrue();
    assertThat(first.body()).doesNotContain("oken\"").doesNotContain(code);
    refused(person.offer(grant), 409, "conflict");
    ok(person.send("/organizations"));
    assertThat(person.connect().statusCode()).isEqualTo(200);
    assertThat(person.get("/v1/audit-logs?entityType=PartnerConnection").path("items"))
        .extracting(entry -> entry.path("action").asText())
        .containsExactly("CREATE", "UPDATE");
    refused(person.offer("{}"), 422, "invalid-record");
    refused(person.offer("{'code': 'x'}"), 422, "invalid-record");
    assertThat(person.offer("{'refreshTokn': 'x'}").body()).contains("did you mean refreshToken?");
    refused(person.offer("{'code': 7, 'redirectUri': 'x'}"), 422, "invalid-record");
    refused(person.offer("{'refreshToken': 'never-issued'}"), 409, "conflict");
    var row =
        TestPlatform.shared()
            .platform()
            .infrastructure()
            .database()
            .query(
                "select access_token, refresh_token from partner.connection where user_id = $1",
                person.user)
            .await()
            .iterator()
            .next();
    assertThat(row.getBuffer(0).length()).isGreaterThan(40);
    assertThat(row.getBuffer(0)).isNotEqualTo(row.getBuffer(1));
  }

  @Test
  void aRefreshTokenConnectsAnAccount() {
    String basic = "Basic Z2xlYmUtc2FuZGJveDpzYW5kYm94LXNlY3JldA==";
    String form =
        "grant_type=authorization_code&code="
            + person.code()
            + "&redirect_uri="
            + PartnerPerson.BACK;
    JsonNode tokens = ok(PartnerPerson.form("/dev/partner/token", form, "Authorization", basic));
    String refresh = tokens.path("refresh_token").asText();
    assertThat(person.offer("{'refreshToken': '" + refresh + "'}").statusCode()).isEqualTo(201);
    assertThat(ok(person.send("/organizations")).path("items")).hasSize(2);
  }

  @Test
  void listsAreForwardedPageByPage() {
    connected();
    List<String> fields = new ArrayList<>();
    String path = "/organizations/org-1/farms/farm-11/fields";
    ObjectNode page = ok(person.send(path));
    while (true) {
      page.path("items").forEach(item -> fields.add(item.path("id").asText()));
      if (!page.path("hasMore").asBoolean()) {
        break;
      }
      page = ok(person.send(path + "?cursor=" + page.path("nextCursor").asText()));
    }
    assertThat(fields).hasSize(12).doesNotHaveDuplicates().startsWith("field-11-1");
    String last = page.path("nextCursor").asText();
    assertThat(ok(person.send(path + "?cursor=" + last)).path("items")).isEmpty();
    JsonNode first = ok(person.send(path)).path("items").path(0);
    assertThat(first.path("geometry").path("type").asText()).isEqualTo("Polygon");
    assertThat(first.path("areaUnit").asText()).isEqualTo("ha");
    assertThat(ok(person.send("/organizations/org-1/farms")).path("items")).hasSize(2);
    refused(person.send("/organizations/org-9/farms"), 404, "not-found");
    refused(person.send("/organizations?cursor=" + last), 400, "malformed-request");
    refused(person.send("/organizations?colour=red"), 400, "malformed-request");
  }

  @Test
  void anImportCreatesRecordsOnceAndThenChangesOnlyDifferences() {
    connected();
    ObjectNode dry = ok(person.run(ALL, true));
    assertCounts(dry, 24, 0, 0);
    assertThat(dry.path("skipped").asInt()).isEqualTo(3);
    assertThat(dry.has("jobId")).isFalse();
    assertThat(person.made("processing_jobs") + person.made("organizations")).isZero();

    ObjectNode report = ok(person.run(ALL, false));
    assertCounts(report, 24, 0, 0);
    assertThat(imported("organizations")).hasSize(2);
    assertThat(imported("farms")).hasSize(3);
    List<JsonNode> fields = imported("fields");
    assertThat(fields).hasSize(19);
    String job = report.path("jobId").asText();
    for (JsonNode field : fields) {
      assertThat(field.path("originType").asText()).isEqualTo("IMPORT");
      assertThat(field.path("createdByJobId").asText()).isEqualTo(job);
      assertThat(field.path("createdByUserId").asText()).isEqualTo(person.user.toString());
    }
    assertThat(person.get("/v1/processing-jobs/" + job).path("status").asText())
        .isEqualTo("COMPLETED");

    assertCounts(ok(person.run(ALL, false)), 0, 0, 24);
    assertThat(imported("fields")).containsExactlyInAnyOrderElementsOf(fields); // same versions

    String local = "/v1/fields/" + fields.getFirst().path("id").asText();
    assertThat(person.send("PATCH", local, "{'description': 'wet corner'}").statusCode())
        .isEqualTo(200);
    person.partner("{'names': {'field-11-2': 'Renamed meadow', 'farm-21': 'Hill farm'}}");
    ObjectNode difference = ok(person.run(ALL, true));
    assertCounts(difference, 0, 2, 22);
    JsonNode changed = line(difference, "field-11-2").path("changes").path(0);
    assertThat(changed.path("attribute").asText()).isEqualTo("name");
    assertThat(changed.path("from").asText()).isEqualTo("Sandbox field 2");
    assertThat(changed.path("to").asText()).isEqualTo("Renamed meadow");
    assertCounts(ok(person.run(ALL, false)), 0, 2, 22);
    String renamed = line(difference, "field-11-2").path("id").asText();
    assertThat(person.get("/v1/fields/" + renamed).path("name").asText())
        .isEqualTo("Renamed meadow");
    assertThat(person.get(local).path("description").asText()).isEqualTo("wet corner");
    assertThat(person.jobs()).hasSize(3);
  }

  private static JsonNode line(ObjectNode report, String id) {
    for (JsonNode line : report.path("records")) {
      if (line.path("externalId").asText().equals(id)) {
        return line;
      }
    }
    throw new AssertionError(id + " is not in " + report);
  }

  @Test
  void anImportCanBeLimitedToASelection() {
    connected();
    ObjectNode some =
        ok(
            person.run(
                "{'organizations': [{'id': 'org-1', 'farms': [{'id': 'farm-12', 'fields':"
                    + " ['field-12-1', 'field-12-2']}]}]}",
                false));
    assertCounts(some, 4, 0, 0);
    assertThat(imported("fields")).hasSize(2);
    JsonNode unknown =
        refused(
            person.run("{'organizations': [{'id': 'org-1', 'farms': [{'id': 'farm-99'}]}]}", false),
            422,
            "invalid-record");
    assertThat(unknown.path("violations").path(0).path("pointer").asText())
        .isEqualTo("/organizations/0/farms/0");
    refused(person.run("{}", false), 422, "invalid-record");
    refused(person.run("{'organizations': []}", false), 422, "invalid-record");
    refused(person.run("{'organizations': [{}]}", false), 422, "invalid-record");
    refused(
        person.run("{'organizations': [{'id': 'org-1'}, {'id': 'org-1'}]}", false),
        422,
        "invalid-record");
    refused(person.run("[]", false), 400, "malformed-request");
  }

  @Test
  void aFailingPartnerLeavesNoPartialImport() {
    connected();
    person.partner("{'failure': 'error', 'at': '/fields'}");
    refused(person.run(ONE_FARM, false), 502, "bad-gateway");
    person.partner("{'failure': 'garbage', 'at': '/fields'}");
    refused(person.run(ONE_FARM, false), 502, "bad-gateway");
    person.partner("{'failure': 'rate-limited', 'retryAfter': '3600', 'at': '/fields'}");
    HttpResponse<String> limited = person.run(ONE_FARM, false);
    refused(limited, 429, "too-many-requests");
    assertThat(limited.headers().firstValue("Retry-After")).contains("3600");
    assertThat(person.made("organizations")).isZero();
    person.partner("{'failure': 'error', 'times': 2}");
    assertCounts(ok(person.run(ONE_FARM, false)), 5, 0, 0);
    person.partner("{'failure': 'rate-limited', 'retryAfter': '1', 'times': 1}");
    assertCounts(ok(person.run(ONE_FARM, false)), 0, 0, 5);
  }

  @Test
  void aRecordThatTheRulesRefuseCancelsTheWholeImportAndEndsItsJob() {
    connected();
    person.partner("{'names': {'field-12-2': '" + "x".repeat(300) + "'}}");
    JsonNode problem = refused(person.run(ONE_FARM, false), 422, "invalid-record");
    assertThat(problem.path("detail").asText()).startsWith("Field field-12-2: ");
    assertThat(person.made("organizations")).isZero();
    JsonNode job = person.jobs().getFirst();
    assertThat(job.path("status").asText()).isEqualTo("FAILED");
    assertThat(job.path("message").asText()).startsWith("Field field-12-2: ");
    refused(person.run(ONE_FARM, true), 422, "invalid-record");
    person.partner("{'names': {'field-12-2': 'Short'}}");
    assertCounts(ok(person.run(ONE_FARM, false)), 5, 0, 0);
  }

  @Test
  void tokensAreRenewedBeforeExpiryAndAfterARefusal() {
    person.partner("{'lifeSeconds': 1}");
    connected();
    ok(person.send("/organizations")); // the token expires within a minute: renewed first
    person.partner("{'lifeSeconds': 600}");
    ok(person.send("/organizations"));
    person.partner("{'expired': true}");
    ok(person.send("/organizations"));
  }

  @Test
  void concurrentRequestsRenewATokenOnce() {
    person.partner("{'lifeSeconds': 1}");
    connected();
    person.partner("{'lifeSeconds': 600}");
    // a refresh token is valid once: a second concurrent renewal would end the connection
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      answers.add(CompletableFuture.supplyAsync(() -> person.send("/organizations")));
    }
    answers.forEach(answer -> ok(answer.join()));
  }

  @Test
  void aRevokedGrantRequiresANewConnection() {
    connected();
    person.partner("{'revoked': true}");
    refused(person.send("/organizations"), 409, "conflict");
    refused(person.run(ONE_FARM, false), 409, "conflict");
    assertThat(person.connect().statusCode()).isEqualTo(201);
    ok(person.send("/organizations"));
  }

  @Test
  void aDeletedImportedRecordIsRestoredUnderItsIdentifier() {
    connected();
    ObjectNode first = ok(person.run(ONE_FARM, false));
    String field = line(first, "field-12-1").path("id").asText();
    assertThat(person.send("DELETE", "/v1/fields/" + field, "").statusCode()).isEqualTo(204);
    ObjectNode again = ok(person.run(ONE_FARM, false));
    assertCounts(again, 1, 0, 4);
    assertThat(line(again, "field-12-1").path("id").asText()).isEqualTo(field);
  }

  @Test
  void otherUsersSeeNeitherTheConnectionNorTheImportedRecords() {
    connected();
    ok(person.run(ONE_FARM, false));
    PartnerPerson other = new PartnerPerson();
    refused(other.send("/organizations"), 409, "conflict");
    assertThat(other.connect().statusCode()).isEqualTo(201);
    ObjectNode own = ok(other.run(ONE_FARM, false));
    assertCounts(own, 5, 0, 0);
    assertThat(imported("fields"))
        .extracting(f -> f.path("id").asText())
        .doesNotContain(line(own, "field-12-1").path("id").asText());
  }
}
