package io.glebe.core.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WorkLoopTest {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(5);

  private final AtomicInteger steps = new AtomicInteger();

  @Test
  void stepsFollowEachOtherWhileThereIsWork() {
    try (WorkLoop loop = new WorkLoop("work", NEVER, () -> steps.incrementAndGet() < 5)) {
      loop.start();
      await().until(() -> steps.get() == 5);
    }
    assertThat(steps).hasValue(5);
  }

  @Test
  void aLoopWithoutWorkContinuesWhenItIsWoken() {
    try (WorkLoop loop = new WorkLoop("work", NEVER, () -> steps.incrementAndGet() < 0)) {
      loop.start();
      await().until(() -> steps.get() == 1);
      loop.wake();
      await().until(() -> steps.get() == 2);
    }
  }

  @Test
  void aWakeDuringAStepIsNotLost() throws InterruptedException {
    CountDownLatch inStep = new CountDownLatch(1);
    CountDownLatch woken = new CountDownLatch(1);
    try (WorkLoop loop =
        new WorkLoop(
            "work",
            NEVER,
            () -> {
              inStep.countDown();
              awaitLatch(woken);
              return steps.incrementAndGet() < 0;
            })) {
      loop.start();
      inStep.await();
      loop.wake();
      woken.countDown();
      await().until(() -> steps.get() >= 2);
    }
  }

  @Test
  void aLoopWithoutWorkLooksAgainAfterItsInterval() {
    try (WorkLoop loop = new WorkLoop("work", SHORT, () -> steps.incrementAndGet() < 0)) {
      loop.start();
      await().until(() -> steps.get() >= 3);
    }
  }

  @Test
  void aStepThatFailsIsRepeatedAfterTheInterval() {
    try (WorkLoop loop =
        new WorkLoop(
            "work",
            SHORT,
            () -> {
              if (steps.incrementAndGet() < 3) {
                throw new IllegalStateException("not now");
              }
              return false;
            })) {
      loop.start();
      await().until(() -> steps.get() >= 3);
    }
  }

  @Test
  void closeWaitsForTheStepAndNoneFollows() throws InterruptedException {
    CountDownLatch inStep = new CountDownLatch(1);
    AtomicReference<WorkLoop> self = new AtomicReference<>();
    WorkLoop loop =
        new WorkLoop(
            "work",
            SHORT,
            () -> {
              inStep.countDown();
              await().until(() -> self.get().isClosed());
              steps.incrementAndGet();
              return true;
            });
    self.set(loop);
    loop.start();
    inStep.await();
    loop.close();
    assertThat(steps).hasValue(1);
  }

  @Test
  void aClosedLoopDoesNotStart() {
    WorkLoop loop = new WorkLoop("work", SHORT, () -> steps.incrementAndGet() < 0);
    loop.close();
    loop.start();
    loop.close();
    assertThat(steps).hasValue(0);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
