package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.admission.WorkOwner;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.fixture.LockedTable;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DatabaseTest {
  private static TestDatabase db;

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
    db.database().query("CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL)").await();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private static int value(int id) {
    return db.database()
        .query("SELECT n FROM counter WHERE id = $1", id)
        .await()
        .iterator()
        .next()
        .getInteger(0);
  }

  private static void counter(int id) {
    db.database().query("INSERT INTO counter VALUES ($1, 0)", id).await();
  }

  @Test
  void aSlowStatementIsOverBudgetAndTheConnectionStaysUsable() {
    Duration limit = Duration.ofMillis(50);
    assertThatThrownBy(
            () ->
                db.database()
                    .queryWithin("caller", limit, "select pg_sleep($1)", Tuple.of(3_600.0))
                    .await())
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> assertThat(problem.type()).isEqualTo(ProblemType.OVER_BUDGET));
    List<String> limits = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      limits.add(
          db.database()
              .query("select current_setting('statement_timeout')")
              .await()
              .iterator()
              .next()
              .getString(0));
    }
    assertThat(limits).containsOnly("0");
  }

  @Test
  void theSchemaExists() {
    assertThat(
            db.database()
                .query("SELECT count(*) FROM platform_fact")
                .await()
                .iterator()
                .next()
                .getLong(0))
        .isZero();
  }

  @Test
  void aScriptCommitsWhenItReturns() {
    counter(1);
    int after =
        db.database()
            .inTransaction(
                tx -> {
                  tx.update("UPDATE counter SET n = n + 1 WHERE id = $1", 1);
                  return tx.first("SELECT n FROM counter WHERE id = $1", 1)
                      .orElseThrow()
                      .getInteger(0);
                })
            .await();
    assertThat(after).isEqualTo(1);
    assertThat(value(1)).isEqualTo(1);
  }

  @Test
  void aScriptThatThrowsIsRolledBack() {
    counter(2);
    Future<Object> refused =
        db.database()
            .inTransaction(
                tx -> {
                  tx.update("UPDATE counter SET n = 7 WHERE id = $1", 2);
                  throw Problem.conflict("no");
                });
    assertThatThrownBy(refused::await).isInstanceOf(Problem.class).hasMessage("no");
    assertThat(value(2)).isZero();
  }

  @Test
  void aFailedStatementFailsTheTransactionWithTheDatabaseError() {
    Future<Integer> failed =
        db.database().inTransaction(tx -> tx.update("SELECT nonsense FROM counter"));
    assertThatThrownBy(failed::await).hasMessageContaining("nonsense");
    counter(3);
    assertThat(value(3)).isZero();
  }

  @Test
  void aDeadlockedTransactionIsRetried() {
    counter(10);
    counter(11);
    CountDownLatch bothHoldOne = new CountDownLatch(2);
    List<Future<Integer>> rivals =
        IntStream.of(0, 1)
            .mapToObj(
                first ->
                    db.database()
                        .inTransaction(
                            tx -> {
                              tx.update("UPDATE counter SET n = n + 1 WHERE id = $1", 10 + first);
                              bothHoldOne.countDown();
                              bothHoldOne.await();
                              return tx.update(
                                  "UPDATE counter SET n = n + 1 WHERE id = $1", 11 - first);
                            }))
            .toList();
    Future.all(rivals).await();
    assertThat(value(10)).isEqualTo(2);
    assertThat(value(11)).isEqualTo(2);
  }

  @Test
  void manyScriptsShareTheConnectionsAndAllComplete() {
    counter(20);
    List<Future<Integer>> all =
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    db.database()
                        .inTransaction(
                            tx -> tx.update("UPDATE counter SET n = n + 1 WHERE id = $1", 20)))
            .toList();
    Future.all(all).await();
    assertThat(value(20)).isEqualTo(200);
  }

  /** Reads a table that somebody else has locked. */
  private static Future<Integer> waiting() {
    return OffLoop.run(
        () ->
            WorkOwner.run(
                "slow", () -> db.database().query("SELECT n FROM locked").await().size()));
  }

  @Test
  void statementsOfOneCallersCodeLeaveConnectionsToOthers() throws Exception {
    db.database().query("CREATE TABLE locked (n int)").await();
    List<Future<Integer>> all;
    try (LockedTable locked = new LockedTable(db.database(), "locked")) {
      all = IntStream.range(0, 100).mapToObj(i -> waiting()).toList();
      Awaitility.await().until(() -> locked.readers() > 0);
      assertThat(locked.mostReaders())
          .isLessThanOrEqualTo(Math.max(2, Runtime.getRuntime().availableProcessors()));
      assertThat(WorkOwner.run("other", () -> db.database().query("SELECT 1").await().size()))
          .isEqualTo(1);
    }
    Future.all(all).await();
  }

  @Test
  @Tag("GLEBE_RECORD_QUERY_LIMIT")
  void aStatementOfACallersCodeHasALimitOfTime() throws Exception {
    Settings settings = Settings.defaults().with(RecordSettings.RECORD_QUERY_LIMIT, "50ms");
    try (Database database = Database.open(db.vertx(), TestDatabase.freshAddress(), settings)) {
      assertThatThrownBy(
              () -> WorkOwner.run("caller", () -> database.query("select pg_sleep(3600)").await()))
          .isInstanceOfSatisfying(
              Problem.class,
              problem -> assertThat(problem.type()).isEqualTo(ProblemType.OVER_BUDGET));
      assertThat(database.query("select pg_sleep(0.1)").await().size()).isEqualTo(1);
    }
  }

  @Test
  void alsoAStatementThatFollowsAnotherOneOfThisCode() throws Exception {
    Settings settings = Settings.defaults().with(RecordSettings.RECORD_QUERY_LIMIT, "50ms");
    try (Database database = Database.open(db.vertx(), TestDatabase.freshAddress(), settings)) {
      Future<?> second =
          WorkOwner.run(
              "caller",
              () ->
                  database
                      .query("select 1")
                      .compose(WorkOwner.kept(rows -> database.query("select pg_sleep(3600)"))));
      assertThatThrownBy(second::await)
          .isInstanceOfSatisfying(
              Problem.class,
              problem -> assertThat(problem.type()).isEqualTo(ProblemType.OVER_BUDGET));
    }
  }

  @Test
  void resultsArriveOnTheCallersEventLoopAndWaitingScriptsDoNotBlockIt() {
    AtomicInteger ticks = new AtomicInteger();
    Vertx vertx = db.vertx();
    var context = vertx.getOrCreateContext();
    var promise = io.vertx.core.Promise.<Boolean>promise();
    context.runOnContext(
        ignored -> {
          long timer = vertx.setPeriodic(5, id -> ticks.incrementAndGet());
          db.database()
              .inTransaction(tx -> tx.execute("SELECT pg_sleep(0.3)").size())
              .onComplete(
                  done -> {
                    vertx.cancelTimer(timer);
                    promise.complete(context.equals(Vertx.currentContext()));
                  });
        });
    assertThat(promise.future().await()).isTrue();
    assertThat(ticks.get()).isGreaterThan(15);
  }
}
