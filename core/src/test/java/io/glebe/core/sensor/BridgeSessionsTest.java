package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.database.fixture.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which process takes over the sessions of processes that are gone. */
class BridgeSessionsTest {
  private static final String BROKER = "mqtt://broker";
  private static final Duration SILENCE = Duration.ofMinutes(1);
  private static TestDatabase db;

  private final BridgeSessions gone = new BridgeSessions(db.database(), BROKER, "gone");
  private final BridgeSessions first = new BridgeSessions(db.database(), BROKER, "first");
  private final BridgeSessions second = new BridgeSessions(db.database(), BROKER, "second");

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  /** A process that was killed longer ago than the silence. */
  @BeforeEach
  void kill() {
    gone.seen("host").await();
    silenceForAnHour("gone");
  }

  private static void silenceForAnHour(String id) {
    db.database()
        .query(
            """
            update sensor.bridge_session set seen_at = now() - interval '1 h'
            where client_id = $1
            """,
            id)
        .await();
  }

  @Test
  void oneProcessTakesASessionOver() {
    assertThat(first.take(SILENCE).await()).containsExactly("gone");
    assertThat(second.take(SILENCE).await()).isEmpty();
    first.ended("gone").await();
    silenceForAnHour("gone");
    assertThat(second.take(SILENCE).await()).as("it has ended").isEmpty();
  }

  @Test
  void aSessionIsTakenOverAgainWhenTheProcessThatTookItIsKilled() {
    assertThat(first.take(SILENCE).await()).containsExactly("gone");
    silenceForAnHour("gone");
    assertThat(second.take(SILENCE).await()).containsExactly("gone");
  }

  @Test
  void aSessionThatIsBeingEmptiedForLongIsNotTakenByAnother() {
    assertThat(first.take(SILENCE).await()).containsExactly("gone");
    silenceForAnHour("gone");
    first.keep(List.of("gone")).await();
    assertThat(second.take(SILENCE).await()).isEmpty();
  }

  @Test
  void aSessionThatWasGivenBackIsTakenAtOnce() {
    assertThat(first.take(SILENCE).await()).containsExactly("gone");
    first.giveBack("gone").await();
    assertThat(second.take(SILENCE).await()).containsExactly("gone");
  }
}
