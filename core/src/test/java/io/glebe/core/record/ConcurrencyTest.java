package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
  private static final RecordFixture FARM = new RecordFixture();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static List<Throwable> failuresOf(List<? extends Future<?>> futures) {
    Future.join(futures).otherwiseEmpty().await();
    return futures.stream().filter(Future::failed).<Throwable>map(Future::cause).toList();
  }

  @Test
  void concurrentWritesOfDifferentAttributesDoNotConflict() {
    UUID id = UUID.randomUUID();
    FARM.put("Task", id, "{'name': 'n', 'status': 'PLANNED', 'farmId': '" + FARM.farm + "'}");
    List<Future<WriteResult>> writes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      writes.add(
          FARM.records.patch(
              WriteRequest.of(FARM.owner(), type("Task"), id, json("{'x-" + i + "': " + i + "}"))));
    }
    assertThat(failuresOf(writes)).isEmpty();
    StoredRecord stored = FARM.records.get(FARM.owner(), type("Task"), id).await();
    JsonNode record = Json.parseObject(stored.text());
    for (int i = 0; i < 40; i++) {
      assertThat(record.path("x-" + i).asInt(-1)).isEqualTo(i);
    }
    assertThat(stored.version()).isEqualTo(41);
  }

  @Test
  void oneOfManyWritesOfANewIdCreatesItAndTheOthersReplaceOrFail() {
    UUID id = UUID.randomUUID();
    List<Future<WriteResult>> writes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      var body =
          json(
              "{'name': 'same', 'status': 'PLANNED', 'originType': 'USER', 'farmId': '"
                  + FARM.farm
                  + "'}");
      writes.add(FARM.records.put(FARM.request(FARM.owner(), "Task", id, body).createOnly()));
    }
    List<Throwable> failures = failuresOf(writes);
    assertThat(failures)
        .hasSize(11)
        .allSatisfy(f -> assertThat(((Problem) f).status()).isEqualTo(412));
  }

  private static UUID region(UUID field, String name) {
    UUID id = UUID.randomUUID();
    FARM.put(
        "Region",
        id,
        "{'fieldId': '%s', 'name': '%s', 'geometry': %s}"
            .formatted(field, name, RecordFixture.square(14.5)));
    return id;
  }

  @Test
  void concurrentMovesNeverCreateACycle() {
    UUID field = FARM.field("Turned around");
    List<UUID> ring = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ring.add(region(field, "r" + i));
    }
    List<Future<WriteResult>> moves = new ArrayList<>();
    for (int i = 0; i < ring.size(); i++) {
      String below = "{'parentRegionId': '" + ring.get((i + 1) % ring.size()) + "'}";
      moves.add(
          FARM.records.patch(
              WriteRequest.of(FARM.owner(), type("Region"), ring.get(i), json(below))));
    }
    List<Throwable> failures = failuresOf(moves);
    assertThat(failures)
        .hasSize(1)
        .allSatisfy(f -> assertThat(((Problem) f).status()).isEqualTo(422));
  }

  @Test
  void aBusinessKeyIsAssignedOnceUnderConcurrentWrites() {
    List<Future<WriteResult>> writes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      var body =
          json(
              "{'name': 'Site', 'siteNumber': ' AB-7 ', 'originType': 'USER', 'farmId': '"
                  + FARM.farm
                  + "'}");
      writes.add(FARM.records.put(FARM.request(FARM.owner(), "Site", UUID.randomUUID(), body)));
    }
    List<Throwable> failures = failuresOf(writes);
    assertThat(failures)
        .hasSize(7)
        .allSatisfy(f -> assertThat(((Problem) f).type().slug()).isEqualTo("business-key"));
  }

  @Test
  void twoConcurrentMovesCannotCreateACycle() {
    for (int round = 0; round < 5; round++) {
      UUID a = UUID.randomUUID();
      UUID b = UUID.randomUUID();
      FARM.put("Site", a, "{'name': 'A', 'farmId': '" + FARM.farm + "'}");
      FARM.put("Site", b, "{'name': 'B', 'farmId': '" + FARM.farm + "'}");
      List<Throwable> failures =
          failuresOf(
              List.of(
                  FARM.records.patch(
                      WriteRequest.of(
                          FARM.owner(), type("Site"), a, json("{'parentSiteId': '" + b + "'}"))),
                  FARM.records.patch(
                      WriteRequest.of(
                          FARM.owner(), type("Site"), b, json("{'parentSiteId': '" + a + "'}")))));
      assertThat(failures).as("round " + round).hasSize(1);
    }
  }

  @Test
  void aConcurrentDeletionAndNewReferenceCannotBothSucceed() {
    for (int round = 0; round < 10; round++) {
      UUID field = FARM.field("Meadow");
      UUID task = UUID.randomUUID();
      var body =
          json(
              "{'name': 'Mow', 'status': 'PLANNED', 'originType': 'USER', 'farmId': '"
                  + FARM.farm
                  + "', 'fieldId': '"
                  + field
                  + "'}");
      List<Throwable> failures =
          failuresOf(
              List.of(
                  FARM.records.put(FARM.request(FARM.owner(), "Task", task, body)),
                  FARM.records.delete(WriteRequest.of(FARM.owner(), type("Field"), field))));
      assertThat(failures).as("round " + round).hasSize(1);
    }
  }

  @Test
  void writersOfManyCollectionsNeverDeadlock() {
    List<Future<?>> writes = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      UUID field = UUID.randomUUID();
      writes.add(
          FARM.records.put(
              FARM.request(
                  FARM.owner(),
                  "Field",
                  field,
                  json(FARM.fieldBody("F" + i)).put("originType", "USER"))));
      writes.add(
          FARM.records.put(
              FARM.request(
                  FARM.owner(),
                  "Task",
                  UUID.randomUUID(),
                  json(
                      "{'name': 't', 'status': 'PLANNED', 'originType': 'USER', 'farmId': '"
                          + FARM.farm
                          + "'}"))));
    }
    assertThat(failuresOf(writes)).isEmpty();
  }
}
