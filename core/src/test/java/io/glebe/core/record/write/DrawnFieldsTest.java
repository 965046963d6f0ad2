package io.glebe.core.record.write;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.square;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Purpose;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordFixture;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fields that are drawn while the Things of a farm are being written. */
@Timeout(120)
class DrawnFieldsTest {
  private static final RecordFixture FARM = new RecordFixture();
  private static final UUID OTHER = UUID.randomUUID();
  private static final int ROUNDS = 15;

  @BeforeAll
  static void open() {
    FARM.farm(OTHER, FARM.organization, FARM.user);
  }

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static Caller owner() {
    return FARM.person(FARM.user, "console", Set.of(FARM.farm, OTHER));
  }

  private static ObjectNode body(UUID farm, double west) {
    return json("{'originType': 'USER', 'farmId': '"
            + farm
            + "', 'geometry': "
            + square(west)
            + "}")
        .put("name", "field " + UUID.randomUUID());
  }

  private static Future<WriteResult> draw(UUID farm) {
    return FARM.records.put(FARM.request(owner(), "Field", UUID.randomUUID(), body(farm, 14.5)));
  }

  private static WriteStep step(String entity, UUID id, ObjectNode body, boolean patch) {
    return new WriteStep(
        patch
            ? WriteRequest.of(owner(), type(entity), id, body)
            : FARM.request(owner(), entity, id, body),
        patch,
        entity);
  }

  /** Runs the action while somebody writes Things of the farm. */
  private static void whileThingsAreWritten(Runnable action) {
    SqlConnection holder = FARM.database.pool(Purpose.BACKGROUND).getConnection().await();
    var transaction = holder.begin().await();
    lock(holder);
    try {
      action.run();
    } finally {
      transaction.commit().await();
      holder.close().await();
    }
  }

  private static void lock(SqlConnection connection) {
    connection
        .preparedQuery("select sensor.lock_fields($1, false)")
        .execute(Tuple.of(FARM.farm))
        .await();
  }

  private static void awaitWaitingLock() {
    String waiting =
        """
        select count(*) from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())
        """;
    while (FARM.database.query(waiting).await().iterator().next().getLong(0) == 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void fieldsOfOtherFarmsAreWrittenMeanwhile() {
    List<Future<WriteResult>> here = new ArrayList<>();
    whileThingsAreWritten(
        () -> {
          for (int i = 0; i < 3; i++) {
            here.add(draw(FARM.farm)); // more than groups that run at a time
          }
          awaitWaitingLock();
          for (int i = 0; i < 3; i++) {
            assertThat(draw(OTHER).await().outcome()).isEqualTo(WriteResult.Outcome.CREATED);
          }
          assertThat(here).noneMatch(Future::isComplete);
        });
    here.forEach(one -> assertThat(one.await().outcome()).isEqualTo(WriteResult.Outcome.CREATED));
  }

  private static Future<WriteResult> renamed(String name) {
    ObjectNode body = Json.object().put("name", name);
    return FARM.records.patch(WriteRequest.of(owner(), type("Farm"), FARM.farm, body));
  }

  @Test
  void writesThatWereCollectedWithADrawnFieldGoOnWithoutIt() {
    List<Future<WriteResult>> here = new ArrayList<>();
    whileThingsAreWritten(
        () -> {
          List<Future<WriteResult>> first = List.of(draw(OTHER), draw(OTHER)); // in both groups
          here.add(draw(FARM.farm));
          Future<WriteResult> one = renamed("One");
          Future<WriteResult> next = renamed("Next"); // waits for the one before
          Future.all(first).await();
          one.await();
          next.await();
          assertThat(here).noneMatch(Future::isComplete);
        });
    here.forEach(one -> assertThat(one.await().outcome()).isEqualTo(WriteResult.Outcome.CREATED));
  }

  @Test
  void aFieldWithTheSameBoundaryDoesNotWait() {
    UUID field = UUID.randomUUID();
    FARM.put(owner(), "Field", field, body(FARM.farm, 15));
    whileThingsAreWritten(() -> FARM.patch("Field", field, "{'name': 'renamed'}"));
  }

  @Test
  void aSequenceOfWritesWaitsBeforeItsFirstStamp() {
    List<Future<?>> sequence = new ArrayList<>();
    whileThingsAreWritten(
        () -> {
          sequence.add(
              FARM.records.writeAll(
                  List.of(
                      step("Farm", OTHER, json("{'name': 'First'}"), true),
                      step("Field", UUID.randomUUID(), body(FARM.farm, 16), false)),
                  false));
          awaitWaitingLock();
          FARM.records
              .patch(WriteRequest.of(owner(), type("Farm"), FARM.farm, json("{'name': 'Second'}")))
              .await();
          assertThat(sequence.getFirst().isComplete()).isFalse();
        });
    sequence.getFirst().await();
  }

  @Test
  void drawingFieldsAndMovingThingsDoNotBlockEachOther() {
    UUID field = UUID.randomUUID();
    FARM.put(owner(), "Field", field, body(FARM.farm, 17));
    UUID second = UUID.randomUUID();
    FARM.put(owner(), "Field", second, body(OTHER, 17));
    long thing =
        FARM.database
            .query(
                """
                insert into sensor.thing (farm_id, owner, name, description, field_id)
                values ($1, 'o', 't', '', $2) returning id
                """,
                FARM.farm,
                field)
            .await()
            .iterator()
            .next()
            .getLong(0);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      double west = 17 + i / 100.0;
      for (UUID drawn : List.of(field, second)) {
        ObjectNode moved = json("{'geometry': " + square(west) + "}");
        all.add(FARM.records.patch(WriteRequest.of(owner(), type("Field"), drawn, moved)));
      }
      all.add(
          FARM.database.inTransaction(
              tx -> {
                tx.execute("select sensor.lock_fields($1, false)", FARM.farm);
                tx.execute("update sensor.thing set description = 'moved' where id = $1", thing);
                return tx.execute(
                    "select sensor.set_fields($1, array[$2::bigint])", FARM.farm, thing);
              }));
    }
    Future.join(all).otherwiseEmpty().await();
    assertThat(all).noneMatch(Future::failed);
  }
}
