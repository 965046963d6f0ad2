package io.glebe.api.boot.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StorageWatchTest {
  @Test
  void aStoreThatDoesNotAnswerForFiveSecondsHasFailedUntilItAnswers() {
    AtomicLong nanos = new AtomicLong();
    CountDownLatch answer = new CountDownLatch(1);
    StorageWatch.Part part =
        new StorageWatch.Part("zarr store", () -> awaitUninterrupted(answer), nanos::get);

    part.check();
    nanos.addAndGet(Duration.ofMillis(4_900).toNanos());
    assertThat(part.failure()).isEmpty();
    nanos.addAndGet(Duration.ofMillis(200).toNanos());
    assertThat(part.failure()).contains("no answer for 5 s");

    answer.countDown();
    await().untilAsserted(() -> assertThat(part.failure()).isEmpty());
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
