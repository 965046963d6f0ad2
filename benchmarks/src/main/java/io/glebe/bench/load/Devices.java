package io.glebe.bench.load;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;

/**
 * Connected devices on one event loop. A run ends when all sent messages have been acknowledged.
 */
final class Devices implements AutoCloseable {
  private static final long TICK_MILLIS = 2;
  private static final int MOST_WINDOW = 1_000;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  /** A field, because an unreferenced client is closed together with all its connections. */
  private final NetClient client = vertx.createNetClient();

  private final List<RawPublisher> publishers = new ArrayList<>();

  private Devices() {}

  static Devices connect(MqttStage stage, int connections, Instant start) {
    return connect(stage.port(), stage::datastream, connections, start);
  }

  /**
   * @param datastream to which the device of a number publishes
   */
  static Devices connect(int port, IntToLongFunction datastream, int connections, Instant start) {
    Devices devices = new Devices();
    for (int i = 0; i < connections; i++) {
      RawPublisher publisher = new RawPublisher(datastream.applyAsLong(i), start);
      devices.publishers.add(publisher);
      publisher.connect(devices.client, port, MqttStage.ACCOUNT, MqttStage.PASSWORD, i).await();
    }
    return devices;
  }

  /** Each device keeps its share of unacknowledged messages, {@code underWay} in total. */
  void saturate(int underWay, int seconds, RawPublisher.Acknowledgements acknowledgements) {
    int window = underWay / publishers.size();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    onLoop(
        () ->
            Future.all(
                publishers.stream()
                    .map(p -> p.saturate(window, () -> System.nanoTime() < end, acknowledgements))
                    .toList()));
  }

  /**
   * All devices together send a fixed number of messages per second, whether acknowledgements
   * arrive or not. The latency of a message starts at its due time, also when the message has to
   * wait for space in the window, so the latencies include every delay.
   */
  void pace(int perSecond, int seconds, RawPublisher.Acknowledgements acknowledgements) {
    onLoop(
        () -> {
          List<Future<Void>> done =
              publishers.stream().map(p -> p.pace(MOST_WINDOW, acknowledgements)).toList();
          long from = System.nanoTime();
          long total = (long) perSecond * seconds;
          long[] sent = {0};
          vertx.setPeriodic(
              TICK_MILLIS,
              timer -> {
                long due = Math.min(total, (System.nanoTime() - from) * perSecond / 1_000_000_000);
                for (; sent[0] < due; sent[0]++) {
                  publishers
                      .get((int) (sent[0] % publishers.size()))
                      .send(from + sent[0] * 1_000_000_000 / perSecond);
                }
                if (sent[0] == total && vertx.cancelTimer(timer)) {
                  publishers.forEach(RawPublisher::finish);
                }
              });
          return Future.all(done);
        });
  }

  private void onLoop(Supplier<Future<?>> run) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    vertx.runOnContext(
        go ->
            run.get()
                .onComplete(
                    done -> {
                      if (done.succeeded()) {
                        ended.complete(null);
                      } else {
                        ended.completeExceptionally(done.cause());
                      }
                    }));
    ended.join();
  }

  @Override
  public void close() {
    Future.join(publishers.stream().map(RawPublisher::close).toList()).await();
    vertx.close().await();
  }
}
