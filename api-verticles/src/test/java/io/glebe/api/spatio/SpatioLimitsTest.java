package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform with low limits enforces them. */
class SpatioLimitsTest {
  private static final String NDJSON = "application/x-ndjson";

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
                .with(SpatioSettings.STYLE_LAYERS, "1"));
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
  void aLoadWithTooManyOrTooLargeFeaturesChangesNothing() {
    String items = "/collections/" + client.collection() + "/items";
    expect(400, client.post(items, NDJSON, lines(4, "")));
    expect(413, client.post(items, NDJSON, lines(1, "x".repeat(40_000))));
    assertThat(json(client.get(items)).path("features")).isEmpty();
    expect(200, client.post(items, NDJSON, lines(3, "")));
  }

  @Test
  void aVectorTileReportsOmittedFeatures() {
    String id = loaded();
    HttpResponse<byte[]> tile =
        expect(200, client.get("/collections/" + id + "/tiles/WebMercatorQuad-Vector/8/138/91"));
    assertThat(tile.headers().firstValue("Glebe-Tile-Complete")).hasValue("false");
  }

  @Test
  void aPageEndsEarlyWithALinkToTheNext() {
    var page = json(expect(200, client.get("/collections/" + loaded() + "/items?limit=3")));
    assertThat(page.path("features").size()).isBetween(1, 2);
    assertThat(page.path("links").findValuesAsText("rel")).contains("next");
  }

  @Test
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
