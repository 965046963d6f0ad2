package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.SystemProblems;
import io.vertx.core.Future;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that stops in the middle of a transaction. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class IdleTransactionTest {
  private static final String LOCK = "select pg_advisory_xact_lock(4711)";
  private static final Settings SHORT =
      Settings.defaults().with(StorageSettings.DATABASE_IDLE_TRANSACTION, "500ms");

  @Test
  @Tag("GLEBE_DATABASE_IDLE_TRANSACTION")
  void theLocksOfAStoppedProcessAreReleasedAndItsTransactionFails() throws Exception {
    try (TestDatabase db = TestDatabase.create();
        Database stopped = Database.open(db.vertx(), db.database().address(), SHORT)) {
      CountDownLatch locked = new CountDownLatch(1);
      CountDownLatch resumed = new CountDownLatch(1);
      Future<Integer> transaction =
          stopped.inTransaction(
              tx -> {
                tx.execute(LOCK);
                locked.countDown();
                resumed.await();
                return tx.execute("select 1").size();
              });
      locked.await();
      assertThat(db.database().inTransaction(tx -> tx.execute(LOCK).size()).await()).isEqualTo(1);
      resumed.countDown();
      await().until(transaction::isComplete);
      Problem failed = problem(transaction.cause()); // the database's word, or a reset connection
      assertThat(failed.status()).isEqualTo(503);
      assertThat(stopped.inTransaction(tx -> 2).await()).isEqualTo(2);
    }
  }

  private static Problem problem(Throwable failure) {
    return DatabaseProblems.of(failure, "a test")
        .or(() -> SystemProblems.of(failure, "a test"))
        .orElseThrow();
  }
}
