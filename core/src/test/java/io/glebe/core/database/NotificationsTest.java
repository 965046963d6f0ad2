package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.database.Notifications.Subscription;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.Problem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NotificationsTest {
  private static TestDatabase db;
  private static Notifications here;
  private static Notifications there;

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
    here = Notifications.open(db.vertx(), db.database()).await();
    there = Notifications.open(db.vertx(), db.database()).await();
  }

  @AfterAll
  static void close() {
    here.close();
    there.close();
    db.close();
  }

  private static long listeners(String topic) {
    // LISTEN is asynchronous: the server shows it as the last statement of the session
    return db.database()
        .query(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query"
                + " ILIKE $1",
            "LISTEN \"" + topic + "\"%")
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void aMessageReachesAllProcessesAfterTheCommit() {
    List<String> received = new CopyOnWriteArrayList<>();
    here.subscribe("told", received::add);
    there.subscribe("told", received::add);
    await().until(() -> listeners("told") == 2);
    db.database()
        .inTransaction(
            tx -> {
              Notifications.publish(tx, "told", "one");
              assertThat(received).isEmpty();
              return null;
            })
        .await();
    await().untilAsserted(() -> assertThat(received).containsExactly("one", "one"));
  }

  @Test
  void aMessageOfAFailedTransactionIsNotDelivered() {
    List<String> received = new CopyOnWriteArrayList<>();
    here.subscribe("rolled_back", received::add);
    await().until(() -> listeners("rolled_back") == 1);
    var failed =
        db.database()
            .inTransaction(
                tx -> {
                  Notifications.publish(tx, "rolled_back", "never");
                  throw Problem.conflict("no");
                });
    assertThatThrownBy(failed::await).isInstanceOf(Problem.class);
    here.publish("rolled_back", "after").await();
    await().untilAsserted(() -> assertThat(received).containsExactly("after"));
  }

  @Test
  void aLostConnectionIsReopenedAndTheGapIsReported() {
    List<String> received = new CopyOnWriteArrayList<>();
    try (Notifications own = Notifications.open(db.vertx(), db.database()).await()) {
      own.subscribe("cut", received::add);
      await().until(() -> listeners("cut") == 1);
      db.database()
          .query(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
                  + " current_database() AND query ILIKE 'LISTEN \"cut\"%'")
          .await();
      await().untilAsserted(() -> assertThat(received).containsExactly(Notifications.GAP));
      own.publish("cut", "again").await();
      await().untilAsserted(() -> assertThat(received).containsExactly(Notifications.GAP, "again"));
    }
  }

  @Test
  void aClosedSubscriptionReceivesNothingAndAFailingListenerAffectsNoOther() {
    List<String> received = new CopyOnWriteArrayList<>();
    List<String> closed = new CopyOnWriteArrayList<>();
    Subscription gone = here.subscribe("several", closed::add);
    here.subscribe(
        "several",
        payload -> {
          throw new IllegalStateException("a listener that fails on purpose");
        });
    here.subscribe("several", received::add);
    gone.close();
    await().until(() -> listeners("several") == 1);
    here.publish("several", "x").await();
    await().untilAsserted(() -> assertThat(received).containsExactly("x"));
    assertThat(closed).isEmpty();
  }

  @Test
  void emptyAndOversizePayloadsAreRejected() {
    assertThatThrownBy(() -> here.publish("a", "")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> here.publish("a", "x".repeat(8000)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> here.subscribe("No Topic", p -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
