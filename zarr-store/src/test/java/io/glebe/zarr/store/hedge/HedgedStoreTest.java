package io.glebe.zarr.store.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.RangeOutsideObjectException;
import io.glebe.zarr.store.StagedStore;
import io.glebe.zarr.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HedgedStoreTest {
  private static final byte[] CONTENT = {1, 2, 3};
  private static final Duration FLOOR = Duration.ofMillis(20);

  /** Enough reads to know how long they take, and to save up ten second requests. */
  private static final int USUAL = 256;

  private final StagedStore staged = new StagedStore(new MemoryObjectStore());
  private final HedgedStore store = new HedgedStore(staged, 0.05, FLOOR);
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();
  private final CountDownLatch never = new CountDownLatch(1);

  @BeforeEach
  void fill() {
    staged.put("key", CONTENT);
  }

  @AfterEach
  void close() {
    never.countDown();
    store.close();
  }

  private void hang() {
    try {
      never.await();
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
      throw new StoreException("key", "interrupted", e);
    }
  }

  private void read(int times) {
    for (int i = 0; i < times; i++) {
      try (Blob blob = store.get("key").orElseThrow()) {
        assertThat(blob.toByteArray()).isEqualTo(CONTENT);
      }
    }
  }

  private void atRequest(IntConsumer action) {
    requests.set(0);
    staged.beforeGet(key -> action.accept(requests.incrementAndGet()));
  }

  @Test
  void aSlowReadIsSentASecondTimeAndTheFirstAnswerCounts() {
    read(USUAL);
    atRequest(
        number -> {
          if (number == 1) {
            hang();
          }
        });
    read(1);
    assertThat(requests).hasValue(2);
    assertThat(store.answeredFirst()).isGreaterThanOrEqualTo(1);
    await().untilAsserted(() -> assertThat(interrupted).hasValue(1));
  }

  @Test
  void withoutKnowingHowLongReadsTakeNoneIsSentTwice() {
    CountDownLatch slow = new CountDownLatch(1);
    atRequest(
        number -> {
          if (number == 1) {
            Thread.ofVirtual().start(slow::countDown);
            awaitLatch(slow);
          }
        });
    read(20);
    assertThat(requests).hasValue(20);
    assertThat(store.sent()).isZero();
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each read takes longer than all before, as in a store that becomes slow. */
  @Test
  void secondRequestsAreAShareOfAllReads() {
    try (HedgedStore eager = new HedgedStore(staged, 0.05, Duration.ofNanos(1))) {
      atRequest(number -> pause(Duration.ofMillis(2L + number / 32)));
      for (int i = 0; i < 200; i++) {
        eager.get("key").orElseThrow().close();
      }
      assertThat(eager.sent()).isPositive().isLessThanOrEqualTo(200 / 20);
      assertThat(requests.get()).isBetween(200, 200 + (int) eager.sent());
    }
  }

  private void pause(Duration time) {
    try {
      assertThat(never.await(time.toNanos(), TimeUnit.NANOSECONDS)).isFalse();
    } catch (InterruptedException e) {
      throw new StoreException("key", "interrupted", e);
    }
  }

  @Test
  void theFailureOfOneOfTwoRequestsIsNoFailure() {
    read(USUAL);
    CountDownLatch secondSent = new CountDownLatch(1);
    atRequest(
        number -> {
          if (number == 1) {
            awaitLatch(secondSent);
            return;
          }
          secondSent.countDown();
          throw new StoreException("key", "refused");
        });
    read(1);
    assertThat(requests).hasValue(2);
  }

  @Test
  void aStoreThatFailsGetsNoSecondRequests() {
    read(USUAL);
    atRequest(
        number -> {
          throw new StoreException("key", "refused");
        });
    for (int i = 0; i < 64; i++) {
      assertThatThrownBy(() -> store.get("key")).isInstanceOf(StoreException.class);
    }
    atRequest(number -> pause(Duration.ofMillis(30)));
    long failing = store.sent();
    read(20);
    assertThat(store.sent()).isEqualTo(failing);
  }

  @Test
  void anAnswerThatIsAnExceptionIsNotAskedForAgain() {
    read(USUAL);
    atRequest(number -> {});
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> store.get("key", List.of(ByteRange.of(10, 1))))
          .isInstanceOf(RangeOutsideObjectException.class);
    }
    assertThat(store.get("absent")).isEmpty();
    assertThat((long) requests.get()).isLessThanOrEqualTo(101 + store.sent());
  }

  @Test
  void anInterruptedReaderLeavesAndItsRequestEnds() throws InterruptedException {
    CountDownLatch reading = new CountDownLatch(1);
    atRequest(
        number -> {
          reading.countDown();
          hang();
        });
    AtomicInteger failures = new AtomicInteger();
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    store.get("key");
                  } catch (StoreException e) {
                    failures.incrementAndGet();
                  }
                });
    reading.await();
    reader.interrupt();
    reader.join();
    assertThat(failures).hasValue(1);
    await().untilAsserted(() -> assertThat(interrupted).hasValue(1));
  }
}
