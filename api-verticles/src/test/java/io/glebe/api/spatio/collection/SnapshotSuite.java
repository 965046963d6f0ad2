package io.glebe.api.spatio.collection;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The history of a cube is listed, read and rolled back, for one surface. */
abstract class SnapshotSuite {
  private static final int CELLS = 20 * 10;
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";
  private static final String TILE = "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI&datetime=";

  private final SpatioClient client;

  SnapshotSuite(SpatioClient client) {
    this.client = client;
  }

  private long fill(String id, String layer, String at, int value) {
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < CELLS; i++) {
      cells.putShort((short) value);
    }
    HttpResponse<byte[]> answer =
        expect(200, client.fill(id, layer, "datetime=" + at, cells.array()));
    return json(answer).path("snapshot").asLong();
  }

  private ObjectNode read(String id, String path) {
    return json(expect(200, client.get("/collections/" + id + path)));
  }

  private double mean(String id, String more) {
    String box = "bbox=15.49,46.02,15.50,46.03&datetime=" + MAY;
    JsonNode series = read(id, "/aggregate/time-series?layers=NDVI&" + box + more).path("series");
    return series.get(0).path("values").get(0).path("mean").asDouble();
  }

  private String etag(String id, String more) {
    return expect(200, client.get("/collections/" + id + TILE + MAY + more))
        .headers()
        .firstValue("ETag")
        .orElseThrow();
  }

  @Test
  void oneCallRollsBackABadUpload() {
    String id = client.cube();
    long good = fill(id, "NDVI", MAY, 1000);
    String before = etag(id, "");
    long bad = fill(id, "NDVI", MAY, 9000);
    fill(id, "NDVI", JUNE, 9000);
    assertThat(mean(id, "")).isCloseTo(0.9, within(1e-6));

    String path = "/collections/" + id + "/snapshots/" + good + "/restore";
    ObjectNode back = json(expect(200, client.post(path, "application/json", "")));

    assertThat(back.path("restored").asLong()).isEqualTo(good);
    assertThat(back.path("snapshot").asLong()).isGreaterThan(bad + 1);
    assertThat(mean(id, "")).isCloseTo(0.1, within(1e-6));
    assertThat(etag(id, "")).isEqualTo(before);
    assertThat(read(id, "/time").path("times")).hasSize(1);
    assertThat(mean(id, "&asOf=" + bad)).isCloseTo(0.9, within(1e-6));
  }

  @Test
  void oneLayerIsRolledBackAndTheOthersAreUnchanged() {
    String id = client.cube();
    expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer("EVI")));
    long good = fill(id, "NDVI", MAY, 1000);
    fill(id, "NDVI", MAY, 9000);
    fill(id, "EVI", JUNE, 4000);

    String path = "/collections/" + id + "/snapshots/" + good + "/restore?layers=NDVI";
    expect(200, client.post(path, "application/json", ""));

    assertThat(mean(id, "")).isCloseTo(0.1, within(1e-6));
    assertThat(read(id, "/layers/EVI").path("slices").asInt()).isEqualTo(1);
    assertThat(read(id, "/layers/NDVI").path("slices").asInt()).isEqualTo(1);
  }

  @Test
  void everyReadEndpointReturnsAnEarlierSnapshotByVersionAndByTime() {
    String id = client.cube();
    long first = fill(id, "NDVI", MAY, 1000);
    String before = etag(id, "");
    String at = read(id, "/snapshots/" + first).path("committedAt").asText();
    fill(id, "NDVI", MAY, 9000);
    fill(id, "NDVI", JUNE, 9000);

    for (String asOf : new String[] {Long.toString(first), at}) {
      String query = "asOf=" + asOf;
      assertThat(mean(id, "&" + query)).as(asOf).isCloseTo(0.1, within(1e-6));
      assertThat(etag(id, "&" + query)).isEqualTo(before).isNotEqualTo(etag(id, ""));
      assertThat(read(id, "/time?" + query).path("times")).hasSize(1);
      assertThat(read(id, "/layers?" + query).path("layers").get(0).path("slices").asInt())
          .isEqualTo(1);
      ObjectNode layer = read(id, "/layers/NDVI?" + query);
      assertThat(layer.path("statistics").path("maximum").asDouble()).isCloseTo(0.1, within(1e-6));
      ObjectNode statistics = read(id, "/layers/NDVI/statistics?" + query);
      assertThat(statistics.path("slices")).hasSize(1);
      JsonNode point = read(id, "/point/15.492,46.0253?layers=NDVI&" + query).path("values");
      assertThat(point).hasSize(1);
      assertThat(point.get(0).path("value").asDouble()).isCloseTo(0.1, within(1e-6));
      ObjectNode summary =
          read(id, "/aggregate/summary?layers=NDVI&bbox=15.49,46.02,15.50,46.03&" + query);
      assertThat(summary.path("layers").get(0).path("max").asDouble()).isCloseTo(0.1, within(1e-6));
      String tiles =
          read(id, "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI&" + query)
              .path("tiles")
              .get(0)
              .asText();
      assertThat(tiles).contains("asOf=" + first);
    }
  }

  @Test
  void theHistoryIsListedPageByPage() {
    String id = client.cube();
    long first = fill(id, "NDVI", MAY, 1000);
    fill(id, "NDVI", MAY, 2000);
    fill(id, "NDVI", JUNE, 2000);

    ObjectNode page = read(id, "/snapshots?limit=2");

    assertThat(page.path("snapshots")).hasSize(2);
    JsonNode newest = page.path("snapshots").get(0);
    assertThat(newest.path("version").asLong()).isEqualTo(first + 2);
    assertThat(newest.path("layers").get(0).path("added").asInt()).isEqualTo(1);
    JsonNode replaced = page.path("snapshots").get(1).path("layers").get(0);
    assertThat(replaced.path("replaced").asInt()).isEqualTo(1);
    assertThat(replaced.path("added").asInt()).isZero();
    String next = page.path("links").get(0).path("href").asText();
    assertThat(next).endsWith("limit=2&before=" + (first + 1));
    ObjectNode rest = read(id, "/snapshots?before=" + (first + 1));
    assertThat(rest.path("snapshots").get(0).path("version").asLong()).isEqualTo(first);
    assertThat(rest.path("links").isMissingNode()).isTrue();
    assertThat(Instant.parse(newest.path("committedAt").asText())).isBefore(Instant.now());
  }

  @Test
  void unknownSnapshotsAreRefused() {
    String id = client.cube();
    String of = "/collections/" + id;
    String[][] cases = {
      {"404", of + "/time?asOf=99", "newest is 2"},
      {"404", of + "/time?asOf=0", "version 0"},
      {"410", of + "/time?asOf=1999-01-01T00:00:00Z", "not kept"},
      {"400", of + "/time?asOf=yesterday", "asOf"},
      {"400", of + "/snapshots/x", "version"},
      {"404", of + "/snapshots/99", "99"},
      {"400", of + "/snapshots?limit=0", "limit"},
      {"400", of + "/snapshots?before=-1", "before"},
    };
    for (String[] each : cases) {
      HttpResponse<byte[]> answer = expect(Integer.parseInt(each[0]), client.get(each[1]));
      assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(each[2]);
    }
    expect(404, client.post(of + "/snapshots/99/restore", "application/json", ""));
    expect(404, client.post(of + "/snapshots/2/restore?layers=B99", "application/json", ""));
    expect(400, client.post(of + "/snapshots/2/restore?layers=", "application/json", ""));
  }
}
