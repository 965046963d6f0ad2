package io.glebe.core.record.write;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.database.FeedClock;
import io.glebe.core.database.Purpose;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that concurrent writes share transactions and do not affect each other. */
class WriteQueueTest {
  private static final RecordFixture FARM = new RecordFixture();
  private static final int MANY = 60;

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static ObjectNode task(String name) {
    return json(
        "{'name': '"
            + name
            + "', 'status': 'PLANNED', 'originType': 'USER', 'farmId': '"
            + FARM.farm
            + "'}");
  }

  private static WriteRequest write(String entity, UUID id, ObjectNode body) {
    return FARM.request(FARM.owner(), entity, id, body);
  }

  private static List<Throwable> failures(List<? extends Future<?>> futures) {
    Future.join(futures).otherwiseEmpty().await();
    return futures.stream().filter(Future::failed).<Throwable>map(Future::cause).toList();
  }

  /** Runs the action while no write can commit, so that its writes wait in the queue. */
  private static void whileNobodyCommits(Runnable sending) {
    SqlConnection holder = FARM.database.pool(Purpose.BACKGROUND).getConnection().await();
    var transaction = holder.begin().await();
    holder.query(FeedClock.take("audit-logs", "1") + "select stamp from s").execute().await();
    sending.run();
    transaction.commit().await();
    holder.close().await();
  }

  private static long count(String sql, Object... values) {
    return FARM.database.query(sql, values).await().iterator().next().getLong(0);
  }

  @Test
  void eachWriteGetsItsOwnStampInTheFeedAndInTheAuditLog() {
    String name = "stamped " + UUID.randomUUID();
    List<Future<WriteResult>> writes = new ArrayList<>();
    whileNobodyCommits(
        () -> {
          for (int i = 0; i < MANY; i++) {
            writes.add(FARM.records.put(write("Task", UUID.randomUUID(), task(name))));
          }
        });
    assertThat(failures(writes)).isEmpty();
    Set<OffsetDateTime> stamps = new HashSet<>();
    writes.forEach(w -> stamps.add(w.result().stored().provenance().updatedAt()));
    assertThat(stamps).hasSize(MANY);
    for (Future<WriteResult> write : writes) {
      StoredRecord answered = write.result().stored();
      StoredRecord stored = FARM.records.get(FARM.owner(), type("Task"), answered.id()).await();
      assertThat(answered).isEqualTo(stored);
    }
    assertThat(
            count(
                "select count(distinct a.updated_at) from record.audit_logs a join record.tasks t"
                    + " on a.doc ->> 'entityId' = t.id::text where t.doc ->> 'name' = $1",
                name))
        .isEqualTo(MANY);
    assertThat(
            count(
                "select count(distinct xmin::text) from record.tasks where doc ->> 'name' = $1",
                name))
        .as("transactions")
        .isLessThan(MANY);
  }

  @Test
  void aWriteRefusedByTheDatabaseDoesNotAffectOtherWrites() {
    FARM.database
        .query(
            "create function record.refuse() returns trigger language plpgsql as $f$ begin if"
                + " new.doc ->> 'name' = 'poison' then raise exception 'poison'; end if; return"
                + " new; end $f$")
        .await();
    FARM.database
        .query(
            "create trigger refuse before insert on record.machines for each row execute function"
                + " record.refuse()")
        .await();
    List<Future<WriteResult>> good = new ArrayList<>();
    List<Future<WriteResult>> bad = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      boolean poison = i % 15 == 7;
      ObjectNode machine =
          task(poison ? "poison" : "plough").put("kind", "TRACTOR").without("status");
      Future<WriteResult> written = FARM.records.put(write("Machine", UUID.randomUUID(), machine));
      (poison ? bad : good).add(written);
    }
    assertThat(failures(good)).isEmpty();
    assertThat(failures(bad)).hasSize(bad.size()).hasOnlyElementsOfType(PgException.class);
    assertThat(count("select count(*) from record.machines where doc ->> 'name' = 'plough'"))
        .isEqualTo(good.size());
    assertThat(
            count("select count(*) from record.audit_logs where doc ->> 'entityType' = 'Machine'"))
        .isEqualTo(good.size());
  }

  @Test
  void aWriteRefusedByTheRulesDoesNotAffectOtherWrites() {
    List<Future<WriteResult>> good = new ArrayList<>();
    List<Future<WriteResult>> bad = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      UUID id = UUID.randomUUID();
      switch (i % 4) {
        case 0 -> bad.add(FARM.records.put(write("Task", id, task("w").without("name"))));
        case 1 -> bad.add(FARM.records.patch(write("Task", id, json("{'name': 'x'}"))));
        case 2 -> bad.add(FARM.records.put(write("Task", id, task("w").put("farmId", "" + id))));
        default -> good.add(FARM.records.put(write("Task", id, task("w"))));
      }
    }
    assertThat(failures(good)).isEmpty();
    assertThat(failures(bad)).hasSize(bad.size()).hasOnlyElementsOfType(Problem.class);
  }

  @Test
  void onlyOneOfManyWritesWithTheSameExternalIdSucceeds() {
    List<Future<WriteResult>> writes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      ObjectNode site =
          task("Site").put("externalId", "E1").put("externalProvider", "partner").without("status");
      writes.add(FARM.records.put(write("Site", UUID.randomUUID(), site)));
    }
    assertThat(failures(writes))
        .hasSize(11)
        .allSatisfy(f -> assertThat(((Problem) f).type().slug()).isEqualTo("business-key"));
  }

  @Test
  void concurrentWritesKeepTheSharesOfARationWithinTheWhole() {
    UUID ration = UUID.randomUUID();
    FARM.put("FeedRation", ration, "{'name': 'Winter', 'farmId': '" + FARM.farm + "'}");
    UUID product = UUID.randomUUID();
    FARM.system(
        "Product",
        product,
        "{'name': 'Hay', 'kind': 'FEED', 'organizationId': '" + FARM.organization + "'}");
    List<Future<WriteResult>> writes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ObjectNode part =
          json("{'originType': 'USER', 'rationShare': 40, 'quantity': 1, 'unit': 'kg'}")
              .put("feedRationId", ration.toString())
              .put("productId", product.toString())
              .put("farmId", FARM.farm.toString());
      writes.add(FARM.records.put(write("FeedRationComponent", UUID.randomUUID(), part)));
    }
    assertThat(failures(writes))
        .hasSize(4)
        .allSatisfy(f -> assertThat(((Problem) f).violations().toString()).contains("V24"));
  }

  @Test
  void aFieldAndItsDefaultRegionAreWrittenConcurrently() {
    UUID field = FARM.field("Meadow");
    UUID region = Uuids.defaultRegion(field);
    List<Future<WriteResult>> writes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ObjectNode moved = json("{'geometry': " + RecordFixture.square(10 + i) + "}");
      writes.add(FARM.records.patch(write("Field", field, moved)));
      writes.add(
          FARM.records.patch(write("Region", region, json("{'description': 'd" + i + "'}"))));
    }
    assertThat(failures(writes)).isEmpty();
    StoredRecord stored = FARM.records.get(FARM.owner(), type("Region"), region).await();
    assertThat(stored.version()).isEqualTo(21);
    assertThat(stored.attributes().path("description").asText()).isEqualTo("d9");
    assertThat(stored.doc()).contains("19.01");
  }

  @Test
  void writesOfOneRecordKeepTheirOrder() {
    UUID id = UUID.randomUUID();
    List<Future<WriteResult>> writes = new ArrayList<>();
    writes.add(FARM.records.put(write("Task", id, task("first"))));
    for (int i = 0; i < 20; i++) {
      writes.add(FARM.records.patch(write("Task", id, json("{'name': 'n" + i + "'}"))));
    }
    assertThat(failures(writes)).isEmpty();
    for (int i = 0; i < 20; i++) {
      assertThat(writes.get(i + 1).result().stored().version()).isEqualTo(i + 2);
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 1000, 503", "1000, 5, 429"})
  @Tag("GLEBE_DATABASE_WAITERS")
  @Tag("GLEBE_DATABASE_WAITERS_PER_CALLER")
  void aFullQueueRefusesWritesAndLosesNone(int ofAll, int ofCaller, int status) {
    RecordRules rules = new RecordRules(RuleSettings.lenient());
    WriteQueue queue = new WriteQueue(FARM.database, rules, ChangeListener.NONE, ofAll, ofCaller);
    List<UUID> ids = new ArrayList<>();
    List<Future<WriteResult>> writes = new ArrayList<>();
    whileNobodyCommits(
        () -> {
          for (int i = 0; i < 200; i++) {
            UUID id = UUID.randomUUID();
            ids.add(id);
            writes.add(queue.write(write("Task", id, task("pushed")), RuleInput.Verb.PUT));
          }
        });
    assertThat(failures(writes))
        .isNotEmpty()
        .allSatisfy(f -> assertThat(((Problem) f).status()).isEqualTo(status))
        .allSatisfy(f -> assertThat(((Problem) f).headers()).containsKey("Retry-After"));
    for (int i = 0; i < writes.size(); i++) {
      Optional<Row> row =
          FARM
              .database
              .query("select version from record.tasks where id = $1", ids.get(i))
              .await()
              .stream()
              .findFirst();
      assertThat(row.isPresent()).isEqualTo(writes.get(i).succeeded());
    }
  }
}
