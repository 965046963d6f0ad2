package io.glebe.api.spatio.series;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import io.glebe.tile.engine.Priority;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Series and summaries over areas from the request or from farm records, for one surface. */
abstract class SeriesSuite extends SeriesFixture {
  SeriesSuite(SpatioClient client) {
    super(client);
  }

  @Test
  void cellsAtTheEdgeOfAPolygonCountWithTheirCoveredFraction() {
    String id = cube("2026-05-01T10:00:00Z");
    // columns 2 (half), 3 and 4 (a quarter), rows 1 to 3 (half)
    ObjectNode feature = Json.object().put("type", "Feature");
    feature.set("geometry", box(2.5, 1, 4.25, 3.5));

    JsonNode answer =
        json(
            expect(
                200,
                post(
                    id,
                    "time-series?layers=NDVI&aggregation=mean,sum,min,max,count,median",
                    feature)));

    JsonNode series = answer.path("series").get(0);
    JsonNode bucket = series.path("values").get(0);
    double mean = (0.5 * 0.2 + 1 * 0.3 + 0.25 * 0.4) / 1.75;
    assertThat(answer.path("method").asText())
        .contains("part of it", "mean is sum divided by count");
    assertThat(series.path("areaPixels").asDouble()).isCloseTo(1.75 * 2.5, within(1e-5));
    assertThat(series.path("touchedPixels").asInt()).isEqualTo(9);
    assertThat(bucket.path("mean").asDouble()).isCloseTo(mean, within(1e-6));
    assertThat(bucket.path("sum").asDouble()).isCloseTo(mean * 1.75 * 2.5, within(1e-5));
    assertThat(bucket.path("valid").asInt()).isEqualTo(9);
    assertThat(bucket.path("count").asDouble()).isCloseTo(1.75 * 2.5, within(1e-5));
    assertThat(bucket.path("weight")).isEqualTo(bucket.path("count"));
    assertThat(bucket.path("median").asDouble()).isBetween(0.2, 0.3);
  }

  @Test
  void aHoleInThePolygonDoesNotCount() {
    String id = cube("2026-05-01T10:00:00Z");
    ObjectNode ring = box(10, 0, 20, 10);
    JsonNode hole = box(11, 1, 15, 9).path("coordinates").get(0);
    ((ArrayNode) ring.path("coordinates")).add(hole);

    JsonNode layer =
        json(expect(200, post(id, "summary?layers=NDVI&statistics=mean,min", ring)))
            .path("layers")
            .get(0);

    assertThat(layer.path("mean").asDouble()).isCloseTo((1450 - 400) / 680.0, within(1e-5));
  }

  @Test
  void eachDateUsesTheShapeOfTheFieldOnThatDate() {
    String id = cube("2026-03-01T10:00:00Z", "2026-05-01T10:00:00Z", "2026-09-01T10:00:00Z");
    String number = "no-" + UUID.randomUUID();
    record(
        "Field",
        field(SpatioClient.FARM, "Upper", box(0, 0, 2, 10))
            .put("fieldNumber", number)
            .put("startsAt", "2026-01-01")
            .put("endsAt", "2026-04-30"));
    UUID now =
        record(
            "Field",
            field(SpatioClient.FARM, "Upper", box(10, 0, 14, 10))
                .put("fieldNumber", number)
                .put("startsAt", "2026-05-01")
                .put("endsAt", "2026-08-31"));

    JsonNode series =
        json(expect(
                200,
                client.get(
                    "/collections/"
                        + id
                        + "/aggregate/time-series?layers=NDVI&aggregation=mean&fieldId="
                        + now)))
            .path("series")
            .get(0);

    assertThat(series.path("values")).hasSize(2);
    assertThat(series.path("values").get(0).path("mean").asDouble()).isCloseTo(0.05, within(1e-3));
    assertThat(series.path("values").get(1).path("mean").asDouble()).isCloseTo(1.15, within(1e-3));
    assertThat(series.path("areas").get(0).path("areaPixels").asDouble())
        .isCloseTo(20, within(1e-3));
    assertThat(series.path("areas").get(1).path("areaPixels").asDouble())
        .isCloseTo(40, within(1e-3));
  }

  @Test
  void aRegionIsReadFromTheRecordsAndUnknownOrForbiddenOnesAreRefused() {
    String id = cube("2026-05-01T10:00:00Z");
    UUID field = record("Field", field(SpatioClient.FARM, "Whole", box(0, 0, 20, 10)));
    ObjectNode part = Json.object().put("fieldId", field.toString()).put("name", "Zone");
    part.set("geometry", box(4, 0, 5, 10));
    UUID region = record("Region", part);
    UUID foreign = record("Field", field(SpatioClient.FOREIGN_FARM, "Far", box(0, 0, 20, 10)));
    String summary = "/collections/" + id + "/aggregate/summary?layers=NDVI&";

    assertThat(
            json(expect(200, client.get(summary + "regionId=" + region)))
                .path("layers")
                .get(0)
                .path("mean")
                .asDouble())
        .isCloseTo(0.4, within(1e-3));
    expect(404, client.get(summary + "fieldId=" + UUID.randomUUID()));
    expect(404, client.get(summary + "regionId=" + field));
    expect(403, client.get(summary + "fieldId=" + foreign));
    expect(400, client.get(summary + "fieldId=none"));
    expect(400, client.get(summary + "fieldId=" + field + "&bbox=1,2,3,4"));
    expect(400, client.get(summary));
  }

  @Test
  void weeksAndMonthsFollowTheTimeZone() {
    // a Sunday evening in UTC, already Monday and another month in Tokyo
    String id = cube("2026-05-31T20:00:00Z", "2026-06-01T20:00:00Z");
    String path =
        "/collections/"
            + id
            + "/aggregate/time-series?layers=NDVI&bbox=15.49,46.02,15.50,46.03&resolution=";

    for (String resolution : new String[] {"P1W", "P1M"}) {
      JsonNode utc = json(expect(200, client.get(path + resolution)));
      JsonNode tokyo = json(expect(200, client.get(path + resolution + "&timezone=Asia/Tokyo")));
      assertThat(utc.path("series").get(0).path("values")).hasSize(2);
      assertThat(tokyo.path("series").get(0).path("values")).hasSize(1);
      assertThat(tokyo.path("series").get(0).path("values").get(0).path("datetime").asText())
          .isEqualTo("2026-06-01T00:00:00+09:00");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "latest, 2026-06-01T10:00:00Z",
    "nearest:2026-05-05, 2026-05-01T10:00:00Z",
    "nearest:2030-01-01, 2026-06-01T10:00:00Z"
  })
  void latestAndNearestAreOneSliceOnEveryPath(String when, String slice) {
    String id = cube("2026-05-01T10:00:00Z", "2026-06-01T10:00:00Z");
    String query = "?layers=NDVI&datetime=" + when;
    String box = "&bbox=15.49,46.02,15.50,46.03";
    String of = "/collections/" + id;
    ObjectNode area = box(0, 0, 20, 10);
    JsonNode place = area.at("/coordinates/0/0");
    String point = "/point/" + place.get(0).asDouble() + "," + place.get(1).asDouble();

    for (HttpResponse<byte[]> answer :
        List.of(
            client.get(of + "/aggregate/time-series" + query + box),
            post(id, "time-series" + query, area))) {
      JsonNode values = json(expect(200, answer)).at("/series/0/values");
      assertThat(values).hasSize(1);
      assertThat(values.get(0).path("datetime").asText()).isEqualTo(slice);
    }
    for (HttpResponse<byte[]> answer :
        List.of(
            client.get(of + "/aggregate/summary" + query + box),
            post(id, "summary" + query, area))) {
      JsonNode layer = json(expect(200, answer)).at("/layers/0");
      assertThat(layer.path("slices").asInt()).isEqualTo(1);
      assertThat(layer.path("from").asText()).isEqualTo(slice);
    }
    JsonNode cell = json(expect(200, client.get(of + point + query))).path("values");
    assertThat(cell).hasSize(1);
    assertThat(cell.get(0).path("datetime").asText()).isEqualTo(slice);
    JsonNode numbers =
        json(expect(200, client.get(of + "/layers/NDVI/statistics?datetime=" + when)));
    assertThat(numbers.path("slices")).hasSize(1);
    assertThat(numbers.at("/slices/0/datetime").asText()).isEqualTo(slice);
    assertThat(json(expect(200, client.get(of + point + "?layers=NDVI"))).path("values"))
        .as("without datetime all slices")
        .hasSize(2);
  }

  @Test
  void thePointHasNoPercentilesAndEveryPathNeedsLayers() {
    String id = cube("2026-05-01T10:00:00Z");
    String of = "/collections/" + id;
    String point = of + "/point/15.495,46.025";

    expect(200, client.get(point + "?layers=NDVI"));
    assertThat(
            json(expect(400, client.get(point + "?layers=NDVI&percentiles=50")))
                .path("detail")
                .asText())
        .contains("percentiles");
    for (HttpResponse<byte[]> answer :
        List.of(
            client.get(point),
            client.get(of + "/aggregate/summary?bbox=15.49,46.02,15.50,46.03"),
            client.get(of + "/aggregate/time-series?bbox=15.49,46.02,15.50,46.03"),
            post(id, "summary", box(0, 0, 1, 1)),
            post(id, "time-series", box(0, 0, 1, 1)))) {
      assertThat(json(expect(400, answer)).path("detail").asText()).contains("layers");
    }
  }

  @Test
  void maskedCellsAreExcludedAndCountedSeparately() {
    String id = cube("2026-05-01T10:00:00Z");
    expect(
        201,
        client.post(
            "/collections/" + id + "/layers",
            Json.object().put("name", "CLOUD").put("dtype", "uint8").put("categorical", true)));
    byte[] clouds = new byte[WIDTH * HEIGHT];
    for (int i = 0; i < clouds.length; i++) {
      clouds[i] = (byte) (i % WIDTH < 15 ? 3 : i % WIDTH == 19 ? 2 : 0);
    }
    expect(200, client.fill(id, "CLOUD", "datetime=2026-05-01T10:00:00Z", clouds));

    JsonNode layer =
        json(expect(200, post(id, "summary?layers=NDVI&mask=CLOUD:2,3", box(-1, -1, 21, 11))))
            .path("layers")
            .get(0);

    assertThat(layer.path("valid").asInt()).isEqualTo(40);
    assertThat(layer.path("masked").asInt()).isEqualTo(160);
    assertThat(layer.path("nodata").asInt()).isZero();
    assertThat(layer.path("mean").asDouble()).isCloseTo(1.65, within(1e-6));
    expect(404, post(id, "summary?layers=NDVI&mask=FOG:1", box(0, 0, 1, 1)));
    expect(400, post(id, "summary?layers=NDVI&mask=CLOUD", box(0, 0, 1, 1)));
  }

  @Test
  void aSeriesIsReturnedAsCsvAndAsLinesOfJson() {
    String id = cube("2026-05-01T10:00:00Z", "2026-05-02T10:00:00Z");
    String path =
        "/collections/"
            + id
            + "/aggregate/time-series?layers=NDVI&bbox=15.49,46.02,15.50,46.03&percentiles=50";

    String csv =
        new String(expect(200, client.get(path + "&f=csv")).body(), StandardCharsets.UTF_8);
    HttpResponse<byte[]> lines =
        expect(200, client.get(path, "Accept", "application/x-ndjson;q=0.9, text/html;q=0.1"));

    assertThat(csv.lines().findFirst().orElseThrow())
        .isEqualTo("layer,datetime,from,to,slices,mean,p50,valid,nodata,masked,weight");
    assertThat(csv.lines()).hasSize(3);
    assertThat(csv.lines().skip(1).findFirst().orElseThrow())
        .startsWith("NDVI,2026-05-01T10:00:00Z,")
        .endsWith(",200,0,0,200.0");
    assertThat(lines.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
    assertThat(
            new String(lines.body(), StandardCharsets.UTF_8).lines().map(l -> Json.parseObject(l)))
        .extracting(l -> l.path("layer").asText() + l.path("slices").asInt())
        .containsExactly("NDVI1", "NDVI1");
    expect(400, client.get(path + "&f=xlsx"));
  }

  @Test
  void tooExpensiveSeriesAreRefusedWithTheEstimateAndTheAlternative() {
    String id = client.collection();
    ObjectNode grid =
        Json.object().put("crs", "EPSG:32633").put("width", 9_000).put("height", 9_000);
    grid.put("chunkSide", 64);
    grid.putArray("bbox").add(300_000).add(4_600_000).add(800_000).add(5_100_000);
    expect(201, client.post("/collections/" + id + "/zarr/init", grid));
    expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    for (int day = 10; day < 22; day++) {
      String corner = "datetime=2026-05-" + day + "T10:00:00Z&window=0,0,2,1";
      expect(200, client.fill(id, "NDVI", corner, new byte[] {1, 0, 2, 0}));
    }

    HttpResponse<byte[]> refusal =
        expect(
            413,
            client.get(
                "/collections/" + id + "/aggregate/summary?layers=NDVI&bbox=12.5,41.6,18.5,46"));

    assertThat(json(refusal).path("type").asText()).endsWith("over-budget");
    assertThat(json(refusal).path("detail").asText()).contains("chunks", "bulk-operations");
  }

  @Test
  void badAreasAreRefusedWithAPointer() {
    String id = cube("2026-05-01T10:00:00Z");
    String query = "time-series?layers=NDVI";
    ObjectNode open = box(0, 0, 5, 5);
    ((ArrayNode) open.path("coordinates").get(0)).remove(4);
    ObjectNode bow = Json.object().put("type", "Polygon");
    ArrayNode ring = bow.putArray("coordinates").addArray();
    for (int[] at : new int[][] {{0, 0}, {1, 1}, {1, 0}, {0, 1}, {0, 0}}) {
      ring.addArray().add(at[0]).add(at[1]);
    }
    ObjectNode huge = Json.object().put("type", "Polygon");
    ArrayNode long_ = huge.putArray("coordinates").addArray();
    for (int i = 0; i < 30_000; i++) {
      long_.addArray().add(i * 1e-5).add(i % 2);
    }

    assertThat(json(expect(422, post(id, query, open))).path("violations").get(0).path("pointer"))
        .isNotNull();
    assertThat(new String(expect(422, post(id, query, bow)).body(), StandardCharsets.UTF_8))
        .contains("/coordinates");
    expect(413, post(id, query, huge));
    expect(422, post(id, query, Json.object().put("type", "LineString")));
    expect(422, post(id, query, Json.object()));
    expect(400, post(id, query + "&bbox=1,2,3,4", box(0, 0, 1, 1)));
  }

  @Test
  void aSeriesIsCancelledWhenTheClientDisconnects() throws IOException, InterruptedException {
    String id = cube("2026-05-01T10:00:00Z");
    var platform = TestPlatform.shared().platform();
    var pool = platform.cubes().engine().pool();
    var registry = platform.infrastructure().meters().registry();
    var cancelled = registry.get("glebe.series").tag("outcome", "cancelled").counter();
    double before = cancelled.count();
    synchronized (SeriesSuite.class) { // such tests would block each other
      CountDownLatch first = hold(pool);
      CountDownLatch second;
      try (Socket socket = new Socket("localhost", platform.port())) {
        socket.getOutputStream().write(request(id).getBytes(StandardCharsets.US_ASCII));
        await("the area waits to be measured", () -> pool.waiting(Priority.BACKGROUND) > 0);
        CountDownLatch held = new CountDownLatch(pool.threads());
        second = hold(pool, held);
        first.countDown();
        held.await();
        await("the series waits to be read", () -> pool.waiting(Priority.BACKGROUND) > 0);
        socket.setSoLinger(true, 0);
      }
      await("the series is cancelled", () -> cancelled.count() > before);
      second.countDown();
    }

    await("nothing waits for a renderer", () -> pool.waiting(Priority.BACKGROUND) == 0);
  }
}
