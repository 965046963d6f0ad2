package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pools of one connection: work waits for it, a little and not for ever. */
final class SmallPoolsTest {
  private static final TestDatabase DB = TestDatabase.create();
  private static final Settings SMALL =
      Settings.defaults()
          .with(StorageSettings.DATABASE_POOL, "1")
          .with(StorageSettings.DATABASE_BACKGROUND_POOL, "1")
          .with(StorageSettings.DATABASE_INGESTION_POOL, "1")
          .with(StorageSettings.DATABASE_WAITERS, "1");

  @AfterAll
  static void close() {
    DB.close();
  }

  private static Database open(Settings settings) {
    return Database.open(DB.vertx(), DB.database().address(), settings);
  }

  private static Future<Integer> work(Database database, Purpose purpose) {
    return database.inTransaction(purpose, tx -> 1);
  }

  /** To connect to the server may take longer than work waits. */
  private static SqlConnection connected(Database database, Purpose purpose) {
    return Awaitility.await()
        .ignoreExceptions()
        .until(() -> database.connection(purpose).await(), connection -> true);
  }

  private static void isRefused(Future<Integer> work) {
    assertThatThrownBy(work::await)
        .isInstanceOfSatisfying(
            Problem.class,
            busy -> {
              assertThat(busy.status()).isEqualTo(503);
              assertThat(busy.headers()).containsKey("Retry-After");
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"REQUEST", "BACKGROUND", "INGESTION"})
  @Tag("GLEBE_DATABASE_POOL")
  @Tag("GLEBE_DATABASE_BACKGROUND_POOL")
  @Tag("GLEBE_DATABASE_INGESTION_POOL")
  @Tag("GLEBE_DATABASE_WAITERS")
  void workWaitsForAConnectionOfItsPoolAndTheOtherPoolsAreFree(Purpose purpose) {
    try (Database database = open(SMALL)) {
      SqlConnection held = database.connection(purpose).await();
      Future<Integer> waiting = work(database, purpose);
      isRefused(work(database, purpose));
      for (Purpose other : new Purpose[] {Purpose.REQUEST, Purpose.BACKGROUND, Purpose.INGESTION}) {
        if (other != purpose) {
          assertThat(work(database, other).await()).isEqualTo(1);
        }
      }
      assertThat(waiting.isComplete()).isFalse();
      held.close().await();
      assertThat(waiting.await()).isEqualTo(1);
      assertThat(work(database, purpose).await()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REQUEST", "BACKGROUND", "INGESTION"})
  @Tag("GLEBE_DATABASE_WAIT")
  void workWaitsNoLongerThanItMay(Purpose purpose) {
    try (Database database = open(SMALL.with(StorageSettings.DATABASE_WAIT, "100ms"))) {
      SqlConnection held = connected(database, purpose);
      isRefused(work(database, purpose));
      held.close().await();
      assertThat(work(database, purpose).await()).isEqualTo(1);
    }
  }
}
