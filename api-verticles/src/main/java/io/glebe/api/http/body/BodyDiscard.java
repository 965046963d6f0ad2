package io.glebe.api.http.body;

import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads and discards the rest of a request body, so that the connection can be reused; closes the
 * connection of a client that sends too much, or too many tiny chunks.
 *
 * @param bytes that are discarded at most
 * @param time that the client has for them
 * @param pause before the rest of a large body of a refused request is read, so that a client that
 *     sends such requests one after the other does not cost the platform their bytes
 * @param minChunk mean bytes of the chunks of a body that has many; 0 for no limit
 */
public record BodyDiscard(long bytes, Duration time, Duration pause, int minChunk) {
  /** A body that is not large: it is in the buffers of the connection already. */
  private static final int SMALL = 64 * 1024;

  /** What a chunk costs beside its bytes. */
  static final int CHUNK_BYTES = 64;

  private static final int MAX_DIGITS = 10;

  static BodyDiscard of(Settings settings) {
    return new BodyDiscard(
        settings.get(ConnectionSettings.DISCARD_BYTES),
        settings.get(ConnectionSettings.DISCARD_TIMEOUT),
        settings.get(ConnectionSettings.DISCARD_PAUSE),
        settings.get(ConnectionSettings.MIN_CHUNK_BYTES));
  }

  /**
   * Discards the {@link #rest} of a refused request; returns for how long it should not be read.
   *
   * @param end ends the connection or stream of a client that sends too much
   */
  public Duration restLater(HttpServerRequest request, Runnable end) {
    Duration pause = pauseOf(request);
    rest(request, end);
    return pause;
  }

  /** The streams of HTTP/2 share their connection, so a pause is for HTTP/1.1 only. */
  private Duration pauseOf(HttpServerRequest request) {
    boolean mayBeMuch =
        request.version() != HttpVersion.HTTP_2
            && !request.isEnded()
            && announcesBody(request)
            && !isSmall(request);
    return mayBeMuch ? pause : Duration.ZERO;
  }

  /**
   * Whether the head of a request of HTTP/1.1 announces a body, which it must where there is one.
   */
  private static boolean announcesBody(HttpServerRequest request) {
    return request.headers().contains(HttpHeaders.CONTENT_LENGTH)
        || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
  }

  /** Whether the head of the request announces a body of at most 64 KiB. */
  public static boolean isSmall(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return length != null
        && length.length() < MAX_DIGITS
        && length.chars().allMatch(Character::isDigit)
        && Long.parseLong(length) <= SMALL;
  }

  /** Reads and discards the rest, unless the client sends too much. Event loop only. */
  void rest(HttpServerRequest request, Runnable end) {
    if (request.isEnded()) {
      return;
    }
    long[] seen = {0};
    ChunkSizes sizes = ChunkSizes.of(request, minChunk);
    Vertx vertx = Vertx.currentContext().owner();
    long timer = vertx.setTimer(time.toMillis(), late -> runUnlessEnded(request, end));
    request.endHandler(whole -> vertx.cancelTimer(timer));
    whenLeft(request, left -> vertx.cancelTimer(timer));
    request.handler(
        chunk -> {
          seen[0] += CHUNK_BYTES + chunk.length();
          if (sizes.areTooSmallWith(chunk.length()) || seen[0] > bytes) {
            request.handler(null);
            end.run();
          }
        });
    request.resume();
  }

  /**
   * Vert.x tells a request of HTTP/1.1 whose response has been sent nothing of the end of its
   * connection, and its timer would keep it, with the connection and what the connection has read.
   */
  private static void whenLeft(HttpServerRequest request, Handler<@Nullable Object> left) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.exceptionHandler(left::handle);
    } else {
      request.connection().closeHandler(left::handle);
    }
  }

  private static void runUnlessEnded(HttpServerRequest request, Runnable end) {
    if (!request.isEnded()) {
      end.run();
    }
  }
}
