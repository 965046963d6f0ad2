package io.glebe.api.boot.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the JVM reports about waiting threads is counted. */
class JvmEventsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long HELD_MILLIS = 150;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private static void waitForALock() throws InterruptedException {
    Object lock = new Object();
    CountDownLatch taken = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () -> {
                  synchronized (lock) {
                    taken.countDown();
                    pause();
                  }
                });
    taken.await();
    synchronized (lock) {
      holder.join();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(HELD_MILLIS); // the time that is measured
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private double locks() {
    return registry.counter(MeterNames.JVM_EVENTS, "kind", "lock").count();
  }

  @Test
  void aThreadThatWaitsForALockIsCounted() {
    Settings settings = Settings.defaults().with(FaultSettings.JVM_EVENTS, "true");
    try (JvmEvents events = JvmEvents.of(settings, registry).orElseThrow()) {
      assertThat(events).isNotNull();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                waitForALock();
                return locks() > 0;
              });
    }
  }

  @Test
  void nothingIsReadWithoutTheSetting() {
    assertThat(JvmEvents.of(Settings.defaults(), registry)).isEmpty();
  }
}
