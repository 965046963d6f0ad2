package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.Settings;
import io.glebe.core.database.fixture.DatabaseCut;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A machine vanishes: its connections neither answer nor end. */
@Timeout(180)
class VanishedServerTest {
  private static final Duration NOTICE = Duration.ofSeconds(60);
  private static final int MANY = 1;
  private static final String QUERY = "select 1";

  private static int status(Throwable failure) {
    return DatabaseProblems.of(failure, "a test").orElseThrow().status();
  }

  @Test
  void itsConnectionsAreGivenUpAndTheNewServerIsUsed() throws Exception {
    try (TestDatabase db = TestDatabase.create();
        DatabaseCut cut = new DatabaseCut(db.address());
        Database behind = Database.open(db.vertx(), cut.address(), Settings.defaults());
        Notifications notifications = Notifications.open(db.vertx(), behind).await()) {
      await().until(notifications::isHearing);
      SqlConnection session = behind.session().await();
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch vanished = new CountDownLatch(1);
      Future<?> transaction =
          behind.inTransaction(
              tx -> {
                Awaiting.await(tx.connection().query(QUERY).execute());
                begun.countDown();
                vanished.await();
                return Awaiting.await(tx.connection().query(QUERY).execute());
              });
      begun.await();
      List<String> received = new CopyOnWriteArrayList<>();
      notifications.subscribe("told", received::add);
      notifications.listening("told").await();

      cut.vanish();
      vanished.countDown();
      Future<?> ofSession = session.query(QUERY).execute();

      await().atMost(NOTICE).until(transaction::isComplete);
      assertThat(status(transaction.cause())).isEqualTo(503);
      await().atMost(NOTICE).until(ofSession::failed);
      await()
          .atMost(NOTICE)
          .until(() -> behind.query(QUERY).map(RowSet::size).otherwise(0).await() == 1);
      behind.inTransaction(tx -> null).await();
      await().atMost(NOTICE).until(notifications::isHearing);
      await().atMost(NOTICE).until(() -> received.contains(Notifications.GAP));
      notifications.publish("told", "new").await();
      await().untilAsserted(() -> assertThat(received).contains("new"));
    }
  }

  @Test
  void aConnectionWithoutAnAnswerIsClosed() {
    try (TestDatabase db = TestDatabase.create();
        DatabaseCut cut = new DatabaseCut(db.address());
        Database behind = Database.open(db.vertx(), cut.address(), Settings.defaults())) {
      Notifications notifications = Notifications.open(db.vertx(), behind).await();
      await().until(notifications::isHearing);
      cut.cut();
      notifications.close();
      cut.mend();
    }
  }

  @Test
  void aConnectionThatIsReadyHasNoLimitOfTime() {
    try (TestDatabase db = TestDatabase.create()) {
      ServerClients clients =
          new ServerClients(db.vertx(), Settings.defaults(), db.database().address());
      Pool pool = clients.pool(1, "a test");
      SqlClient pipeline = clients.pipeline("another");
      SqlConnection session = clients.session().await();
      pool.query(QUERY).execute().await();
      pipeline.query(QUERY).execute().await();
      await().until(() -> clients.opening() == 0);
      Future.join(pool.close(), pipeline.close(), session.close()).await();
    }
  }

  /** Its operating system accepts connections although the server does not answer any more. */
  @Test
  void connectionsThatWereBeingOpenedAreGivenUpAsWell() {
    try (TestDatabase db = TestDatabase.create();
        DatabaseCut cut = new DatabaseCut(db.address());
        Database behind = Database.open(db.vertx(), cut.address(), Settings.defaults());
        Notifications notifications = Notifications.open(db.vertx(), behind).await()) {
      await().until(notifications::isHearing);
      behind.query(QUERY).await();

      cut.cut();
      await().atMost(NOTICE).until(() -> !notifications.isHearing());
      int before = cut.waiting();
      await().atMost(NOTICE).until(() -> cut.waiting() > before + MANY);
      cut.vanish();

      await()
          .atMost(NOTICE)
          .until(() -> behind.query(QUERY).map(RowSet::size).otherwise(0).await() == 1);
      await().atMost(NOTICE).until(() -> behind.inTransaction(tx -> 1).otherwise(0).await() == 1);
      await().atMost(NOTICE).until(notifications::isHearing);
    }
  }

  /** The locks of an unfinished transaction would hold up all other processes for hours. */
  @Test
  void theServerFindsOutThatAProcessHasVanished() {
    String setting = "select current_setting('tcp_keepalives_idle') as idle";
    try (TestDatabase db = TestDatabase.create()) {
      Database database = db.database();
      List<Future<RowSet<Row>>> answers = new ArrayList<>();
      for (Purpose purpose : Purpose.values()) {
        answers.add(database.pool(purpose).query(setting).execute());
      }
      answers.add(database.query(setting));
      answers.add(database.lookUp(setting, Tuple.tuple()));
      answers.add(database.session().compose(session -> session.query(setting).execute()));
      for (Future<RowSet<Row>> answer : answers) {
        assertThat(answer.await().iterator().next().getString("idle")).isEqualTo("10");
      }
    }
  }
}
