package io.glebe.api.spatio.series;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.MeterNames;
import io.glebe.tile.engine.Priority;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many series with detailed areas whose clients leave before they are computed. */
final class SeriesLeaversTest extends SeriesFixture {
  private static final long SEED = 18;
  private static final int VERTICES = 10_000;
  private static final int CLIENTS = 60;
  private static final int PLACES = Settings.defaults().get(SpatioSettings.SERIES_PER_CALLER);

  SeriesLeaversTest() {
    super(new SpatioClient("/api/v2"));
  }

  /** A star around the middle of the cube, without crossing edges. */
  private static ObjectNode detailed() {
    Random random = new Random(SEED);
    ObjectNode geometry = Json.object().put("type", "Polygon");
    ArrayNode ring = geometry.putArray("coordinates").addArray();
    double[] first = {};
    for (int i = 0; i < VERTICES; i++) {
      double angle = 2 * Math.PI * i / VERTICES;
      double radius = 0.0001 + random.nextDouble() * 0.0005;
      double[] at = {15.4925 + radius * Math.cos(angle), 46.0255 + radius * Math.sin(angle)};
      first = i == 0 ? at : first;
      ring.addArray().add(at[0]).add(at[1]);
    }
    ring.addArray().add(first[0]).add(first[1]);
    return geometry;
  }

  /** A request of which only the head is sent. */
  private Socket announcing(String id, int bytes) throws IOException {
    int port = TestPlatform.shared().platform().port();
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    String head =
        "POST %s/collections/%s/aggregate/summary?layers=NDVI&statistics=mean HTTP/1.1\r\n"
                .formatted(client.prefix(), id)
            + "Host: localhost\r\nAuthorization: Bearer glebe-dev-token\r\n"
            + "Content-Type: application/geo+json\r\nContent-Length: %d\r\n\r\n".formatted(bytes);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private Socket asking(String id, byte[] body) throws IOException {
    Socket socket = announcing(id, body.length);
    socket.getOutputStream().write(body);
    return socket;
  }

  @Test
  void aSeriesBeyondTheShareIsRefusedBeforeItsBodyIsSent() throws Exception {
    String id = cube("2026-05-02T10:00:00Z");
    double refused = ended("refused");
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i <= PLACES; i++) {
        clients.add(announcing(id, 1 << 20));
      }
      await("one is refused", () -> ended("refused") - refused >= 1);
    } finally {
      for (Socket socket : clients) {
        socket.close();
      }
    }
    await("the others end with their clients", () -> meter(MeterNames.SERIES_RUNNING) == 0);
  }

  private static double meter(String name, String... tags) {
    MeterRegistry registry = TestPlatform.shared().platform().infrastructure().meters().registry();
    return registry.get(name).tags(tags).meter().measure().iterator().next().getValue();
  }

  private static double ended(String outcome) {
    return meter(MeterNames.SERIES, "outcome", outcome);
  }

  @Test
  @Tag("GLEBE_SERIES_PER_CALLER")
  @Tag("GLEBE_SERIES_LARGE_PER_CALLER")
  void nothingIsComputedForThemAndOneCallerHasAShareOfThePlaces() throws Exception {
    String id = cube("2026-05-01T10:00:00Z");
    byte[] body = Json.bytes(detailed());
    var pool = TestPlatform.shared().platform().cubes().engine().pool();
    double cancelled = ended("cancelled");
    double refused = ended("refused");
    List<Socket> clients = new ArrayList<>();
    CountDownLatch release = hold(pool);
    try {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(asking(id, body));
      }
      await("others are refused", () -> ended("refused") - refused >= CLIENTS - PLACES);
      await("an area is planned", () -> pool.waiting(Priority.BACKGROUND) > 0);
      assertThat(meter(MeterNames.SERIES_RUNNING)).isEqualTo(PLACES);
      assertThat(pool.waiting(Priority.BACKGROUND)).as("large areas of one caller").isEqualTo(1);
      assertThat(statuses(clients)).containsOnly("429");
    } finally {
      for (Socket socket : clients) {
        socket.setSoLinger(true, 0);
        socket.close();
      }
    }
    long abandoned = pool.abandoned();
    passEventLoops();
    release.countDown();

    await("all have ended", () -> ended("cancelled") - cancelled >= PLACES);
    assertThat(pool.abandoned() - abandoned).as("areas that were planned").isEqualTo(1);
    assertThat(meter(MeterNames.SERIES_RUNNING)).isZero();
    expect(200, post(id, "summary?layers=NDVI&statistics=mean", detailed()));
  }

  /**
   * Makes a request on a new connection to each event loop, which then has noticed the ends of
   * older connections.
   */
  private static void passEventLoops() throws IOException {
    byte[] request =
        "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    int port = TestPlatform.shared().platform().port();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write(request);
        assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
      }
    }
  }

  /** The status codes of the answers that have arrived. */
  private static List<String> statuses(List<Socket> clients) throws IOException {
    List<String> statuses = new ArrayList<>();
    for (Socket socket : clients) {
      InputStream in = socket.getInputStream();
      if (in.available() > 0) {
        String answer = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
        statuses.add(answer.substring(9));
      }
    }
    return statuses;
  }
}
