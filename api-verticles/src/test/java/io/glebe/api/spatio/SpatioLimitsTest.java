package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.JobSettings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.ViewerSettings;
import io.glebe.core.json.Json;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform with low limits enforces them. */
class SpatioLimitsTest {
  private static final String NDJSON = "application/x-ndjson";

  private static final int CELLS = 20 * 10;

  private static final int SLICE = 2 * CELLS;

  /** Decoded bytes of the chunk of a slice. */
  private static final int CHUNK = 64 * 64 * 2;

  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";
  private static final String JULY = "2026-07-01T10:00:00Z";
  private static final String TOKENS = "/tokens/tiles";
  private static final String BOX = "bbox=15.4,46.0,15.6,46.1";

  @TempDir private static Path folder;
  private static Platform platform;
  private static SpatioClient client;

  @BeforeAll
  static void start() throws Exception {
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(SpatioSettings.LOAD_FEATURES, "3")
                .with(SpatioSettings.FEATURE_BYTES, "16K")
                .with(SpatioSettings.VECTOR_TILE_FEATURES, "2")
                .with(SpatioSettings.PAGE_BYTES, "1")
                .with(SpatioSettings.STYLE_LAYERS, "1")
                .with(SpatioSettings.MAP_FEATURES, "1")
                .with(SpatioSettings.SERIES_BYTES, "" + 2 * CHUNK)
                .with(SpatioSettings.SERIES_SAMPLES, "" + CELLS)
                .with(SpatioSettings.SERIES_VERTICES, "5")
                .with(JobSettings.JOB_SERIES_BYTES, "" + 2 * CHUNK)
                .with(ViewerSettings.TOKENS, "2")
                .with(ViewerSettings.COLLECTIONS, "1")
                .with(ViewerSettings.LONGEST, "1h"));
    client = SpatioClient.founded(platform);
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  /** Features as lines of text, next to each other. */
  private static String lines(int count, String note) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      ObjectNode feature = Json.object().put("type", "Feature").put("id", "f" + i);
      ObjectNode geometry = feature.putObject("geometry").put("type", "Point");
      geometry.putArray("coordinates").add(15 + 0.001 * i).add(46);
      feature.putObject("properties").put("note", note);
      lines.append(Json.write(feature)).append('\n');
    }
    return lines.toString();
  }

  private static String loaded() {
    String id = client.collection();
    expect(200, client.post("/collections/" + id + "/items", NDJSON, lines(3, "")));
    return id;
  }

  @Test
  @Tag("GLEBE_LOAD_FEATURES")
  @Tag("GLEBE_FEATURE_BYTES")
  void aLoadWithTooManyOrTooLargeFeaturesChangesNothing() {
    String items = "/collections/" + client.collection() + "/items";
    expect(400, client.post(items, NDJSON, lines(4, "")));
    expect(413, client.post(items, NDJSON, lines(1, "x".repeat(40_000))));
    assertThat(json(client.get(items)).path("features")).isEmpty();
    expect(200, client.post(items, NDJSON, lines(3, "")));
  }

  @Test
  @Tag("GLEBE_VECTOR_TILE_FEATURES")
  void aVectorTileReportsOmittedFeatures() {
    String id = loaded();
    HttpResponse<byte[]> tile =
        expect(200, client.get("/collections/" + id + "/tiles/WebMercatorQuad-Vector/8/138/91"));
    assertThat(tile.headers().firstValue("Glebe-Tile-Complete")).hasValue("false");
  }

  @Test
  @Tag("GLEBE_PAGE_BYTES")
  void aPageEndsEarlyWithALinkToTheNext() {
    var page = json(expect(200, client.get("/collections/" + loaded() + "/items?limit=3")));
    assertThat(page.path("features").size()).isBetween(1, 2);
    assertThat(page.path("links").findValuesAsText("rel")).contains("next");
  }

  private static String square(String id, int left, int side) {
    String ring = "[[%1$d,10],[%2$d,10],[%2$d,%3$d],[%1$d,%3$d],[%1$d,10]]";
    return "{\"type\":\"Feature\",\"id\":\"%s\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[%s]}}\n"
        .formatted(id, ring.formatted(left, left + side, 10 + side));
  }

  @Test
  @Tag("GLEBE_MAP_FEATURES")
  void aMapLeavesTheSmallestFeaturesOut() throws IOException {
    String id = client.collection();
    String both = square("small", 40, 5) + square("large", 10, 20);
    expect(200, client.post("/collections/" + id + "/items", NDJSON, both));
    String map = "/collections/" + id + "/map/render?crs=CRS84&width=40&height=40&bgcolor=white";
    byte[] png = expect(200, client.get(map + "&bbox=10,10,50,50")).body();
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(image.getRGB(10, 30) & 0xffffff).as("large").isNotEqualTo(0xffffff);
    assertThat(image.getRGB(32, 37) & 0xffffff).as("small").isEqualTo(0xffffff);
    png = expect(200, client.get(map + "&bbox=35,10,75,50")).body();
    image = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(image.getRGB(7, 37) & 0xffffff).as("small alone").isNotEqualTo(0xffffff);
  }

  /** A cube with three slices. */
  private static String cube() {
    String id = client.cube();
    for (String time : List.of(MAY, JUNE, JULY)) {
      expect(200, client.fill(id, "NDVI", "datetime=" + time, new byte[SLICE]));
    }
    return id;
  }

  private static void refused(int status, HttpResponse<byte[]> answer, String reason) {
    expect(status, answer);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(reason);
  }

  @Test
  @Tag("GLEBE_SERIES_BYTES")
  void aSeriesOfTooManyBytesIsRefused() {
    String series =
        "/collections/" + cube() + "/aggregate/time-series?layers=NDVI&aggregation=mean&" + BOX;
    refused(413, client.get(series), "bytes");
    expect(200, client.get(series + "&datetime=" + MAY));
  }

  @Test
  @Tag("GLEBE_SERIES_SAMPLES")
  void aSeriesOfMediansOfTooManyValuesIsRefused() {
    String series =
        "/collections/" + cube() + "/aggregate/summary?layers=NDVI&statistics=median&" + BOX;
    expect(200, client.get(series + "&datetime=" + MAY));
    refused(413, client.get(series + "&datetime=" + MAY + "/" + JUNE), "and 200;");
  }

  private static ObjectNode polygon(int positions) {
    ObjectNode polygon = Json.object().put("type", "Polygon");
    ArrayNode ring = polygon.putArray("coordinates").addArray();
    for (int i = 0; i < positions - 1; i++) {
      double angle = 2 * Math.PI * i / (positions - 1);
      ring.addArray().add(15.5 + 0.1 * Math.cos(angle)).add(46.05 + 0.1 * Math.sin(angle));
    }
    ring.add(ring.get(0));
    return polygon;
  }

  @Test
  @Tag("GLEBE_SERIES_VERTICES")
  void aSeriesOfAnAreaOfTooManyPositionsIsRefused() {
    String series = "/collections/" + cube() + "/aggregate/time-series?layers=NDVI&datetime=" + MAY;
    expect(200, client.post(series, polygon(5)));
    refused(413, client.post(series, polygon(6)), "5");
  }

  @Test
  @Tag("GLEBE_JOB_SERIES_BYTES")
  void aJobOfASeriesOfTooManyBytesIsRefused() {
    ObjectNode job = Json.object().put("type", "time-series").put("collection", cube());
    job.putArray("layers").add("NDVI");
    job.putArray("bbox").add(15.4).add(46.0).add(15.6).add(46.1);
    int before = json(client.get("/collections/jobs")).path("jobs").size();
    refused(413, client.post("/collections/bulk-operations", job), "bytes");
    assertThat(json(client.get("/collections/jobs")).path("jobs")).hasSize(before);
    expect(202, client.post("/collections/bulk-operations", job.put("datetime", MAY)));
  }

  private static String signIn() {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=spatio-api&user=owner";
    return json(expect(
            200,
            SpatioClient.exchange(
                HttpRequest.newBuilder(URI.create(platform.address() + "/dev/identity/token"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form)))))
        .path("access_token")
        .asText();
  }

  private static ObjectNode order(String... collections) {
    ObjectNode order = Json.object().put("name", "test");
    List.of(collections).forEach(order.putArray("collections")::add);
    return order;
  }

  @Test
  @Tag("GLEBE_VIEWER_TOKENS")
  @Tag("GLEBE_VIEWER_TOKEN_COLLECTIONS")
  @Tag("GLEBE_VIEWER_TOKEN_LIFE")
  void aPersonMakesFewTokensForViewersOfFewCollectionsForAShortTime() {
    String id = client.cube();
    SpatioClient owner = new SpatioClient("/api/v2", platform, signIn());
    refused(422, owner.post(TOKENS, order(id, client.cube())), "/collections");
    String late = Instant.now().plus(Duration.ofHours(2)).toString();
    refused(422, owner.post(TOKENS, order(id).put("expiresAt", late)), "/expiresAt");
    ObjectNode first = json(expect(201, owner.post(TOKENS, order(id))));
    assertThat(Instant.parse(first.path("expiresAt").asText()))
        .isBefore(Instant.now().plus(Duration.ofHours(1).plusSeconds(1)));
    expect(201, owner.post(TOKENS, order(id)));
    expect(409, owner.post(TOKENS, order(id)));
    expect(204, owner.delete(TOKENS + "/" + first.path("id").asText()));
    expect(201, owner.post(TOKENS, order(id)));
  }

  @Test
  @Tag("GLEBE_STYLE_LAYERS")
  void aStyleWithMoreLayersIsRefused() {
    String path = "/collections/" + client.collection() + "/style";
    String layer = "{\"id\":\"%s\",\"type\":\"background\"}";
    String style = "{\"version\":8,\"sources\":{},\"layers\":[%s]}";
    ObjectNode one = Json.parseObject(style.formatted(layer.formatted("a")));
    String two = layer.formatted("a") + "," + layer.formatted("b");
    expect(422, client.put(path, Json.parseObject(style.formatted(two))));
    expect(200, client.put(path, one));
  }
}
