package io.glebe.core.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection when the head of a request that has begun does not end in time. Event loop
 * only.
 */
public final class HeadDeadline {
  private final Duration time;
  private @Nullable Future<?> timer;

  public HeadDeadline(Duration time) {
    this.time = time;
  }

  /** Notes that a head has begun and not ended; of several times, the first counts. */
  public void begin(ChannelHandlerContext context) {
    if (timer == null) {
      timer =
          context.executor().schedule(() -> close(context), time.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static void close(ChannelHandlerContext context) {
    var _ = context.close();
  }

  /** Notes that the head has ended. */
  public void end() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
