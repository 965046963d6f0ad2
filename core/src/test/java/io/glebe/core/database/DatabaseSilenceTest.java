package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.Settings;
import io.glebe.core.database.fixture.DatabaseCut;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests do not wait for a database that does not answer. */
@Timeout(180)
class DatabaseSilenceTest {
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof Problem problem
        && problem.status() == 503
        && problem.getMessage().contains("does not answer");
  }

  @Test
  void requestsAreRefusedWhileTheDatabaseDoesNotAnswer() {
    try (TestDatabase db = TestDatabase.create();
        DatabaseCut cut = new DatabaseCut(db.address());
        Database behind = Database.open(db.vertx(), cut.address(), Settings.defaults());
        Notifications notifications = Notifications.open(db.vertx(), behind).await()) {
      await().until(notifications::isHearing);
      assertThat(behind.query("select 1").await().size()).isEqualTo(1);

      cut.cut();
      await().until(() -> isRefusedNow(behind.query("select 1")));
      assertThat(isRefusedNow(behind.inTransaction(tx -> null))).isTrue();

      cut.mend();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> behind.query("select 1").map(RowSet::size).otherwise(0).await() == 1);
      Row row = behind.query("select 2 as two").await().iterator().next();
      assertThat(row.getInteger("two")).isEqualTo(2);
    }
  }

  @Test
  void aTransactionThatHasSentItsCommitFailsWithTheLossOfItsConnection() {
    try (TestDatabase db = TestDatabase.create();
        DatabaseCut cut = new DatabaseCut(db.address());
        Database behind = Database.open(db.vertx(), cut.address(), Settings.defaults())) {
      Future<?> result =
          behind.inTransaction(
              tx -> {
                Future<?> statement = tx.connection().query("select pg_sleep(60)").execute();
                tx.commit();
                TimeUnit.MILLISECONDS.sleep(500); // both are at the server
                cut.mend(); // its connections are lost
                return Awaiting.await(statement);
              });
      assertThatThrownBy(result::await).isInstanceOf(ClosedConnectionException.class);
    }
  }

  @Test
  void aStatementAfterTheLossOfItsConnectionIs503() {
    try (TestDatabase db = TestDatabase.create();
        DatabaseCut cut = new DatabaseCut(db.address());
        Database behind = Database.open(db.vertx(), cut.address(), Settings.defaults())) {
      Future<?> result =
          behind.inTransaction(
              tx -> {
                cut.mend(); // its connections are lost
                TimeUnit.MILLISECONDS.sleep(500); // until this side has noticed
                return Awaiting.await(tx.connection().query("select 1").execute());
              });
      await().until(result::isComplete);
      assertThat(result.cause()).isNotInstanceOf(ClosedConnectionException.class);
      assertThat(DatabaseProblems.of(result.cause(), "a test").orElseThrow().status())
          .isEqualTo(503);
    }
  }

  /** A refusal that is not waited for. */
  private static boolean isRefusedNow(Future<?> result) {
    return result.failed() && isRefusal(result.cause());
  }
}
