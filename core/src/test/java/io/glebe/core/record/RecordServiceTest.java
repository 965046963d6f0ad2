package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.Preconditions;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RecordServiceTest {
  private static final RecordFixture FARM = new RecordFixture();

  @AfterAll
  static void close() {
    FARM.close();
  }

  @Test
  void aRecordIsReadAsWrittenAndWithItsProvenance() {
    UUID id = UUID.randomUUID();
    WriteResult written =
        FARM.put(
            "Task",
            id,
            "{'name': 'Sow  \u00fc\u017e\u20ac', 'farmId': '"
                + FARM.farm
                + "', 'status': 'PLANNED', 'x-own': 1.50}");
    assertThat(written.outcome()).isEqualTo(WriteResult.Outcome.CREATED);
    StoredRecord stored = FARM.records.get(FARM.owner(), type("Task"), id).await();
    ObjectNode record = Json.parseObject(stored.text());
    assertThat(record.path("id").asText()).isEqualTo(id.toString());
    assertThat(record.path("name").asText()).isEqualTo("Sow  \u00fc\u017e\u20ac");
    assertThat(record.path("x-own").decimalValue().toPlainString()).isEqualTo("1.50");
    assertThat(record.path("originType").asText()).isEqualTo("USER");
    assertThat(record.path("createdByUserId").asText()).isEqualTo(FARM.user.toString());
    assertThat(record.path("clientId").asText()).isEqualTo("console");
    assertThat(record.path("createdAt")).isEqualTo(record.path("updatedAt"));
    assertThat(stored.etag()).isEqualTo("\"1\"");
    assertThat(stored.text()).isEqualTo(written.stored().text());
  }

  @Test
  void patchesOfDifferentAttributesAreBothKept() {
    UUID id = task("Mow");
    FARM.patch("Task", id, "{'priority': 'HIGH'}");
    WriteResult second = FARM.patch("Task", id, "{'description': 'before noon'}");
    assertThat(second.stored().version()).isEqualTo(3);
    JsonNode record = Json.parseObject(second.stored().text());
    assertThat(record.path("priority").asText()).isEqualTo("HIGH");
    assertThat(record.path("description").asText()).isEqualTo("before noon");
  }

  @Test
  void aWriteWithoutChangesKeepsTheVersion() {
    UUID id = task("Rake");
    StoredRecord before = FARM.records.get(FARM.owner(), type("Task"), id).await();
    WriteResult again = FARM.patch("Task", id, "{'name': 'Rake', 'dueAt': null}");
    assertThat(again.outcome()).isEqualTo(WriteResult.Outcome.UNCHANGED);
    assertThat(again.stored()).isEqualTo(before);
    assertThat(audit(id)).hasSize(1);
  }

  @Test
  void everyChangeHasAnAuditEntryWithNamesButWithoutValues() {
    UUID id = task("Bale");
    FARM.records
        .patch(
            WriteRequest.of(
                    FARM.owner(), type("Task"), id, json("{'name': 'Wrap', 'priority': 'LOW'}"))
                .withReason(Optional.of("rain")))
        .await();
    FARM.records.delete(WriteRequest.of(FARM.owner(), type("Task"), id)).await();
    List<JsonNode> accounts = audit(id);
    assertThat(accounts)
        .extracting(a -> a.path("action").asText())
        .containsExactly("CREATE", "UPDATE", "DELETE");
    JsonNode update = accounts.get(1);
    assertThat(update.path("reason").asText()).isEqualTo("rain");
    assertThat(update.path("changedAttributes").toString()).isEqualTo("[\"name\",\"priority\"]");
    assertThat(update.path("recordVersion").asInt()).isEqualTo(2);
    assertThat(update.path("changedByUserId").asText()).isEqualTo(FARM.user.toString());
    assertThat(update.path("farmId").asText()).isEqualTo(FARM.farm.toString());
    assertThat(update.toString()).doesNotContain("Wrap");
  }

  @Test
  void theVersionContinuesWhenADeletedRecordIsCreatedAgain() {
    UUID id = task("Plough");
    FARM.patch("Task", id, "{'name': 'Harrow'}");
    FARM.records.delete(WriteRequest.of(FARM.owner(), type("Task"), id)).await();
    WriteResult again =
        FARM.put(
            "Task", id, "{'name': 'Plough', 'farmId': '" + FARM.farm + "', 'status': 'PLANNED'}");
    assertThat(again.stored().version()).isEqualTo(3);
  }

  @Test
  void preconditionsDetectWritesOfOtherClients() {
    UUID id = task("Roll");
    FARM.patch("Task", id, "{'priority': 'HIGH'}");
    WriteRequest late = WriteRequest.of(FARM.owner(), type("Task"), id, json("{'name': 'x'}"));
    assertThat(problem(FARM.records.patch(late.with(Preconditions.version(1)))).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    assertThat(
            problem(
                    FARM.records.delete(
                        late.with(Preconditions.of(Optional.of("W/\"2\""), Optional.empty()))))
                .type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    FARM.records
        .patch(late.with(Preconditions.of(Optional.of("\"9\", \"2\""), Optional.empty())))
        .await();
    ObjectNode body =
        json(
            "{'name': 'y', 'originType': 'USER', 'status': 'PLANNED', 'farmId': '"
                + FARM.farm
                + "'}");
    assertThat(
            problem(FARM.records.put(FARM.request(FARM.owner(), "Task", id, body).createOnly()))
                .type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    UUID absent = UUID.randomUUID();
    WriteRequest must = FARM.request(FARM.owner(), "Task", absent, body);
    assertThat(
            problem(
                    FARM.records.put(
                        must.with(Preconditions.of(Optional.of("*"), Optional.empty()))))
                .type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
  }

  @Test
  void anUnknownRecordIsNotFound() {
    UUID id = UUID.randomUUID();
    assertThat(problem(FARM.records.get(FARM.owner(), type("Task"), id)).status()).isEqualTo(404);
    WriteRequest request = WriteRequest.of(FARM.owner(), type("Task"), id, json("{'name': 'x'}"));
    assertThat(problem(FARM.records.patch(request)).status()).isEqualTo(404);
    assertThat(problem(FARM.records.delete(request)).status()).isEqualTo(404);
  }

  @Test
  void aCallerWithoutAccessToTheFarmIsForbiddenAndListsNothing() {
    UUID id = task("Spray");
    Caller stranger = FARM.person(UUID.randomUUID(), "console", Set.of(UUID.randomUUID()));
    assertThat(problem(FARM.records.get(stranger, type("Task"), id)).status()).isEqualTo(403);
    WriteRequest request = WriteRequest.of(stranger, type("Task"), id, json("{'name': 'x'}"));
    assertThat(problem(FARM.records.patch(request)).status()).isEqualTo(403);
    assertThat(problem(FARM.records.delete(request)).status()).isEqualTo(403);
    assertThat(FARM.walk(stranger, "Task", 100)).isEmpty();
    Caller nobody = FARM.person(UUID.randomUUID(), "console", Set.of());
    assertThat(problem(FARM.records.list(nobody, type("Task"), ListQuery.first(10))).status())
        .isEqualTo(403);
  }

  @Test
  void aViewerReadsButDoesNotWrite() {
    UUID id = task("Chop");
    Caller viewer = FARM.person(UUID.randomUUID(), "console", Set.of(FARM.farm), "VIEWER");
    FARM.records.get(viewer, type("Task"), id).await();
    assertThat(problem(FARM.records.delete(WriteRequest.of(viewer, type("Task"), id))).status())
        .isEqualTo(403);
    assertThat(problem(FARM.records.list(viewer, type("Worker"), ListQuery.first(10))).status())
        .isEqualTo(403);
  }

  @Test
  void aFieldIsCreatedAndDeletedWithItsDefaultRegion() {
    UUID id = FARM.field("North");
    UUID region = Uuids.defaultRegion(id);
    JsonNode made = record("Region", region);
    assertThat(made.path("isDefault").asBoolean()).isTrue();
    assertThat(made.path("originType").asText()).isEqualTo("SYSTEM");
    assertThat(made.path("geometry")).isEqualTo(record("Field", id).path("geometry"));
    FARM.patch(
        "Field", id, "{'geometry': " + RecordFixture.square(15.0) + ", 'startsAt': '2026-01-01'}");
    JsonNode carried = record("Region", region);
    assertThat(carried.path("geometry")).isEqualTo(record("Field", id).path("geometry"));
    assertThat(carried.path("startsAt").asText()).isEqualTo("2026-01-01");
    FARM.records.delete(WriteRequest.of(FARM.owner(), type("Field"), id)).await();
    assertThat(problem(FARM.records.get(FARM.owner(), type("Region"), region)).status())
        .isEqualTo(404);
    assertThat(audit(region))
        .extracting(a -> a.path("action").asText())
        .containsExactly("CREATE", "UPDATE", "DELETE");
  }

  @Test
  void aRecordWithDependentRecordsIsNotDeleted() {
    UUID field = FARM.field("South");
    UUID task = UUID.randomUUID();
    FARM.put(
        "Task",
        task,
        "{'name': 'Sow', 'status': 'PLANNED', 'farmId': '"
            + FARM.farm
            + "', 'fieldId': '"
            + field
            + "'}");
    assertThat(
            problem(FARM.records.delete(WriteRequest.of(FARM.owner(), type("Field"), field)))
                .type())
        .isEqualTo(ProblemType.DEPENDENT_RECORDS);
    FARM.records.delete(WriteRequest.of(FARM.owner(), type("Task"), task)).await();
    FARM.records.delete(WriteRequest.of(FARM.owner(), type("Field"), field)).await();
  }

  @Test
  void aFarmWithFieldsIsNotDeleted() {
    FARM.field("West");
    assertThat(
            problem(FARM.records.delete(WriteRequest.of(FARM.owner(), type("Farm"), FARM.farm)))
                .type())
        .isEqualTo(ProblemType.DEPENDENT_RECORDS);
  }

  @Test
  void theCreatorOfAFarmBecomesItsOwner() {
    UUID id = UUID.randomUUID();
    FARM.put(
        "Farm",
        id,
        "{'name': 'New', 'organizationId': '"
            + FARM.organization
            + "', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}");
    Caller now = FARM.person(FARM.user, "console", Set.of(FARM.farm, id));
    RecordPage page =
        FARM.records
            .list(now, type("AccessAssignment"), ListQuery.first(10).where("farmId", id.toString()))
            .await();
    JsonNode assignment = Json.parseObject(page.records().getFirst().text());
    assertThat(assignment.path("userId").asText()).isEqualTo(FARM.user.toString());
    assertThat(assignment.path("roleId").asText()).isEqualTo(FARM.ownerRole.toString());
    assertThat(assignment.path("originType").asText()).isEqualTo("SYSTEM");
  }

  @Test
  void theDeletionOfAFarmIsAuditedForItsUsersOnly() {
    UUID id = UUID.randomUUID();
    FARM.put(
        "Farm",
        id,
        "{'name': 'Short', 'organizationId': '"
            + FARM.organization
            + "', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}");
    Caller now = FARM.person(FARM.user, "console", Set.of(FARM.farm, id));
    FARM.records.delete(WriteRequest.of(now, type("Farm"), id)).await();
    assertThat(audit(id)).extracting(a -> a.path("action").asText()).contains("DELETE");
    Caller other = FARM.person(UUID.randomUUID(), "console", Set.of(FARM.farm));
    RecordPage seen =
        FARM.records
            .list(other, type("AuditLog"), ListQuery.first(10).where("entityId", id.toString()))
            .await();
    assertThat(seen.size()).isZero();
  }

  @Test
  void filtersAreAppliedAndUnknownFiltersAreRefused() {
    UUID field = FARM.field("East");
    UUID one = UUID.randomUUID();
    FARM.put(
        "Task",
        one,
        "{'name': 'One', 'status': 'PLANNED', 'farmId': '"
            + FARM.farm
            + "', 'fieldId': '"
            + field
            + "', 'priority': 'URGENT'}");
    ListQuery all = ListQuery.first(100);
    for (Map.Entry<String, String> filter :
        Map.of(
                "fieldId",
                field.toString(),
                "priority",
                "URGENT",
                "farmId",
                FARM.farm.toString(),
                "originType",
                "USER")
            .entrySet()) {
      List<String> ids =
          FeedWalk.all(
              FARM,
              FARM.owner(),
              "Task",
              all.where("fieldId", field.toString()).where(filter.getKey(), filter.getValue()));
      assertThat(ids).as(filter.getKey()).containsExactly(one.toString());
    }
    assertThat(
            FeedWalk.all(
                FARM, FARM.owner(), "Task", all.where("farmId", UUID.randomUUID().toString())))
        .isEmpty();
    for (var bad : Map.of("colour", "red", "fieldId", "x", "status", "LOST").entrySet()) {
      assertThat(
              problem(
                      FARM.records.list(
                          FARM.owner(), type("Task"), all.where(bad.getKey(), bad.getValue())))
                  .status())
          .isEqualTo(400);
    }
  }

  @Test
  void aCursorIsValidForItsCollectionAndFiltersOnly() {
    task("a");
    RecordPage page = FARM.records.list(FARM.owner(), type("Task"), ListQuery.first(1)).await();
    ListQuery next = ListQuery.first(1).from(page.nextCursor());
    assertThat(problem(FARM.records.list(FARM.owner(), type("Field"), next)).status())
        .isEqualTo(400);
    assertThat(
            problem(FARM.records.list(FARM.owner(), type("Task"), next.where("status", "PLANNED")))
                .status())
        .isEqualTo(400);
    String cursor = page.nextCursor();
    for (int i = 0; i < cursor.length(); i++) {
      char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
      String broken = cursor.substring(0, i) + other + cursor.substring(i + 1);
      ListQuery query = ListQuery.first(1).from(broken);
      boolean lastBits = i == cursor.length() - 1;
      if (!lastBits) {
        assertThat(problem(FARM.records.list(FARM.owner(), type("Task"), query)).status())
            .as("position " + i)
            .isEqualTo(400);
      }
    }
    for (String junk : List.of("", "%%%", "x".repeat(5000), "AAAA")) {
      assertThat(
              problem(FARM.records.list(FARM.owner(), type("Task"), ListQuery.first(1).from(junk)))
                  .status())
          .isEqualTo(400);
    }
  }

  @Test
  void anOverwrittenValueOfAnotherWriterIsReported() {
    UUID id = task("Haul");
    Caller tablet = FARM.person(FARM.user, "tablet", Set.of(FARM.farm));
    FARM.records
        .patch(
            WriteRequest.of(tablet, type("Task"), id, json("{'name': 'Carry', 'priority': 'LOW'}")))
        .await();
    WriteResult late = FARM.patch("Task", id, "{'name': 'Drag', 'description': 'mine'}");
    assertThat(late.overridden()).containsExactly("name");
    assertThat(audit(id).getLast().path("overriddenAttributes").toString()).isEqualTo("[\"name\"]");
    WriteResult aware =
        FARM.records
            .patch(
                WriteRequest.of(tablet, type("Task"), id, json("{'name': 'Pull'}"))
                    .withKnownVersion(Optional.of(3L)))
            .await();
    assertThat(aware.overridden()).isEmpty();
  }

  private static UUID task(String name) {
    UUID id = UUID.randomUUID();
    FARM.put(
        "Task", id, "{'name': '" + name + "', 'farmId': '" + FARM.farm + "', 'status': 'PLANNED'}");
    return id;
  }

  private static JsonNode record(String entity, UUID id) {
    return Json.parseObject(FARM.records.get(FARM.owner(), type(entity), id).await().text());
  }

  private static List<JsonNode> audit(UUID id) {
    return FARM
        .records
        .list(FARM.owner(), type("AuditLog"), ListQuery.first(100).where("entityId", id.toString()))
        .await()
        .records()
        .stream()
        .<JsonNode>map(record -> Json.parseObject(record.text()))
        .toList();
  }
}
