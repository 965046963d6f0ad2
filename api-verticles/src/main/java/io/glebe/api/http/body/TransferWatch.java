package io.glebe.api.http.body;

import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.vertx.core.Vertx;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Ends a transfer whose client is too slow: one that stays below the minimum rate in {@value
 * #WINDOWS} windows together, in each of which only the client was waited for. Event loop only.
 */
public final class TransferWatch {
  private static final int WINDOWS = 3;

  /**
   * How slow a client may be.
   *
   * @param windowMillis length of one window
   * @param windowBytes least bytes in one window
   */
  public record Bounds(long windowMillis, long windowBytes) {
    public static Bounds of(Settings settings) {
      long window = Math.max(1, settings.get(MemorySettings.TRANSFER_TIMEOUT).toMillis() / WINDOWS);
      return new Bounds(window, settings.get(MemorySettings.MIN_TRANSFER_RATE) * window / 1000);
    }
  }

  private final Vertx vertx;
  private final Bounds bounds;
  private final LongSupplier transferred;
  private final BooleanSupplier waitsForClient;
  private final Runnable tooSlow;
  private long timer = -1;
  private long previousBytes;
  private boolean stopped;

  /** Bytes of the latest windows, and how many of them in a row waited for the client. */
  private final long[] windows = new long[WINDOWS];

  private int waited;
  private int checks;

  /**
   * @param transferred bytes until now
   * @param waitsForClient whether the transfer could go on if the client did its part
   * @param tooSlow ends the transfer; called at most once
   */
  public TransferWatch(
      Bounds bounds, LongSupplier transferred, BooleanSupplier waitsForClient, Runnable tooSlow) {
    this.vertx = Vertx.currentContext().owner();
    this.bounds = bounds;
    this.transferred = transferred;
    this.waitsForClient = waitsForClient;
    this.tooSlow = tooSlow;
  }

  /** Begins to watch, unless it does already or has been stopped. */
  public void start() {
    if (timer < 0 && !stopped) {
      previousBytes = transferred.getAsLong();
      timer = vertx.setPeriodic(bounds.windowMillis(), id -> check());
    }
  }

  /** Watches no more, for good. */
  public void stop() {
    stopped = true;
    if (timer >= 0) {
      vertx.cancelTimer(timer);
      timer = -1;
    }
  }

  private void check() {
    long now = transferred.getAsLong();
    windows[checks++ % WINDOWS] = now - previousBytes;
    previousBytes = now;
    waited = waitsForClient.getAsBoolean() ? waited + 1 : 0;
    long least = Math.max(1, WINDOWS * bounds.windowBytes());
    if (waited >= WINDOWS && LongStream.of(windows).sum() < least) {
      stop();
      tooSlow.run();
    }
  }
}
