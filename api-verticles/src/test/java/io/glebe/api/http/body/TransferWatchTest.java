package io.glebe.api.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which transfers are too slow. */
class TransferWatchTest {
  private static final int WINDOW_MILLIS = 5;
  private static final int WINDOW_BYTES = 100;
  private static final int CHECKS = 30;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger checks = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** A watch of a transfer that waits for its client at each check. */
  private TransferWatch watch(LongSupplier transferred) {
    return new TransferWatch(
        new TransferWatch.Bounds(WINDOW_MILLIS, WINDOW_BYTES),
        transferred,
        () -> {
          checks.incrementAndGet();
          return true;
        },
        () -> ended.set(true));
  }

  private void onLoop(Runnable work) {
    Future.<Void>future(
            done ->
                vertx.runOnContext(
                    turn -> {
                      work.run();
                      done.complete();
                    }))
        .await();
  }

  @Test
  void aTransferThatIsFastInOneWindowOfThreeGoesOn() {
    onLoop(() -> watch(() -> (checks.get() + 2) / 3 * 3L * WINDOW_BYTES).start());
    await().until(() -> checks.get() > CHECKS);
    assertThat(ended).isFalse();
  }

  @Test
  void aTransferThatHasItsRateInOneWindowOfThreeOnlyEnds() {
    onLoop(() -> watch(() -> (checks.get() + 2) / 3 * (long) WINDOW_BYTES).start());
    await().untilTrue(ended);
  }

  @Test
  void aWatchThatWasStoppedBeforeItBeganDoesNotBegin() {
    onLoop(
        () -> {
          TransferWatch watch = watch(() -> 0);
          watch.stop();
          watch.start();
        });
    onLoop(() -> watch(() -> checks.get() * 2L * WINDOW_BYTES).start());
    await().until(() -> checks.get() > CHECKS);
    assertThat(ended).isFalse();
  }
}
