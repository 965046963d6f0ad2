package io.glebe.core.record.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that changes in this process, changes in other processes and a shutdown wake waiting
 * callers.
 */
class ChangeSignalsTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private TestDatabase db;
  private Notifications hereNotified;
  private Notifications thereNotified;
  private ChangeSignals here;
  private ChangeSignals there;

  @BeforeEach
  void open() {
    db = TestDatabase.create();
    hereNotified = Notifications.open(db.vertx(), db.database()).await();
    thereNotified = Notifications.open(db.vertx(), db.database()).await();
    here = new ChangeSignals(db.vertx(), hereNotified);
    there = new ChangeSignals(db.vertx(), thereNotified);
    thereNotified.listening("records_changed").await();
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    hereNotified.close();
    thereNotified.close();
    db.close();
  }

  private static CompletableFuture<Long> waiting(ChangeSignals at, List<String> collections) {
    long seen = at.sum(collections);
    CompletableFuture<Long> woken = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            woken.complete(at.await(collections, seen, LONG));
          } catch (InterruptedException e) {
            woken.completeExceptionally(e);
          }
        });
    return woken;
  }

  @Test
  void aChangeWakesWaitersHereAndInAnotherProcessOnce() {
    CompletableFuture<Long> near = waiting(here, List.of("fields", "tasks"));
    CompletableFuture<Long> far = waiting(there, List.of("tasks"));
    CompletableFuture<Long> other = waiting(there, List.of("animals"));
    here.changed(Set.of("tasks"));
    here.changed(Set.of("tasks", "fields"));
    assertThat(near.join()).isPositive();
    assertThat(far.join()).isEqualTo(1);
    await().untilAsserted(() -> assertThat(there.count("fields")).isEqualTo(1));
    assertThat(here.count("tasks")).as("our own message is not counted again").isEqualTo(2);
    assertThat(other).isNotDone();
    assertThat(there.count("animals")).isZero();
    there.close();
    assertThat(other.join()).as("a stopping platform keeps nobody waiting").isZero();
    assertThat(there.isClosed()).isTrue();
    assertThat(here.isClosed()).isFalse();
  }

  @Test
  void aCallerWithAnOlderCountReturnsAtOnceAndAWaitTimesOut() throws InterruptedException {
    here.changed(Set.of("tasks"));
    assertThat(here.await(List.of("tasks"), 0, LONG)).isEqualTo(1);
    assertThat(here.await(List.of("tasks"), 1, Duration.ofMillis(1))).isEqualTo(1);
  }

  @Test
  void aGapInTheNotificationsCountsAsAChangeOfAllKnownCollections() {
    here.changed(Set.of("tasks", "fields"));
    hereNotified.listening("records_changed").await();
    db.database()
        .query(
            """
            select pg_terminate_backend(pid)
            from pg_stat_activity
            where datname = current_database()
              and (query ilike 'LISTEN "records_changed"%' or query = 'SELECT 1')
            """)
        .await();
    await().untilAsserted(() -> assertThat(here.count("tasks")).isEqualTo(2));
    assertThat(here.count("fields")).isEqualTo(2);
    assertThat(here.count("animals")).isZero();
  }
}
