package io.glebe.api.http.fastpath;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Closes a connection when the head of a request that has begun does not end in time. */
final class HeadDeadline {
  private final Duration time;
  private @Nullable Future<?> timer;

  HeadDeadline(Duration time) {
    this.time = time;
  }

  /** Notes that a head has begun and not ended; of several times, the first counts. */
  void begin(ChannelHandlerContext context) {
    if (timer == null) {
      timer =
          context.executor().schedule(() -> close(context), time.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static void close(ChannelHandlerContext context) {
    var _ = context.close();
  }

  /** Notes that the head has ended. */
  void end() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
