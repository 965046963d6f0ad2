package io.glebe.mqtt.broker;

import io.glebe.mqtt.ingest.MessageCounters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tries again to send a message to a client, while it is connected. Only so many messages wait for
 * that; what is given up is counted. Never fails.
 *
 * @param once an attempt
 * @param attempts that follow after the first one
 * @param waiting how many messages wait for their next attempt
 */
record RepeatedSending(
    Vertx vertx, MessageCounters counters, Sending once, int attempts, AtomicInteger waiting)
    implements Sending {
  /** Time between two attempts. */
  static final long PAUSE_MILLIS = 500;

  /** Attempts until a message is given up, which the database needs to start again. */
  static final int ATTEMPTS = 600;

  /** Those of a moment may be a few more. */
  private static final int MAX_WAITING = 1_000;

  @Override
  public Future<Void> to(ClientConnection client) {
    return once.to(client).recover(failure -> again(client));
  }

  private Future<Void> again(ClientConnection client) {
    if (!client.isOpen()) {
      return Future.succeededFuture();
    }
    if (attempts == 0 || waiting.get() >= MAX_WAITING) {
      counters.dropped(1);
      return Future.succeededFuture();
    }
    waiting.incrementAndGet();
    return vertx
        .timer(PAUSE_MILLIS)
        .eventually(
            () -> {
              waiting.decrementAndGet();
              return Future.succeededFuture();
            })
        .compose(
            rested -> new RepeatedSending(vertx, counters, once, attempts - 1, waiting).to(client));
  }
}
