package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.mqtt.ingest.Ingestion;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The wills of clients whose connection was lost: each is published after its delay, unless the
 * client comes back to this process before. Thread-safe.
 */
final class Wills implements AutoCloseable {
  private final Vertx vertx;
  private final Ingestion ingestion;
  private final Map<String, Long> timers = new ConcurrentHashMap<>();

  Wills(Vertx vertx, Ingestion ingestion) {
    this.vertx = vertx;
    this.ingestion = ingestion;
  }

  /** Publishes a will after this delay with the permissions that its client has now. */
  void leave(String client, ConnectRequest.Will will, Duration delay, Future<Caller> caller) {
    caller.onSuccess(
        known -> {
          if (delay.isZero()) {
            publish(will, known);
          } else {
            timers.put(
                client,
                vertx.setTimer(
                    delay.toMillis(),
                    timer -> {
                      if (timers.remove(client, timer)) {
                        publish(will, known);
                      }
                    }));
          }
        });
  }

  private void publish(ConnectRequest.Will will, Caller caller) {
    var _ = ingestion.take(new Ingestion.Message(caller, will.qos(), will.topic(), will.payload()));
  }

  /** The client has come back. */
  void cancel(String client) {
    Long timer = timers.remove(client);
    if (timer != null) {
      vertx.cancelTimer(timer);
    }
  }

  @Override
  public void close() {
    timers.values().forEach(vertx::cancelTimer);
    timers.clear();
  }
}
