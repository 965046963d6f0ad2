package io.glebe.api.spatio.map;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Maps, styles, legends and stored tilesets, for one surface. */
abstract class MapSuite {
  private static final int CELLS = 20 * 10;
  private static final String MAY = "datetime=2026-05-01T10:00:00Z";

  /** An area inside the test cube, in metres of UTM 33. */
  private static final String INSIDE = "bbox=538020,5096920,538180,5096980&crs=EPSG:32633";

  private final SpatioClient client;

  MapSuite(SpatioClient client) {
    this.client = client;
  }

  private static byte[] cells(int value) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < CELLS; i++) {
      buffer.putShort((short) value);
    }
    return buffer.array();
  }

  /** A cube with three bands of one value each, and NDVI. */
  private String bands() {
    String id = client.cube();
    String[] names = {"B02", "B03", "B04"};
    for (int i = 0; i < names.length; i++) {
      expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer(names[i])));
      expect(200, client.fill(id, names[i], MAY, cells(1000 * (i + 1))));
    }
    expect(200, client.fill(id, "NDVI", MAY, cells(5000)));
    return id;
  }

  private HttpResponse<byte[]> render(String id, String query) {
    return client.get("/collections/" + id + "/map/render?" + query);
  }

  private BufferedImage map(String id, String query) throws IOException {
    HttpResponse<byte[]> answer = expect(200, render(id, query));
    assertThat(answer.headers().firstValue("Content-Type")).contains("image/png");
    return ImageIO.read(new ByteArrayInputStream(answer.body()));
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void aMapShowsTheBoxInTheRequestedSizeAndSystem() throws IOException {
    String id = bands();
    BufferedImage grey =
        map(id, INSIDE + "&width=64&height=24&style=NDVI&colormap_name=greys&rescale=0,1");
    assertThat(grey.getWidth()).isEqualTo(64);
    assertThat(grey.getHeight()).isEqualTo(24);
    assertThat(grey.getRGB(32, 12) & 255).isBetween(120, 132);
    assertThat(grey.getRGB(32, 12) >>> 24).isEqualTo(255);
    BufferedImage degrees =
        map(id, "bbox=15.4905,46.0247,15.4915,46.0252&crs=CRS84&width=50&style=RGB");
    assertThat(degrees.getWidth()).isEqualTo(50);
    assertThat(degrees.getHeight()).isEqualTo(25);
    BufferedImage northFirst =
        map(
            id,
            "bbox=46.0247,15.4905,46.0252,15.4915&bbox-crs=EPSG:4326&crs=EPSG:4326&width=50"
                + "&style=RGB");
    assertThat(northFirst.getRGB(25, 12)).isEqualTo(degrees.getRGB(25, 12));
    assertThat(map(id, INSIDE + "&height=30").getWidth()).isEqualTo(80);
    BufferedImage mercator = map(id, "width=100&crs=EPSG:3857");
    assertThat(mercator.getRGB(50, mercator.getHeight() / 2) >>> 24).isEqualTo(255);
  }

  @Test
  void theDefaultRenderingIsTheFirstCompositeOrTheStyle() throws IOException {
    String id = bands();
    int rgb = map(id, INSIDE + "&width=10").getRGB(5, 2);
    assertThat(rgb).isEqualTo(map(id, INSIDE + "&width=10&style=RGB").getRGB(5, 2));
    assertThat(rgb >> 16 & 255).as("B04 of 0.3 is full red").isEqualTo(255);
    assertThat(rgb & 255).isBetween(84, 86);
    ObjectNode style = json(expect(200, client.get("/collections/" + id + "/style")));
    for (JsonNode layer : style.path("layers")) {
      boolean shown = layer.path("id").asText().equals("NDVI");
      ((ObjectNode) layer.path("layout")).put("visibility", shown ? "visible" : "none");
    }
    expect(200, client.put("/collections/" + id + "/style", style));
    assertThat(map(id, INSIDE + "&width=10").getRGB(5, 2))
        .isEqualTo(map(id, INSIDE + "&width=10&layers=NDVI").getRGB(5, 2))
        .isNotEqualTo(rgb);
    expect(204, client.delete("/collections/" + id + "/style"));
    assertThat(map(id, INSIDE + "&width=10").getRGB(5, 2)).isEqualTo(rgb);
  }

  @Test
  void aMapIsTransparentOutsideTheDataUnlessABackgroundIsRequested() throws IOException {
    String id = bands();
    String beside = "bbox=10,10,11,11&width=20&height=20";
    assertThat(map(id, beside).getRGB(10, 10) >>> 24).isZero();
    assertThat(map(id, beside + "&transparent=false").getRGB(10, 10)).isEqualTo(0xffffffff);
    assertThat(map(id, beside + "&bgcolor=0x102030").getRGB(10, 10)).isEqualTo(0xff102030);
  }

  @Test
  @Tag("GLEBE_MAP_SIDE")
  @Tag("GLEBE_MAP_PIXELS")
  void badMapsAreRefusedWithTheReason() {
    String id = bands();
    assertThat(text(expect(404, render(id, "style=EVIL")))).contains("NDVI").contains("viridis");
    assertThat(text(expect(400, render(id, "width=5000")))).contains("4096");
    expect(400, render(id, "width=4096&height=4096"));
    expect(400, render(id, "width=0"));
    expect(400, render(id, "height=2147483647&bbox=1,1,2,1.0000001"));
    expect(400, render(id, "bbox=1,2,1,3"));
    expect(400, render(id, "bbox=1,2,3"));
    expect(400, render(id, "bbox=2,1,1,2"));
    expect(400, render(id, "crs=EPSG:999999"));
    expect(400, render(id, "crs=mars"));
    expect(400, render(id, "bgcolor=reddish"));
    expect(400, render(id, "f=bmp"));
    expect(400, render(id, "bbox=-170,-89,170,89&bbox-crs=EPSG:32633&crs=EPSG:4326&width=x"));
    expect(404, render(id, "datetime=1999-01-01"));
    expect(404, render("none-such", ""));
    expect(404, render(client.collection(), ""));
  }

  @Test
  void theEntityTagOfAMapIsCheckedBeforeRendering() {
    String id = bands();
    HttpResponse<byte[]> first = expect(200, render(id, INSIDE + "&width=10"));
    String etag = first.headers().firstValue("ETag").orElseThrow();
    String path = "/collections/" + id + "/map/render?" + INSIDE + "&width=10";
    expect(304, client.get(path, "If-None-Match", etag));
    expect(200, client.get(path + "&resampling=nearest", "If-None-Match", etag));
  }

  @Test
  void capabilitiesListStylesSystemsAndSizes() {
    JsonNode map = json(expect(200, client.get("/collections/" + bands() + "/map")));
    assertThat(map.path("styles").findValuesAsText("id")).contains("default", "RGB", "NDVI", "B04");
    assertThat(map.path("crs").toString()).contains("32633").contains("3857").contains("CRS84");
    assertThat(map.path("maxWidth").asInt()).isEqualTo(4096);
    assertThat(map.path("links").findValuesAsText("href"))
        .anyMatch(
            href -> href.contains(client.prefix() + "/collections/") && href.contains("{bbox}"));
  }

  @Test
  void aMapOfFeaturesDrawsTheFeatures() throws IOException {
    String id = client.collection();
    String square = "[[[10,10],[20,10],[20,20],[10,20],[10,10]]]";
    String body =
        "{\"type\":\"Feature\",\"id\":\"a\",\"properties\":{\"crop\":\"rye\"},\"geometry\":"
            + "{\"type\":\"Polygon\",\"coordinates\":"
            + square
            + "}}";
    expect(201, client.post("/collections/" + id + "/items", "application/geo+json", body));
    String box = "bbox=5,5,25,25&crs=CRS84&width=40&height=40&bgcolor=white";
    BufferedImage map = map(id, box);
    assertThat(map.getRGB(20, 20) & 0xffffff).isNotEqualTo(0xffffff);
    assertThat(map.getRGB(3, 3) & 0xffffff).isEqualTo(0xffffff);
    assertThat(map(id, box + "&filter=crop='oats'").getRGB(20, 20) & 0xffffff).isEqualTo(0xffffff);
  }

  @Test
  void aStyleIsDerivedFromTheLayersUntilOneIsStored() {
    String id = bands();
    String path = "/collections/" + id + "/style";
    HttpResponse<byte[]> made = expect(200, client.get(path));
    JsonNode style = json(made);
    assertThat(style.path("version").asInt()).isEqualTo(8);
    assertThat(style.path("layers").get(0).path("type").asText()).isEqualTo("raster");
    assertThat(style.path("sources").path("RGB").path("tiles").get(0).asText())
        .contains(client.prefix() + "/collections/" + id + "/tiles/WebMercatorQuad/{z}/{x}/{y}?");
    String etag = made.headers().firstValue("ETag").orElseThrow();
    expect(304, client.get(path, "If-None-Match", etag));
    ObjectNode own =
        Json.parseObject(
            "{\"version\":8,\"name\":\"Mine\",\"sources\":{},\"layers\":[{\"id\":\"b\","
                + "\"type\":\"background\",\"paint\":{\"background-color\":\"#fafafa\"}}]}");
    HttpResponse<byte[]> put = expect(200, client.put(path, own, "If-Match", etag));
    assertThat(json(put)).isEqualTo(own);
    assertThat(json(client.get(path))).isEqualTo(own);
    expect(200, client.get(path, "If-None-Match", etag));
    expect(412, client.put(path, own, "If-Match", etag));
  }

  @Test
  void aBadStyleIsRefusedWithThePositionOfEachFaultAndChangesNothing() {
    String path = "/collections/" + bands() + "/style";
    String before = text(client.get(path));
    ObjectNode bad =
        Json.parseObject(
            "{\"version\":8,\"sources\":{},\"layers\":[{\"id\":\"b\",\"type\":\"background\","
                + "\"paint\":{\"background-color\":\"mud\",\"background-opacity\":7}}]}");
    JsonNode problem = json(expect(422, client.put(path, bad)));
    assertThat(problem.path("violations").findValuesAsText("pointer"))
        .containsExactlyInAnyOrder(
            "/layers/0/paint/background-color", "/layers/0/paint/background-opacity");
    assertThat(text(client.get(path))).isEqualTo(before);
    expect(404, client.get("/collections/none-such/style"));
  }

  @Test
  void legendsAreReturnedAsJsonOrAsAnImage() throws IOException {
    String path = "/collections/" + bands() + "/legend?";
    JsonNode legend = json(expect(200, client.get(path + "layers=NDVI")));
    assertThat(legend.path("type").asText()).isEqualTo("ramp");
    assertThat(legend.path("stops")).hasSize(11);
    assertThat(json(client.get(path + "style=RGB")).path("channels").get(0).path("layer").asText())
        .isEqualTo("B04");
    for (HttpResponse<byte[]> answer :
        List.of(
            client.get(path + "layers=NDVI&f=png&scale=2"),
            client.get(path + "style=RGB", "Accept", "image/png"))) {
      expect(200, answer);
      assertThat(ImageIO.read(new ByteArrayInputStream(answer.body())).getWidth())
          .isGreaterThanOrEqualTo(300);
    }
    expect(400, client.get(path + "f=svg"));
    JsonNode ramps = json(expect(200, client.get("/colormaps"))).path("colormaps");
    assertThat(ramps.findValuesAsText("name"))
        .contains("ndvi", "moisture", "temperature", "elevation", "categories");
  }

  @Test
  void aLegendOfFeaturesShowsTheirColour() throws IOException {
    String path = "/collections/" + client.collection() + "/legend";
    JsonNode legend = json(expect(200, client.get(path)));
    assertThat(legend.path("type").asText()).isEqualTo("features");
    Color colour = Color.decode(legend.path("color").asText());
    byte[] png = expect(200, client.get(path + "?f=png")).body();
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    int found = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      found += (image.getRGB(18, y) & 0xffffff) == (colour.getRGB() & 0xffffff) ? 1 : 0;
    }
    assertThat(found).isGreaterThan(5);
  }

  @Test
  void aTileInAnUnsupportedFormatIsRefused() {
    String tile = "/collections/" + bands() + "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI";
    expect(200, client.get(tile + "&f=png"));
    expect(400, client.get(tile + "&f=gif"));
  }

  @Test
  void theStyleParameterAlsoSelectsTheRenderingOfATile() {
    String tile = "/collections/" + bands() + "/tiles/WebMercatorQuad/17/71176/46617?";
    String[][] same = {
      {"style=NDVI", "layers=NDVI"},
      {"style=rgb", "layers=RGB"},
      {"layers=NDVI&style=magma", "layers=NDVI&colormap_name=magma"},
      {"style=default", ""}
    };
    for (String[] pair : same) {
      String left = expect(200, client.get(tile + pair[0])).headers().firstValue("ETag").get();
      String right = expect(200, client.get(tile + pair[1])).headers().firstValue("ETag").get();
      assertThat(left).as(pair[0]).isEqualTo(right);
    }
    expect(404, client.get(tile + "style=EVIL"));
    expect(404, client.get(tile + "layers=NDVI&style=RGB"));
  }

  @Test
  void tilesetsAreCreatedReadChangedAndRemoved() {
    String id = bands();
    String all = "/collections/" + id + "/tilesets";
    ObjectNode body = Json.object().put("id", "green").put("title", "Green");
    body.putArray("layers").add("NDVI");
    HttpResponse<byte[]> made = expect(201, client.post(all, body));
    assertThat(made.headers().firstValue("Location").orElseThrow()).endsWith(all + "/green");
    JsonNode tileset = json(made);
    assertThat(tileset.path("dataType").asText()).isEqualTo("map");
    String item = tileset.path("links").findValuesAsText("href").getLast();
    assertThat(item)
        .endsWith("/tiles/WebMercatorQuad/{tileMatrix}/{tileCol}/{tileRow}?layers=NDVI");
    expect(409, client.post(all, body));
    String etag = made.headers().firstValue("ETag").orElseThrow();
    expect(304, client.get(all + "/green", "If-None-Match", etag));

    body.put("title", "Greener").put("minzoom", 3);
    expect(200, client.put(all + "/green", body, "If-Match", etag));
    expect(412, client.put(all + "/green", body, "If-Match", etag));
    HttpResponse<byte[]> patched =
        expect(200, client.patch(all + "/green", "{\"minzoom\":null,\"colormap_name\":\"magma\"}"));
    assertThat(json(patched).has("minzoom")).isFalse();
    assertThat(json(patched).path("title").asText()).isEqualTo("Greener");
    assertThat(text(patched)).contains("colormap_name=magma");
    String made2 =
        json(expect(201, client.post(all, Json.object().put("title", "x")))).path("id").asText();
    JsonNode list = json(expect(200, client.get(all + "?limit=1")));
    assertThat(list.path("tilesets")).hasSize(1);
    assertThat(list.path("links").findValuesAsText("rel")).contains("next");
    expect(204, client.delete(all + "/" + made2));
    expect(204, client.delete(all + "/green"));
    expect(404, client.get(all + "/green"));
    expect(404, client.delete(all + "/green"));
  }

  @Test
  void badTilesetsAreRefusedWithTheReason() {
    String all = "/collections/" + bands() + "/tilesets";
    String[][] cases = {
      {"{\"tileMatrixSetId\":\"MarsQuad\"}", "/tileMatrixSetId"},
      {"{\"layers\":[\"EVIL\"]}", "/layers"},
      {"{\"layers\":\"NDVI\"}", "/layers"},
      {"{\"style\":\"EVIL\"}", "/style"},
      {"{\"expression\":\"NDVI+\"}", "/expression"},
      {"{\"minzoom\":9,\"maxzoom\":3}", "/maxzoom"},
      {"{\"bbox\":[1,2,3]}", "/bbox"},
      {"{\"id\":\"a/b\"}", "/id"},
      {"{\"dataType\":\"vector\"}", "/dataType"},
      {"{\"title\":7}", "/title"}
    };
    for (String[] each : cases) {
      JsonNode problem = json(expect(422, client.post(all, Json.parseObject(each[0]))));
      assertThat(problem.path("violations").findValuesAsText("pointer"))
          .as(each[0])
          .contains(each[1]);
    }
    assertThat(json(client.get(all)).path("tilesets")).isEmpty();
    expect(404, client.post("/collections/none-such/tilesets", Json.object()));
  }
}
