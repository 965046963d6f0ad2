package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.body.TransferWatch;
import io.glebe.api.http.fastpath.ConnectionAbort;
import io.glebe.api.http.fastpath.StreamCredit;
import io.vertx.core.Future;
import io.vertx.core.http.HttpVersion;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Resets a stream of HTTP/2 whose client reads too slowly. Over HTTP/1.1 the connection is watched
 * instead. Event loop only.
 */
final class StreamWatch {
  private StreamWatch() {}

  /** Whether a response is a stream of HTTP/2. */
  static boolean isStream(Exchange exchange) {
    return exchange.request().version() == HttpVersion.HTTP_2;
  }

  /**
   * Watches a response until it has been sent.
   *
   * @param left bytes that have left for the socket
   * @param hasMore whether there are bytes that wait
   * @param sent completes when all have left, or the response has failed
   */
  static void begin(Exchange exchange, LongSupplier left, BooleanSupplier hasMore, Future<?> sent) {
    if (isStream(exchange) && !sent.isComplete()) {
      exchange.context().runOnContext(turn -> watch(exchange, left, hasMore, sent));
    }
  }

  private static void watch(
      Exchange exchange, LongSupplier left, BooleanSupplier hasMore, Future<?> sent) {
    if (sent.isComplete()) {
      return; // which is the rule: what is written during a read is flushed at its end
    }
    StreamCredit.of(exchange.request(), exchange.pace())
        .ifPresent(credit -> watch(exchange, left, hasMore, sent, credit));
  }

  private static void watch(
      Exchange exchange,
      LongSupplier left,
      BooleanSupplier hasMore,
      Future<?> sent,
      StreamCredit credit) {
    TransferWatch watch =
        new TransferWatch(
            exchange.pace(),
            left,
            () -> credit.getAsBoolean() && hasMore.getAsBoolean(),
            () -> ConnectionAbort.abort(exchange.request()));
    watch.start();
    sent.onComplete(done -> watch.stop());
  }
}
