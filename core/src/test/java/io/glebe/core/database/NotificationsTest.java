package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.Settings;
import io.glebe.core.database.Notifications.Subscription;
import io.glebe.core.database.fixture.DatabaseCut;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.Problem;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
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

  @Test
  void aMessageReachesAllProcessesAfterTheCommit() {
    List<String> received = new CopyOnWriteArrayList<>();
    here.subscribe("told", received::add);
    there.subscribe("told", received::add);
    here.listening("told").await();
    there.listening("told").await();
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
    here.listening("rolled_back").await();
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
  void afterALongSilenceMessagesCountWhenTheirListenersAreDone() {
    Promise<Void> read = Promise.promise();
    Vertx slow = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    try (Database behind = Database.open(slow, db.address(), Settings.defaults());
        Notifications own = Notifications.open(slow, behind).await()) {
      AtomicBoolean received = new AtomicBoolean();
      own.follow(
          "frozen",
          payload -> {
            received.set(true);
            return read.future();
          });
      own.listening("frozen").await();
      CountDownLatch frozen = new CountDownLatch(1);
      slow.runOnContext(run -> awaitUninterruptibly(frozen));
      here.publish("frozen", "changed").await();
      await().until(() -> own.silence().toMillis() > 3_500);
      frozen.countDown();
      await().untilTrue(received);
      await()
          .during(Duration.ofSeconds(2)) // of two answers to the listening connection
          .until(() -> own.silence().toMillis() > 3_500);
      read.complete();
      await().until(() -> own.silence().toMillis() < 2_000);
    } finally {
      slow.close().await();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aLostConnectionIsReopenedAndTheGapIsReported() {
    List<String> received = new CopyOnWriteArrayList<>();
    DatabaseAddress address = db.address();
    DatabaseAddress named =
        new DatabaseAddress(
            address.host(),
            address.port(),
            address.database(),
            address.user(),
            address.password(),
            "application_name=cut");
    try (Database behind = Database.open(db.vertx(), named, Settings.defaults());
        Notifications own = Notifications.open(db.vertx(), behind).await()) {
      own.subscribe("cut", received::add);
      own.listening("cut").await();
      db.database()
          .query(
              """
              select pg_terminate_backend(pid)
              from pg_stat_activity
              where datname = current_database() and application_name = 'cut'
              """)
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
    here.listening("several").await();
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

  @Test
  void aSilentCutIsNoticedAndTheProcessHearsAgainWhenItsListenersHaveReadTheState() {
    Promise<Void> read = Promise.promise();
    List<String> received = new CopyOnWriteArrayList<>();
    try (DatabaseCut cut = new DatabaseCut(db.address());
        Database behind = Database.open(db.vertx(), cut.address(), Settings.defaults());
        Notifications own = Notifications.open(db.vertx(), behind).await()) {
      own.follow(
          "followed",
          payload -> {
            received.add(payload);
            return read.future();
          });
      own.listening("followed").await();
      await().until(() -> own.isHearing() && own.silence().toMillis() < 2_000);
      cut.cut();
      await().until(() -> !own.isHearing());
      assertThat(own.silence()).isGreaterThan(Duration.ofSeconds(3));
      cut.mend();
      await().untilAsserted(() -> assertThat(received).containsExactly(Notifications.GAP));
      assertThat(own.isHearing()).as("the state is not read yet").isFalse();
      read.complete();
      await().until(own::isHearing);
    }
  }
}
