package io.glebe.api.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.cli.load.client.AccessTokens;
import io.glebe.api.cli.load.client.TargetClient;
import io.glebe.api.cli.load.report.LoadMeasurements;
import io.glebe.api.cli.load.report.LoadReport;
import io.glebe.api.cli.load.scenario.ArrivalSchedule;
import io.glebe.api.cli.load.scenario.ArrivalSequence;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.api.cli.load.scenario.LoadRequest;
import io.glebe.api.cli.load.scenario.RequestClass;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Latencies and faults, measured on a server whose delays and failures are known. */
class OpenLoopTest {
  private static final long STALL_MILLIS = 600;

  private final Vertx vertx = Vertx.vertx();
  private final LoadMeasurements measurements = new LoadMeasurements();

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private double run(Handler<HttpServerRequest> handler, int connections, double rate, long millis)
      throws Exception {
    HttpServer server =
        vertx.createHttpServer().requestHandler(handler).listen(0, "127.0.0.1").await();
    AccessTokens tokens = new AccessTokens(Map.of(), Optional.of("secret"), "owner");
    try (TargetClient target =
        TargetClient.open(
            URI.create("http://127.0.0.1:" + server.actualPort()), connections, null, tokens)) {
      ArrivalSequence arrivals =
          new ArrivalSequence(
              List.of(
                  new ArrivalSequence.Stream(at -> List.of(get()), new ArrivalSchedule(1, rate))));
      return new OpenLoop(target, measurements, () -> false)
          .run(arrivals, TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  private static LoadRequest get() {
    return new LoadRequest(
        RequestClass.RECORD,
        Audience.FARM,
        HttpMethod.GET,
        "/",
        Optional.empty(),
        "GET /",
        () -> "",
        answer -> new LoadRequest.Reading("list", List.of()));
  }

  @Test
  void requestsThatWaitBehindASlowAnswerCountTheirWait() throws Exception {
    AtomicInteger number = new AtomicInteger();
    run(
        request -> {
          if (number.getAndIncrement() == 0) {
            vertx.setTimer(STALL_MILLIS, done -> request.response().end("late"));
          } else {
            request.response().end("at once");
          }
        },
        1,
        100,
        2 * STALL_MILLIS);
    LoadReport.Group group = measurements.groups(1).getFirst();
    assertThat(group.answered()).isEqualTo(measurements.counts(1).due()).isGreaterThan(60);
    assertThat(group.latency().max()).isGreaterThanOrEqualTo(STALL_MILLIS * 0.99);
    // half of the requests were due while the first one was answered, and waited for it
    assertThat(group.latency().p75()).isGreaterThan(STALL_MILLIS / 6.0);
    assertThat(measurements.faults()).isEmpty();
  }

  @Test
  void faultsAreCountedByStatusAndKind() throws Exception {
    AtomicInteger number = new AtomicInteger();
    run(
        request -> {
          switch (number.getAndIncrement() % 4) {
            case 0 -> request.response().setStatusCode(503).end();
            case 1 -> request.response().setStatusCode(429).end("{}");
            case 2 -> request.connection().close();
            default -> request.response().end("good");
          }
        },
        8,
        200,
        500);
    Map<String, Long> faults =
        measurements.faults().stream()
            .collect(Collectors.toMap(LoadReport.Fault::fault, LoadReport.Fault::count));
    LoadReport.Counts counts = measurements.counts(0.5);
    assertThat(faults).containsKeys("status 503", "status 429").hasSizeGreaterThanOrEqualTo(3);
    assertThat(faults.values().stream().mapToLong(count -> count).sum()).isEqualTo(counts.failed());
    assertThat(counts.answered() + counts.failed()).isEqualTo(counts.due());
    assertThat(counts.answered()).isPositive();
  }
}
