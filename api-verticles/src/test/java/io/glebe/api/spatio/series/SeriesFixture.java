package io.glebe.api.spatio.series;

import static io.glebe.api.spatio.SpatioClient.expect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.json.Json;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.grid.Projection;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A cube whose cells hold their column number, and the records and requests of series. */
abstract class SeriesFixture {
  static final double WEST = 538_000;

  static final double NORTH = 5_097_000;

  static final int WIDTH = 20;

  static final int HEIGHT = 10;
  static final Duration PATIENCE = Duration.ofSeconds(60);
  final SpatioClient client;

  SeriesFixture(SpatioClient client) {
    this.client = client;
  }

  /**
   * Cells that hold the column number times a thousand, so that a mean shows which columns were
   * included.
   */
  static byte[] columns(int more) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * WIDTH * HEIGHT).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
      buffer.putShort((short) (i % WIDTH * 1000 + more));
    }
    return buffer.array();
  }

  String cube(String... times) {
    String id = client.cube();
    for (int i = 0; i < times.length; i++) {
      expect(200, client.fill(id, "NDVI", "datetime=" + times[i], columns(i)));
    }
    return id;
  }

  /** A rectangle in columns and rows of the cube as a GeoJSON polygon in degrees. */
  static ObjectNode box(double left, double top, double right, double bottom) {
    double[][] corners = {{left, top}, {left, bottom}, {right, bottom}, {right, top}, {left, top}};
    ObjectNode geometry = Json.object().put("type", "Polygon");
    ArrayNode ring = geometry.putArray("coordinates").addArray();
    for (double[] corner : corners) {
      double[] place = new double[2];
      Projection.of(32633).toLonLat(WEST + 10 * corner[0], NORTH - 10 * corner[1], place, 0);
      ring.addArray().add(place[0]).add(place[1]);
    }
    return geometry;
  }

  HttpResponse<byte[]> post(String id, String query, ObjectNode body) {
    return client.post("/collections/" + id + "/aggregate/" + query, body);
  }

  static UUID record(String type, ObjectNode doc) {
    UUID id = UUID.randomUUID();
    doc.put("originType", "SYSTEM");
    TestPlatform.shared()
        .platform()
        .records()
        .records()
        .post(WriteRequest.of(Caller.system(), Catalogue.standard().get(type), id, doc))
        .await();
    return id;
  }

  static ObjectNode field(UUID farm, String name, ObjectNode geometry) {
    ObjectNode doc = Json.object().put("name", name).put("farmId", farm.toString());
    doc.set("geometry", geometry);
    return doc;
  }

  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not in " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  String request(String id) {
    return "GET "
        + client.prefix()
        + "/collections/"
        + id
        + "/aggregate/time-series?layers=NDVI&bbox=15.49,46.02,15.50,46.03 HTTP/1.1\r\n"
        + "Host: localhost\r\nAuthorization: Bearer glebe-dev-token\r\n\r\n";
  }

  /** Blocks every render thread until the latch is opened; waits until all are blocked. */
  static CountDownLatch hold(RenderPool<RenderScratch> pool) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(pool.threads());
    CountDownLatch release = hold(pool, held);
    held.await();
    return release;
  }

  /** The same, after the queued work is done; {@code held} is counted down by each thread. */
  static CountDownLatch hold(RenderPool<RenderScratch> pool, CountDownLatch held) {
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < pool.threads(); i++) {
      var _ =
          pool.submit(
              Priority.BACKGROUND,
              () -> false,
              scratch -> {
                held.countDown();
                try {
                  release.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return null;
              });
    }
    return release;
  }
}
