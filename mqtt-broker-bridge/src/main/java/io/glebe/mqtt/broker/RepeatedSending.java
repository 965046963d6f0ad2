package io.glebe.mqtt.broker;

import io.glebe.mqtt.ingest.MessageCounters;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/**
 * Tries again to send a message to a client, while it is connected; what is given up is counted.
 * Never fails.
 *
 * @param once an attempt
 * @param most attempts that follow after the first one
 */
record RepeatedSending(Attempts attempts, MessageCounters counters, Sending once, int most)
    implements Sending {
  @Override
  public Future<Void> to(ClientConnection client) {
    Promise<Void> done = Promise.promise();
    attempt(client, most, done);
    return done.future();
  }

  private void attempt(ClientConnection client, int left, Promise<Void> done) {
    once.to(client)
        .onComplete(
            sent -> {
              if (sent.succeeded() || !client.isOpen()) {
                done.complete();
              } else if (!attempts.again(left, () -> attempt(client, left - 1, done))) {
                counters.dropped(1);
                done.complete();
              }
            });
  }
}
