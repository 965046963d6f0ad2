package io.glebe.core.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection when the head of a request that has begun does not end in time, or needs more
 * {@link HeadMemory} than there is. Event loop only.
 */
public final class UnfinishedHead {
  private final Duration time;
  private @Nullable Future<?> timer;
  private HeadMemory.@Nullable Lease memory;

  /**
   * @param time from the first byte of a head to its end
   */
  public UnfinishedHead(Duration time) {
    this.time = time;
  }

  /** Notes that a head has begun and not ended; of several times, the first counts. */
  public void begin(ChannelHandlerContext context) {
    if (timer == null) {
      timer =
          context.executor().schedule(() -> close(context), time.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Takes the memory of a part of a head.
   *
   * @param bytes as {@link HeadMemory#cost} says
   * @return false when there is none, and the connection is closed
   */
  public boolean take(ChannelHandlerContext context, long bytes) {
    HeadMemory.Lease held = memory;
    if (held == null) {
      held = HeadMemory.reading(context.channel());
      memory = held;
    }
    boolean isTaken = held.take(bytes);
    if (!isTaken) {
      close(context);
    }
    return isTaken;
  }

  private static void close(ChannelHandlerContext context) {
    var _ = context.close();
  }

  /** Notes that the head has ended, or the connection. */
  public void end() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
    release();
  }

  /** Gives the memory back. */
  public void release() {
    if (memory != null) {
      memory.release();
    }
  }
}
