package io.glebe.api.spatio.series;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The clouds of slices, the newest clear one, the names of classes, and histograms. */
final class CloudsAndHistogramsTest extends SeriesFixture {
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";
  private static final String JULY = "2026-07-01T10:00:00Z";
  private static final String WHOLE = "bbox=15.48,46.01,15.51,46.04";

  CloudsAndHistogramsTest() {
    super(new SpatioClient("/api/v2"));
  }

  /** A collection of which the newest slice is cloudy, and a part of the one before. */
  private String cloudy(ObjectNode mask, int cloud) {
    String id = cube(MAY, JUNE, JULY);
    expect(201, client.post("/collections/" + id + "/layers", mask));
    String name = mask.path("name").asText();
    expect(200, client.fill(id, name, "datetime=" + MAY, clouds(cloud, 0)));
    expect(200, client.fill(id, name, "datetime=" + JUNE, clouds(cloud, WIDTH * HEIGHT / 20)));
    expect(200, client.fill(id, name, "datetime=" + JULY, clouds(cloud, WIDTH * HEIGHT / 2)));
    return id;
  }

  private static byte[] clouds(int cloud, int cells) {
    byte[] all = new byte[WIDTH * HEIGHT];
    Arrays.fill(all, 0, cells, (byte) cloud);
    return all;
  }

  private static ObjectNode layer(String name) {
    return Json.object().put("name", name).put("dtype", "uint8").put("categorical", true);
  }

  private JsonNode get(String path) {
    return json(expect(200, client.get("/collections/" + path)));
  }

  @Test
  void theNewestSliceWithFewCloudsIsATimeOfEveryRequest() {
    String id = cloudy(layer("CLOUD"), 1);
    String tiles = id + "/tiles/WebMercatorQuad/";

    JsonNode times = get(id + "/time?cloudCover=true");

    assertThat(times.path("cloudCover")).hasToString("[0.0,5.0,50.0]");
    assertThat(times.path("cloudCoverComplete").asBoolean()).isTrue();
    assertThat(times.path("latestClear").asText()).isEqualTo(JUNE);
    assertThat(times.path("cloudLayer").asText()).isEqualTo("CLOUD");
    assertThat(get(id + "/time").has("cloudCover")).isFalse();
    assertThat(
            get(tiles + "tilejson.json?layers=NDVI&datetime=latest-clear").at("/tiles/0").asText())
        .contains("datetime=2026-06-01");
    String tile = "/collections/" + tiles + "17/71176/46617?layers=NDVI&datetime=";
    assertThat(expect(200, client.get(tile + "latest-clear")).body())
        .isEqualTo(client.get(tile + JUNE).body());
    assertThat(get(series(id)).at("/series/0/values"))
        .singleElement()
        .extracting(value -> value.path("datetime").asText())
        .isEqualTo(JUNE);
    assertThat(get(id + "/layers/NDVI/statistics?datetime=latest-clear").path("slices"))
        .singleElement()
        .extracting(slice -> slice.path("datetime").asText())
        .isEqualTo(JUNE);
    expect(
        200, client.get("/collections/" + id + "/map/render?" + WHOLE + "&datetime=latest-clear"));
    expect(404, client.get("/collections/" + series(id).replace("NDVI", "FOG")));
    expect(400, client.get("/collections/" + id + "/items?datetime=latest-clear"));
  }

  private static String series(String id) {
    return id + "/aggregate/time-series?layers=NDVI&" + WHOLE + "&datetime=latest-clear";
  }

  @Test
  void classesOfCloudsAreDeclaredOrThoseOfAKnownLayer() {
    assertThat(get(cloudy(layer("SCL"), 9) + "/time?cloudCover=true").path("cloudCover"))
        .hasToString("[0.0,5.0,50.0]");
    ObjectNode own = layer("SKY");
    own.putArray("classes").addObject().put("value", 7).put("name", "Fog").put("cloud", true);
    String id = cloudy(own, 7);

    assertThat(get(id + "/time?cloudCover=true").path("latestClear").asText()).isEqualTo(JUNE);
    assertThat(get(id + "/layers/SKY").path("classes"))
        .hasToString("[{\"value\":7,\"name\":\"Fog\",\"cloud\":true}]");
    assertThat(get(id + "/legend?layers=SKY").at("/stops"))
        .singleElement()
        .extracting(stop -> stop.path("name").asText() + stop.path("value").asInt())
        .isEqualTo("Fog7");
    ObjectNode bad = layer("BAD");
    bad.putArray("classes").addObject().put("value", "x").put("name", "Fog");
    assertThat(json(expect(422, client.post("/collections/" + id + "/layers", bad))).toString())
        .contains("/classes/0/value");
  }

  @Test
  void classesHaveTheirColoursInImagesLegendsAndHistograms() throws Exception {
    ObjectNode own = layer("CROP");
    ArrayNode classes = own.putArray("classes");
    classes.addObject().put("value", 7).put("name", "Maize").put("color", "#C0FFEE");
    classes.addObject().put("value", 0).put("name", "Fallow");
    String id = cloudy(own, 7);
    String may = "layers=CROP&datetime=" + JULY;

    assertThat(get(id + "/layers/CROP").at("/classes/0/color").asText()).isEqualTo("#c0ffee");
    assertThat(get(id + "/legend?layers=CROP").path("stops"))
        .extracting(stop -> stop.path("name").asText() + " " + stop.path("color").asText())
        .containsExactly("Maize #c0ffee", "Fallow #2f6db3");
    assertThat(get(id + "/layers/CROP/histogram?datetime=" + JULY).path("classes"))
        .extracting(one -> one.path("name").asText() + " " + one.path("color").asText())
        .containsExactly("Fallow #2f6db3", "Maize #c0ffee");
    HttpResponse<byte[]> image =
        client.get("/collections/" + id + "/map/render?width=60&" + WHOLE + "&" + may);
    assertThat(colours(expect(200, image).body())).contains(0xffc0ffee, 0xff2f6db3);
    assertThat(get(id + "/layers/CROP").path("colormap").asText()).isEqualTo("categories");

    classes.addObject().put("value", 1).put("name", "x").put("color", "red");
    assertThat(json(expect(422, client.post("/collections/" + id + "/layers", own))).toString())
        .contains("/classes/2/color");
  }

  private static Set<Integer> colours(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    Set<Integer> colours = new TreeSet<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colours.add(image.getRGB(x, y));
      }
    }
    return colours;
  }

  @Test
  void itemsOfStacHaveTheCloudCover() {
    String id = cloudy(layer("CLOUD"), 1);
    String items = "/stac/collections/" + id + "/items";

    JsonNode page = json(expect(200, client.get(items)));

    assertThat(page.path("features"))
        .extracting(item -> item.at("/properties/eo:cloud_cover").asDouble())
        .containsExactlyInAnyOrder(0.0, 5.0, 50.0);
    JsonNode item = json(expect(200, client.get(items + "/" + page.at("/features/0/id").asText())));
    assertThat(item.at("/properties/eo:cloud_cover").isNumber()).isTrue();
    assertThat(item.path("stac_extensions").toString()).contains("/eo/v1.1.0/");

    JsonNode plain = json(expect(200, client.get("/stac/collections/" + cube(MAY) + "/items")));
    assertThat(plain.at("/features/0/properties").has("eo:cloud_cover")).isFalse();
    assertThat(plain.at("/features/0/stac_extensions").toString()).doesNotContain("/eo/");
  }

  @Test
  void aCollectionWithoutACloudLayerHasItsNewestSlice() {
    String id = cube(MAY, JUNE);

    JsonNode times = get(id + "/time?cloudCover=true");

    assertThat(times.path("cloudCover")).hasToString("[null,null]");
    assertThat(times.path("latestClear").asText()).isEqualTo(JUNE);
  }

  @Test
  void theValuesOfAFieldAreCountedWithTheirCoveredCells() {
    String id = cube(MAY, JUNE);
    // column 2 (half), columns 3 and 4, rows 1 to 3 (half); a value is a tenth of its column
    UUID field = record("Field", field(SpatioClient.FARM, "Counted", box(2.5, 1, 5, 3.5)));

    JsonNode found = get(id + "/layers/NDVI/histogram?bins=2&fieldId=" + field);

    assertThat(found.path("datetime").asText()).isEqualTo(JUNE);
    assertThat(found.path("factor").asInt()).isEqualTo(1);
    assertThat(found.path("count").asDouble()).isCloseTo(2.5 * 2.5, within(1e-4));
    assertThat(found.path("areaPixels").asDouble()).isCloseTo(2.5 * 2.5, within(1e-4));
    assertThat(found.path("bins")).hasSize(2);
    assertThat(found.at("/bins/0/minimum").asDouble()).isCloseTo(0.2, within(1e-3));
    assertThat(found.at("/bins/1/maximum").asDouble()).isCloseTo(0.4, within(1e-3));
    assertThat(found.at("/bins/0/count").asDouble() + found.at("/bins/1/count").asDouble())
        .isCloseTo(2.5 * 2.5, within(1e-4));
    assertThat(get(id + "/layers/NDVI/histogram").path("count").asInt()).isEqualTo(WIDTH * HEIGHT);
    expect(400, client.get("/collections/" + id + "/layers/NDVI/histogram?bbox=1,2"));
    expect(404, client.get("/collections/" + id + "/layers/FOG/histogram?" + WHOLE));
    expect(
        404,
        client.get("/collections/" + id + "/layers/NDVI/histogram?fieldId=" + UUID.randomUUID()));
  }

  @Test
  void classesAreCountedByName() {
    String id = cloudy(layer("CLOUD"), 1);

    JsonNode found = get(id + "/layers/CLOUD/histogram?" + WHOLE);

    assertThat(found.path("classes"))
        .extracting(one -> one.path("name").asText() + " " + one.path("count").asInt())
        .containsExactly("Clear sky " + WIDTH * HEIGHT / 2, "Cloud " + WIDTH * HEIGHT / 2);
  }
}
