package io.glebe.core.cube.style;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.snapshot.Cube;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class DefaultStyleTest {
  private static final CubeStation STATION = new CubeStation();
  private static final String BASE = "https://glebe.example/collections/c";

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static CubeCollection collection(String id) {
    return STATION.cubes.collections().read(STATION.owner(), id).await();
  }

  private static ObjectNode style(String id, Optional<Cube> cube, boolean features) {
    return DefaultStyle.of(collection(id), cube, features, BASE);
  }

  private static List<String> ids(ObjectNode style) {
    List<String> ids = new ArrayList<>();
    style.path("layers").forEach(layer -> ids.add(layer.path("id").asText()));
    return ids;
  }

  @Test
  void eachLayerAndCompositeIsARasterLayerOfWhichOneIsVisible() {
    String id =
        STATION.cube(
            CubeStation.layer("B02", "int16"),
            CubeStation.layer("B03", "int16"),
            CubeStation.layer("B04", "int16"));
    STATION.columns(id, "B02", CubeStation.MAY, 0);

    ObjectNode style = style(id, Optional.of(STATION.opened(id)), false);

    assertThat(style.path("version").asInt()).isEqualTo(8);
    assertThat(ids(style)).containsExactly("B02", "B03", "B04", "RGB");
    List<String> visible = new ArrayList<>();
    for (JsonNode layer : style.path("layers")) {
      assertThat(layer.path("type").asText()).isEqualTo("raster");
      assertThat(style.path("sources").has(layer.path("source").asText())).isTrue();
      if (layer.at("/layout/visibility").asText().equals("visible")) {
        visible.add(layer.path("id").asText());
      }
    }
    assertThat(visible).containsExactly("RGB");
    JsonNode source = style.at("/sources/B03");
    assertThat(source.path("tiles").get(0).asText())
        .isEqualTo(
            BASE
                + "/tiles/WebMercatorQuad/{z}/{x}/{y}?layers=B03&v="
                + collection(id).dataVersion());
    assertThat(source.path("maxzoom").asInt()).isGreaterThan(source.path("minzoom").asInt());
  }

  @Test
  void theMapBeginsWhereTheDataAre() {
    String id = STATION.cube(CubeStation.layer("NDVI", "int16"));
    STATION.columns(id, "NDVI", CubeStation.MAY, 0);

    ObjectNode style = style(id, Optional.of(STATION.opened(id)), false);

    double[] middle = CubeStation.lonLat(CubeStation.WIDTH / 2.0, CubeStation.HEIGHT / 2.0);
    assertThat(style.path("center").get(0).asDouble()).isCloseTo(middle[0], within(1e-4));
    assertThat(style.path("center").get(1).asDouble()).isCloseTo(middle[1], within(1e-4));
    assertThat(style.path("zoom").asInt()).as("200 metres").isEqualTo(17);
    assertThat(style.at("/sources/NDVI/bounds/0").asDouble()).isLessThan(middle[0]);
    assertThat(style.at("/sources/NDVI/bounds/2").asDouble()).isGreaterThan(middle[0]);
  }

  @Test
  void featuresAreDrawnAboveTheCubeAndAlsoWithoutOne() {
    String id = STATION.cube(CubeStation.layer("NDVI", "int16"));
    String plain = STATION.collection();

    assertThat(ids(style(id, Optional.of(STATION.opened(id)), true)))
        .containsExactly("NDVI", "features-areas", "features-lines", "features-points");
    ObjectNode style = style(plain, Optional.empty(), false);
    assertThat(ids(style)).containsExactly("features-areas", "features-lines", "features-points");
    assertThat(style.at("/layers/0/source-layer").asText()).isEqualTo(plain);
    assertThat(style.at("/sources/features/tiles/0").asText())
        .isEqualTo(
            BASE
                + "/tiles/WebMercatorQuad-Vector/{z}/{x}/{y}?v="
                + collection(plain).dataVersion());
    assertThat(style.has("center")).as("nothing is known of its place").isFalse();
  }
}
