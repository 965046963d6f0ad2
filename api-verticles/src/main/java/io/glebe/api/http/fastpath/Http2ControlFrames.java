package io.glebe.api.http.fastpath;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.concurrent.TimeUnit;

/**
 * Limits the frames of a client that belong neither to a request nor to a body (SETTINGS, PING,
 * PRIORITY, WINDOW_UPDATE, GOAWAY and unknown ones): each costs the server more than the client. A
 * client that reads much may send more of them, because it reports what it has read.
 */
final class Http2ControlFrames {
  private static final long WINDOW = TimeUnit.SECONDS.toNanos(30);

  /** Bytes of responses for which one frame more is allowed; two may report a short event. */
  static final int RESPONSE_BYTES = 64;

  private final int limit;
  private long since = System.nanoTime();
  private long frames;
  private long responseBytes;

  /**
   * @param limit frames within 30 s, beside those for responses
   */
  Http2ControlFrames(int limit) {
    this.limit = limit;
  }

  /** Notes that so many bytes have been written to the client. */
  void written(int bytes) {
    responseBytes += bytes;
  }

  /**
   * Counts a frame.
   *
   * @throws Http2Exception if it is one too many; it closes the connection
   */
  void read() throws Http2Exception {
    long now = System.nanoTime();
    if (now - since > WINDOW) {
      since = now;
      frames = 0;
      responseBytes = 0;
    }
    if (++frames > limit + responseBytes / RESPONSE_BYTES) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM, "more than %d control frames within 30 s", limit);
    }
  }
}
