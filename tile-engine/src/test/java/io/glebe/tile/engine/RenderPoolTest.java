package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RenderPoolTest {

  @Test
  void tilesRunBeforeBackgroundWorkThatWasQueuedEarlier() throws Exception {
    try (RenderPool<Object> pool = new RenderPool<>(1, 10, 10, Object::new)) {
      CountDownLatch gate = occupy(pool);
      List<String> order = Collections.synchronizedList(new ArrayList<>());
      var b = pool.submit(Priority.BACKGROUND, () -> false, s -> order.add("background"));
      var t = pool.submit(Priority.TILES, () -> false, s -> order.add("tile"));
      gate.countDown();
      CompletableFuture.allOf(b, t).get(60, TimeUnit.SECONDS);
      assertThat(order).containsExactly("tile", "background");
    }
  }

  @Test
  void aFullQueueRefusesWithSecondsToWaitAndTheOtherQueueStaysOpen() {
    try (RenderPool<Object> pool = new RenderPool<>(1, 2, 1, Object::new)) {
      CountDownLatch gate = occupy(pool);
      var _ = pool.submit(Priority.TILES, () -> false, s -> 1);
      var _ = pool.submit(Priority.TILES, () -> false, s -> 2);
      assertThatThrownBy(() -> pool.submit(Priority.TILES, () -> false, s -> 3))
          .isInstanceOfSatisfying(
              EngineBusyException.class, e -> assertThat(e.retryAfterSeconds()).isBetween(1, 30));
      var other = pool.submit(Priority.BACKGROUND, () -> false, s -> 4);
      gate.countDown();
      assertThat(other.join()).isEqualTo(4);
      assertThat(pool.refusals()).isEqualTo(1);
    }
  }

  @Test
  void abandonedJobsAreDroppedBeforeTheyStartAndFreeAFullQueue() {
    try (RenderPool<Object> pool = new RenderPool<>(1, 1, 1, Object::new)) {
      CountDownLatch gate = occupy(pool);
      AtomicBoolean gone = new AtomicBoolean();
      AtomicInteger ran = new AtomicInteger();
      var left = pool.submit(Priority.TILES, gone::get, s -> ran.incrementAndGet());
      gone.set(true);
      var kept = pool.submit(Priority.TILES, () -> false, s -> 7);
      gate.countDown();
      assertThat(kept.join()).isEqualTo(7);
      assertThat(left).isCancelled();
      assertThat(ran).hasValue(0);
      assertThat(pool.abandoned()).isEqualTo(1);
    }
  }

  @Test
  void aFailingJobNotifiesItsWaiterAndTheWorkerContinues() {
    try (RenderPool<Object> pool = new RenderPool<>(1, 4, 4, Object::new)) {
      var failed =
          pool.submit(
              Priority.TILES,
              () -> false,
              s -> {
                throw new StackOverflowError("deep");
              });
      assertThatThrownBy(failed::join).hasCauseInstanceOf(StackOverflowError.class);
      assertThat(pool.submit(Priority.TILES, () -> false, s -> 1).join()).isEqualTo(1);
    }
  }

  @Test
  void eachWorkerKeepsItsOwnScratch() {
    AtomicInteger made = new AtomicInteger();
    try (RenderPool<Integer> pool = new RenderPool<>(2, 100, 4, made::incrementAndGet)) {
      for (int i = 0; i < 50; i++) {
        assertThat(pool.submit(Priority.TILES, () -> false, s -> s).join()).isBetween(1, 2);
      }
      await().until(() -> made.get() == 2);
    }
  }

  @Test
  void aClosedPoolRefusesNewJobsAndCancelsWaitingOnes() {
    RenderPool<Object> pool = new RenderPool<>(1, 4, 4, Object::new);
    CountDownLatch gate = occupy(pool);
    var waiting = pool.submit(Priority.TILES, () -> false, s -> 1);
    Thread closer = Thread.ofVirtual().start(pool::close);
    await()
        .until(
            () -> {
              try {
                var _ = pool.submit(Priority.BACKGROUND, () -> true, s -> 1);
                return false;
              } catch (EngineBusyException e) {
                return false;
              } catch (RejectedExecutionException e) {
                return true;
              }
            });
    gate.countDown();
    await().until(() -> !closer.isAlive());
    assertThat(waiting).isCancelled();
  }

  /** Keeps the only worker busy until the latch is counted down. */
  private static CountDownLatch occupy(RenderPool<Object> pool) {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    var _ =
        pool.submit(
            Priority.TILES,
            () -> false,
            s -> {
              started.countDown();
              awaitQuietly(gate);
              return 0;
            });
    awaitQuietly(started);
    return gate;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
