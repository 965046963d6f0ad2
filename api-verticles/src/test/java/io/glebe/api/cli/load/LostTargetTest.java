package io.glebe.api.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Glebe;
import io.glebe.api.cli.load.report.LoadReport;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target that stops, or that is busy, and files that cannot be used. */
class LostTargetTest {
  private static final int TILES = 5;

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server = vertx.createHttpServer();
  private final AtomicInteger lists = new AtomicInteger();
  private final AtomicInteger tiles = new AtomicInteger();
  private String address = "";

  @TempDir private Path folder;

  @BeforeEach
  void start() {
    int port = server.requestHandler(this::answer).listen(0, "127.0.0.1").await().actualPort();
    address = "http://127.0.0.1:" + port;
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  /** A collection with one layer; the first list of collections is refused, the server is busy. */
  private void answer(HttpServerRequest request) {
    String path = request.path();
    if (path.endsWith("/token")) {
      request.response().end("{\"access_token\": \"token\"}");
    } else if (path.endsWith("/collections")) {
      request
          .response()
          .setStatusCode(lists.getAndIncrement() == 0 ? 503 : 200)
          .end("{\"collections\": [{\"id\": \"one\", \"dataType\": \"coverage\"}]}");
    } else if (path.endsWith("/time")) {
      request.response().end("{\"times\": [\"2026-01-01T00:00:00Z\"]}");
    } else if (path.endsWith("/layers")) {
      request.response().end("{\"layers\": [{\"name\": \"NDVI\", \"slices\": 1}]}");
    } else if (path.endsWith("/tilejson.json")) {
      request
          .response()
          .end("{\"bounds\": [15.0, 46.0, 15.1, 46.1], \"minzoom\": 10, \"maxzoom\": 13}");
    } else if (tiles.incrementAndGet() <= TILES) {
      request.response().end("tile");
    } else {
      server.close();
      request.connection().close();
    }
  }

  private Glebe.CommandResult load(String option, Path file) {
    return Glebe.run(
        "load",
        "--scenario=map",
        "--seed=3",
        "--rate=50",
        "--seconds=2",
        "--target=" + address,
        option + "=" + file);
  }

  @Test
  void theReportOfATargetThatStopsHasTheLostRequests() throws IOException {
    Path report = folder.resolve("report");
    Glebe.CommandResult done = load("--report", report);
    assertThat(done.code()).isEqualTo(1);
    assertThat(done.out()).contains("no connection", "requests due");
    assertThat(done.err()).doesNotContain("Exception");
    LoadReport.Counts counts = LoadReport.read(report).counts();
    assertThat(counts.answered()).isLessThanOrEqualTo(TILES);
    assertThat(counts.answered() + counts.failed()).isEqualTo(counts.due());
    assertThat(Files.readString(report.resolve("load.html"))).contains("no connection");
  }

  @Test
  void aFileThatCannotBeUsedIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no certificate");
    Path none = folder.resolve("none");
    assertThat(load("--report", file))
        .isEqualTo(wrong(2, "--report: " + file + " is no folder that can be made"));
    assertThat(load("--token-file", none)).isEqualTo(wrong(1, "there is no file " + none));
    assertThat(load("--authority", none)).isEqualTo(wrong(1, "there is no file " + none));
    assertThat(load("--authority", file)).isEqualTo(wrong(1, file + " contains no certificate"));
    assertThat(tiles).hasValue(0);
  }

  private static Glebe.CommandResult wrong(int code, String line) {
    return new Glebe.CommandResult(code, "", "glebe: " + line);
  }
}
