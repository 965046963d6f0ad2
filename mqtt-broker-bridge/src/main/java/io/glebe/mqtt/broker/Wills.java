package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.ingest.Verdict;
import io.glebe.mqtt.packet.ConnectRequest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The wills of clients whose connection was lost: each is published after its delay or at the end
 * of its session, unless the client comes back to the session at this process before. Thread-safe.
 */
final class Wills implements AutoCloseable {
  private final Vertx vertx;
  private final Ingestion ingestion;
  private final Map<String, Left> left = new ConcurrentHashMap<>();

  /** A will that waits, and how to publish it with the permissions that its client has then. */
  private record Left(HeldWill will, Runnable publication, long timer) {}

  Wills(Vertx vertx, Ingestion ingestion) {
    this.vertx = vertx;
    this.ingestion = ingestion;
  }

  /**
   * Publishes a will after this delay.
   *
   * @param caller returns the client with the permissions that it has at the call
   */
  void leave(String client, HeldWill will, Duration delay, Supplier<Future<Caller>> caller) {
    Runnable publication =
        () ->
            caller
                .get()
                .compose(known -> publish(will.will(), known))
                .onComplete(done -> will.close());
    if (delay.isZero()) {
      publication.run();
      return;
    }
    left.compute(
        client,
        (key, earlier) -> {
          drop(earlier);
          long timer = vertx.setTimer(delay.toMillis(), tick -> publish(client, tick));
          return new Left(will, publication, timer);
        });
  }

  private void publish(String client, long timer) {
    Left one = left.get(client);
    if (one != null && one.timer() == timer && left.remove(client, one)) {
      one.publication().run();
    }
  }

  private Future<Verdict> publish(ConnectRequest.Will will, Caller caller) {
    return ingestion.take(new Ingestion.Message(caller, will.qos(), will.topic(), will.payload()));
  }

  private void drop(@Nullable Left one) {
    cancel(one);
    if (one != null) {
      one.will().close();
    }
  }

  private void cancel(@Nullable Left one) {
    if (one != null) {
      vertx.cancelTimer(one.timer());
    }
  }

  /**
   * The client has come back, and no other connection of it is left.
   *
   * @param resumed whether to its earlier session; the end of that one publishes its will
   */
  void cameBack(String client, boolean resumed) {
    Left one = left.remove(client);
    cancel(one);
    if (one != null && !resumed) {
      one.publication().run();
    } else {
      drop(one);
    }
  }

  @Override
  public void close() {
    left.values().forEach(this::drop);
    left.clear();
  }
}
