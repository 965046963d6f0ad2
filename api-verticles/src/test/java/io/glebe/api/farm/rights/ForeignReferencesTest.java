package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References from records of other users neither lock a record nor block its deletion. */
class ForeignReferencesTest {
  private final FarmPerson owner = new FarmPerson();
  private final TestFarm farm = new TestFarm(owner.subject);
  private final FarmPerson stranger = new FarmPerson();
  private final TestFarm elsewhere = new TestFarm(stranger.subject);

  private static void made(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private static void goes(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
  }

  private static UUID make(FarmPerson writer, String collection, String members) {
    UUID id = UUID.randomUUID();
    made(
        writer.send(
            "PUT",
            "/v1/" + collection + "/" + id,
            "{'id': '%s', 'originType': 'USER', %s}".formatted(id, members)));
    return id;
  }

  private static String site(FarmPerson writer, TestFarm farm) {
    return "/v1/sites/"
        + make(writer, "sites", "'name': 'Yard', 'farmId': '%s'".formatted(farm.farm));
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Imports a report that was accepted in the past and lists one record. */
  private static HttpResponse<String> imports(
      FarmPerson writer, TestFarm farm, String entity, String listed) {
    return reports(writer, farm, "ACCEPTED", "IMPORT", entity, listed);
  }

  private static HttpResponse<String> reports(
      FarmPerson writer,
      TestFarm farm,
      String status,
      String origin,
      String entity,
      String listed) {
    UUID service =
        TestFarm.system(
            "ProcessingService", UUID.randomUUID(), "{'name': 'Import', 'provider': 'Office'}");
    UUID job =
        make(
            writer,
            "processing-jobs",
            "'serviceId': '%s', 'status': 'RUNNING', 'farmId': '%s'".formatted(service, farm.farm));
    UUID id = UUID.randomUUID();
    return writer.send(
        "PUT",
        "/v1/regulatory-reports/" + id,
        """
        {'id': '%s', 'farmId': '%s', 'kind': 'OTHER', 'name': 'Survey', 'status': '%s',
        'originType': '%s', 'startsAt': '2026-01-01', 'endsAt': '2026-12-31',
        'reportedRecords': [{'entityType': '%s', 'entityId': '%s'}]}
        """
            .formatted(id, farm.farm, status, origin, entity, listed),
        "Processing-Job-Id",
        job.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "DRAFT, USER",
    "READY, USER",
    "SUBMITTED, USER",
    "DRAFT, IMPORT",
    "ACCEPTED, IMPORT",
    "REJECTED, IMPORT",
    "WITHDRAWN, IMPORT"
  })
  void aReportCannotListARecordOfAnotherFarm(String status, String origin) {
    String site = site(owner, farm);
    var report = reports(stranger, elsewhere, status, origin, "Site", last(site));
    assertThat(report.statusCode()).as(report.body()).isEqualTo(422);
    assertThat(report.body()).contains("reportedRecords/0", "another farm");
    assertThat(owner.send("PATCH", site, "{'name': 'x'}").statusCode()).isEqualTo(200);
    goes(owner.send("DELETE", site, ""));
  }

  @Test
  void anExistingReportCannotAddARecordOfAnotherFarm() {
    String site = site(owner, farm);
    String own = site(stranger, elsewhere);
    var draft = reports(stranger, elsewhere, "DRAFT", "USER", "Site", last(own));
    made(draft);
    String report = "/v1/regulatory-reports/" + Json.parse(draft.body()).path("id").asText();
    String listing =
        "{'reportedRecords': [{'entityType': 'Site', 'entityId': '%s'},"
            + " {'entityType': 'Site', 'entityId': '%s'}]}";
    var refused = stranger.send("PATCH", report, listing.formatted(last(own), last(site)));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(refused.body()).contains("V04", "reportedRecords/1/entityId");
  }

  @Test
  void aReportLocksTheRecordsOfItsOwnFarm() {
    String site = site(owner, farm);
    made(imports(owner, farm, "Site", last(site)));
    assertThat(owner.send("PATCH", site, "{'name': 'x'}").statusCode()).isEqualTo(422);
    var kept = owner.send("DELETE", site, "");
    assertThat(kept.statusCode()).isEqualTo(409);
    assertThat(kept.body()).contains("V16");
  }

  @Test
  void aReportOfAnotherOrganizationDoesNotLockAProduct() {
    stranger.on(farm, "VIEWER");
    UUID product =
        make(
            owner,
            "products",
            "'name': 'Oil', 'kind': 'OTHER', 'organizationId': '%s'".formatted(farm.organization));
    made(imports(stranger, elsewhere, "Product", product.toString()));
    String path = "/v1/products/" + product;
    var changed = owner.send("PATCH", path, "{'name': 'x'}");
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    goes(owner.send("DELETE", path, ""));
  }

  @Test
  void aReportDoesNotLockUsersOrAccessAssignments() {
    FarmPerson colleague = new FarmPerson().on(farm, "MANAGER");
    String assignment =
        colleague.items("/v1/access-assignments").stream()
            .filter(a -> a.path("userId").asText().equals(colleague.id.toString()))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
    made(imports(colleague, farm, "AccessAssignment", assignment));
    made(imports(colleague, farm, "User", owner.id.toString()));
    var renamed = owner.send("PATCH", "/v1/users/" + owner.id, "{'displayName': 'Myself'}");
    assertThat(renamed.statusCode()).as(renamed.body()).isEqualTo(200);
    goes(owner.send("DELETE", "/v1/access-assignments/" + assignment, ""));
  }

  @Test
  void aWorkerRecordOfAFormerFarmDoesNotKeepAPersonFromLeaving() {
    FarmPerson person = new FarmPerson();
    var added =
        stranger.send(
            "POST",
            "/v1/farms/" + elsewhere.farm + "/users",
            "{'email': '%s', 'role': 'VIEWER'}".formatted(person.email));
    made(added);
    UUID worker =
        make(
            stranger,
            "workers",
            "'name': 'He', 'farmId': '%s', 'userId': '%s'".formatted(elsewhere.farm, person.id));
    String assignment = Json.parse(added.body()).path("id").asText();
    goes(stranger.send("DELETE", "/v1/access-assignments/" + assignment, ""));
    String path = "/v1/users/" + person.id;
    var byAnAdministrator = TestFarm.send("admin", "DELETE", path, "");
    assertThat(byAnAdministrator.statusCode()).as(byAnAdministrator.body()).isEqualTo(409);
    goes(person.send("DELETE", path, ""));
    var kept = stranger.send("PATCH", "/v1/workers/" + worker, "{'name': 'Gone'}");
    assertThat(kept.statusCode()).as(kept.body()).isEqualTo(200);
  }

  @Test
  void aWorkerCannotReferToAnInaccessibleUser() {
    UUID worker = UUID.randomUUID();
    var refused =
        stranger.send(
            "PUT",
            "/v1/workers/" + worker,
            "{'id': '%s', 'originType': 'USER', 'name': 'He', 'farmId': '%s', 'userId': '%s'}"
                .formatted(worker, elsewhere.farm, owner.id));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(refused.body()).contains("V04", "userId");
  }

  @Test
  void aChildOrganizationOfAnotherUserDoesNotBlockTheDeletionOfItsParent() {
    stranger.on(farm, "VIEWER");
    make(
        stranger,
        "organizations",
        "'name': 'Child', 'kind': 'OTHER', 'parentOrganizationId': '%s'"
            .formatted(farm.organization));
    goes(owner.send("DELETE", "/v1/farms/" + farm.farm, ""));
    var gone = TestFarm.send("admin", "DELETE", "/v1/organizations/" + farm.organization, "");
    assertThat(gone.statusCode()).as(gone.body()).isEqualTo(204);
  }

  @Test
  void theCreatorOfParentAndChildMustDeleteTheChildFirst() {
    FarmPerson maker = new FarmPerson();
    UUID parent = make(maker, "organizations", "'name': 'Parent', 'kind': 'OTHER'");
    String child =
        "/v1/organizations/"
            + make(
                maker,
                "organizations",
                "'name': 'Child', 'kind': 'OTHER', 'parentOrganizationId': '%s'".formatted(parent));
    var kept = maker.send("DELETE", "/v1/organizations/" + parent, "");
    assertThat(kept.statusCode()).as(kept.body()).isEqualTo(409);
    assertThat(kept.body()).contains("Organization.parentOrganizationId of " + last(child));
    goes(maker.send("DELETE", child, ""));
    goes(maker.send("DELETE", "/v1/organizations/" + parent, ""));
  }
}
