package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests refusals of the rules, through the service and with a real database. */
class RefusalTest {
  private static final RecordFixture FARM = new RecordFixture();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static UUID make(String entity, String members) {
    UUID id = UUID.randomUUID();
    FARM.put(entity, id, "{'farmId': '" + FARM.farm + "', " + members + "}");
    return id;
  }

  private static Problem refused(String entity, String members) {
    var body = json("{'farmId': '" + FARM.farm + "', 'originType': 'USER', " + members + "}");
    return problem(FARM.records.put(FARM.request(FARM.owner(), entity, UUID.randomUUID(), body)));
  }

  private static Problem refusedPatch(String entity, UUID id, String patch) {
    return problem(
        FARM.records.patch(WriteRequest.of(FARM.owner(), type(entity), id, json(patch))));
  }

  private static Problem refusedDelete(String entity, UUID id) {
    return problem(FARM.records.delete(WriteRequest.of(FARM.owner(), type(entity), id)));
  }

  @Test
  void allFaultsOfARequestAreReportedTogether() {
    Problem problem =
        refused("Task", "'name': 7, 'status': 'LOST', 'fieldId': 'x', 'priority': null");
    assertThat(problem.type()).isEqualTo(ProblemType.INVALID_RECORD);
    assertThat(problem.violations())
        .extracting(v -> v.where())
        .contains("/name", "/status", "/fieldId", "/priority")
        .isSorted();
  }

  @Test
  void aReferenceMustNameAnExistingAndAccessibleRecord() {
    Problem absent =
        refused("Task", "'name': 't', 'status': 'PLANNED', 'fieldId': '" + UUID.randomUUID() + "'");
    assertThat(absent.violations())
        .singleElement()
        .satisfies(v -> assertThat(v.rule()).isEqualTo("V04"));
    UUID farm = UUID.randomUUID();
    UUID organization = UUID.randomUUID();
    FARM.system("Organization", organization, "{'name': 'Else'}");
    FARM.farm(farm, organization, FARM.user);
    UUID site = UUID.randomUUID();
    FARM.system("Site", site, "{'name': 'Far', 'farmId': '" + farm + "'}");
    Problem foreign = refused("Task", "'name': 't', 'status': 'PLANNED', 'siteId': '" + site + "'");
    assertThat(foreign.violations())
        .singleElement()
        .satisfies(v -> assertThat(v.where()).isEqualTo("/siteId"));
  }

  @Test
  void aSubmittedReportIsImmutableAndItsRecordsNeedAReason() {
    UUID activity =
        make(
            "Activity",
            "'kind': 'OPERATION', 'type': 'X', 'fieldId': '"
                + FARM.field("R")
                + "', 'status': 'COMPLETED', 'executedAt': '2026-03-01T08:00:00Z'");
    UUID report =
        make(
            "RegulatoryReport",
            "'name': 'Survey', 'kind': 'FARM_SURVEY', 'status': 'DRAFT', 'startsAt': '2026-01-01',"
                + " 'endsAt': '2026-12-31', 'reportedRecords': [{'entityType': 'Activity',"
                + " 'entityId': '"
                + activity
                + "'}]");
    FARM.patch("Activity", activity, "{'note': 'free'}");
    WriteResult submitted = FARM.patch("RegulatoryReport", report, "{'status': 'SUBMITTED'}");
    assertThat(Json.parseObject(submitted.stored().text()).path("submittedAt").asText())
        .isNotEmpty();
    assertThat(refusedPatch("RegulatoryReport", report, "{'name': 'x'}").type())
        .isEqualTo(ProblemType.IMMUTABLE_RECORD);
    assertThat(refusedDelete("RegulatoryReport", report).type())
        .isEqualTo(ProblemType.IMMUTABLE_RECORD);
    var same = Json.parseObject(submitted.stored().text());
    assertThat(
            FARM.records
                .put(WriteRequest.of(FARM.owner(), type("RegulatoryReport"), report, same))
                .await()
                .outcome())
        .isEqualTo(WriteResult.Outcome.UNCHANGED);
    assertThat(refusedPatch("Activity", activity, "{'note': 'changed'}").type())
        .isEqualTo(ProblemType.REASON_REQUIRED);
    assertThat(refusedDelete("Activity", activity).type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    FARM.records
        .patch(
            WriteRequest.of(FARM.owner(), type("Activity"), activity, json("{'note': 'changed'}"))
                .withReason(Optional.of("typing error")))
        .await();
  }

  @Test
  void aChangeOfAFieldWithAReportedDefaultRegionNeedsAReason() {
    UUID field = FARM.field("Reported");
    make(
        "RegulatoryReport",
        "'name': 'Survey', 'kind': 'FARM_SURVEY', 'status': 'SUBMITTED', 'startsAt': '2026-01-01',"
            + " 'endsAt': '2026-12-31', 'reportedRecords': [{'entityType': 'Region', 'entityId': '"
            + Uuids.defaultRegion(field)
            + "'}]");
    String patch = "{'geometry': " + RecordFixture.square(16.0) + "}";
    assertThat(refusedPatch("Field", field, patch).type()).isEqualTo(ProblemType.REASON_REQUIRED);
    FARM.patch("Field", field, "{'name': 'no matter'}");
  }

  @Test
  void theDefaultRegionCannotBeDeletedOrMoved() {
    UUID field = FARM.field("Fixed");
    UUID region = Uuids.defaultRegion(field);
    assertThat(refusedDelete("Region", region).type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    assertThat(
            refusedPatch("Region", region, "{'geometry': " + RecordFixture.square(17.0) + "}")
                .type())
        .isEqualTo(ProblemType.INVALID_RECORD);
    FARM.patch("Region", region, "{'name': 'Home field'}");
    UUID other = UUID.randomUUID();
    var body =
        json(
            "{'fieldId': '"
                + field
                + "', 'isDefault': true, 'originType': 'USER', 'geometry': "
                + RecordFixture.square(14.5)
                + "}");
    assertThat(problem(FARM.records.put(FARM.request(FARM.owner(), "Region", other, body))).type())
        .isEqualTo(ProblemType.INVALID_RECORD);
  }

  @Test
  void aFieldWhoseDefaultRegionIdIsInUseIsAConflict() {
    UUID field = UUID.randomUUID();
    UUID squatted = Uuids.defaultRegion(field);
    var body =
        json(
            "{'fieldId': '"
                + FARM.field("Other")
                + "', 'originType': 'USER', 'geometry': "
                + RecordFixture.square(14.5)
                + "}");
    FARM.records.put(FARM.request(FARM.owner(), "Region", squatted, body)).await();
    var late = json(FARM.fieldBody("Late")).put("originType", "USER");
    assertThat(problem(FARM.records.put(FARM.request(FARM.owner(), "Field", field, late))).status())
        .isEqualTo(409);
  }

  @Test
  void theLastAdministratorOfAFarmCannotBeRemoved() {
    UUID farm = UUID.randomUUID();
    UUID assignment = UUID.randomUUID();
    FARM.system("Farm", farm, "{'name': 'Lonely', 'organizationId': '" + FARM.organization + "'}");
    FARM.system(
        "AccessAssignment",
        assignment,
        "{'userId': '"
            + FARM.user
            + "', 'farmId': '"
            + farm
            + "', 'roleId': '"
            + FARM.ownerRole
            + "'}");
    Caller owner = FARM.person(FARM.user, "console", Set.of(farm));
    WriteRequest end =
        WriteRequest.of(
            owner, type("AccessAssignment"), assignment, json("{'endsAt': '2020-01-01'}"));
    assertThat(problem(FARM.records.delete(end)).type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    assertThat(problem(FARM.records.patch(end)).type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    UUID second = UUID.randomUUID();
    FARM.user(second, "second");
    FARM.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '"
            + second
            + "', 'farmId': '"
            + farm
            + "', 'roleId': '"
            + FARM.ownerRole
            + "'}");
    FARM.records.delete(end).await();
  }

  @Test
  void aRunNeedsItsJobAndCannotWriteAfterTheJobEnds() {
    UUID catalogue = UUID.randomUUID();
    UUID service = UUID.randomUUID();
    FARM.system("ServiceCatalogue", catalogue, "{'name': 'C'}");
    FARM.system(
        "ProcessingService",
        service,
        "{'name': 'S', 'provider': 'P', 'serviceCatalogueId': '" + catalogue + "'}");
    UUID job = UUID.randomUUID();
    FARM.put(
        "ProcessingJob",
        job,
        "{'serviceId': '" + service + "', 'farmId': '" + FARM.farm + "', 'status': 'RUNNING'}");
    var body =
        json(
            "{'name': 't', 'status': 'PLANNED', 'originType': 'SERVICE', 'farmId': '"
                + FARM.farm
                + "'}");
    UUID task = UUID.randomUUID();
    WriteRequest write = FARM.request(FARM.owner(), "Task", task, body);
    assertThat(problem(FARM.records.put(write)).violations())
        .singleElement()
        .satisfies(v -> assertThat(v.where()).isEqualTo("Processing-Job-Id"));
    assertThat(problem(FARM.records.put(write.withJob(Optional.of(UUID.randomUUID())))).status())
        .isEqualTo(422);
    WriteResult made = FARM.records.put(write.withJob(Optional.of(job))).await();
    assertThat(Json.parseObject(made.stored().text()).path("createdByJobId").asText())
        .isEqualTo(job.toString());
    assertThat(
            FeedWalk.all(
                FARM,
                FARM.owner(),
                "Task",
                ListQuery.first(5).where("createdByJobId", job.toString())))
        .containsExactly(task.toString());
    assertThat(refusedDelete("ProcessingJob", job).type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    FARM.patch("ProcessingJob", job, "{'status': 'COMPLETED'}");
    WriteRequest late =
        FARM.request(FARM.owner(), "Task", UUID.randomUUID(), body).withJob(Optional.of(job));
    assertThat(problem(FARM.records.put(late)).status()).isEqualTo(422);
  }

  @Test
  void theOriginTypeMatchesTheCallerAndNeverChanges() {
    assertThat(
            problem(
                    FARM.records.put(
                        FARM.request(
                            FARM.owner(),
                            "Task",
                            UUID.randomUUID(),
                            json(
                                "{'name': 't', 'status': 'PLANNED', 'originType': 'SYSTEM',"
                                    + " 'farmId': '"
                                    + FARM.farm
                                    + "'}"))))
                .violations())
        .anySatisfy(v -> assertThat(v.rule()).isEqualTo("V02"));
    UUID task = make("Task", "'name': 't', 'status': 'PLANNED', 'originType': 'USER'");
    assertThat(refusedPatch("Task", task, "{'originType': 'SERVICE'}").type())
        .isEqualTo(ProblemType.INVALID_RECORD);
  }

  @Test
  void anAppWithoutAPersonWritesOnlyWithAJob() {
    Caller person = FARM.owner();
    Caller app =
        new Caller(
            CallerKind.CLIENT,
            person.issuer(),
            "app",
            Optional.of("app"),
            person.audience(),
            person.scopes(),
            person.scope(),
            person.grants());
    UUID task = make("Task", "'name': 't', 'status': 'PLANNED', 'originType': 'USER'");
    WriteRequest write = WriteRequest.of(app, type("Task"), task, json("{'name': 'u'}"));
    assertThat(problem(FARM.records.patch(write)).violations())
        .anySatisfy(v -> assertThat(v.rule()).isEqualTo("V03"));
    assertThat(problem(FARM.records.delete(write)).status()).isEqualTo(422);
  }

  @Test
  void aPostDerivesAttributesFromReferences() {
    UUID field = FARM.field("Posted");
    UUID id = Uuids.timeOrdered();
    WriteResult made =
        FARM.records
            .post(
                WriteRequest.of(
                    FARM.owner(),
                    type("Activity"),
                    id,
                    json("{'kind': 'OPERATION', 'type': 'SOWING', 'fieldId': '" + field + "'}")))
            .await();
    JsonNode record = Json.parseObject(made.stored().text());
    assertThat(record.path("farmId").asText()).isEqualTo(FARM.farm.toString());
    assertThat(record.path("regionId").asText()).isEqualTo(Uuids.defaultRegion(field).toString());
    assertThat(record.path("originType").asText()).isEqualTo("USER");
    assertThat(
            problem(
                    FARM.records.post(
                        WriteRequest.of(
                            FARM.owner(),
                            type("Activity"),
                            id,
                            json(
                                "{'kind': 'OPERATION', 'type': 'SOWING', 'fieldId': '"
                                    + field
                                    + "'}"))))
                .status())
        .isEqualTo(412);
    Caller stranger = FARM.person(UUID.randomUUID(), "console", Set.of(UUID.randomUUID()));
    assertThat(
            problem(
                    FARM.records.post(
                        WriteRequest.of(
                            stranger,
                            type("Activity"),
                            Uuids.timeOrdered(),
                            json(
                                "{'kind': 'OPERATION', 'type': 'SOWING', 'fieldId': '"
                                    + field
                                    + "'}"))))
                .status())
        .isIn(403, 422);
  }

  @Test
  void severalDeletionsSucceedOrFailTogether() {
    UUID one = make("Site", "'name': 'One'");
    UUID two = make("Site", "'name': 'Two'");
    make("StorageLocation", "'name': 'S', 'siteId': '" + two + "'");
    List<WriteRequest> both =
        List.of(
            WriteRequest.of(FARM.owner(), type("Site"), one),
            WriteRequest.of(FARM.owner(), type("Site"), two));
    assertThat(problem(FARM.records.deleteAll(both)).type())
        .isEqualTo(ProblemType.DEPENDENT_RECORDS);
    FARM.records.get(FARM.owner(), type("Site"), one).await();
  }

  @Test
  void colleaguesReceiveTheDeletionOfAUser() {
    UUID leaver = UUID.randomUUID();
    FARM.user(leaver, "leaver");
    FARM.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '"
            + leaver
            + "', 'farmId': '"
            + FARM.farm
            + "', 'roleId': '"
            + FARM.ownerRole
            + "'}");
    FARM.records.delete(WriteRequest.of(Caller.system(), type("User"), leaver)).await();
    ListQuery deletions =
        ListQuery.first(10).where("action", "DELETE").where("entityId", leaver.toString());
    assertThat(FeedWalk.all(FARM, FARM.owner(), "AuditLog", deletions)).hasSize(1);
    UUID member = UUID.randomUUID();
    FARM.system(
        "User",
        member,
        "{'displayName': 'm', 'subject': '"
            + member
            + "', 'status': 'ACTIVE', 'organizationIds': ['"
            + FARM.organization
            + "']}");
    FARM.records.delete(WriteRequest.of(Caller.system(), type("User"), member)).await();
    ListQuery gone =
        ListQuery.first(10).where("action", "DELETE").where("entityId", member.toString());
    assertThat(FeedWalk.all(FARM, FARM.owner(), "AuditLog", gone)).hasSize(1);
  }
}
