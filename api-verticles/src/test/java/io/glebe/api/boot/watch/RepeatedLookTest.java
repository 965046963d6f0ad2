package io.glebe.api.boot.watch;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RepeatedLookTest {
  @Test
  void aScheduleGoesOnAfterAFailure() throws InterruptedException {
    CountDownLatch looks = new CountDownLatch(3);
    Runnable look =
        RepeatedLook.of(
            "test",
            () -> {
              looks.countDown();
              throw new IllegalStateException("on purpose");
            });
    try (ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor()) {
      var _ = schedule.scheduleWithFixedDelay(look, 0, 1, MILLISECONDS);
      assertThat(looks.await(1, TimeUnit.MINUTES)).isTrue();
      schedule.shutdownNow();
    }
  }
}
