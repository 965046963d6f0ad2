package io.glebe.core.cube.rendering;

import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.MAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layers, colours and dates of a requested image. */
class RenderingResolverTest {
  private static final CubeStation STATION = new CubeStation();
  private static final Cube CUBE = cube();

  @AfterAll
  static void close() {
    STATION.close();
  }

  /** Bands of Sentinel-2; B08 has a second date that the others have not. */
  private static Cube cube() {
    ObjectNode height = CubeStation.layer("HEIGHT", "int16").put("colormap", "viridis");
    height.putArray("range").add(100).add(900);
    String id =
        STATION.cube(
            CubeStation.layer("B02", "int16"),
            CubeStation.layer("B03", "int16"),
            CubeStation.layer("B04", "int16"),
            CubeStation.layer("B08", "int16"),
            height,
            Json.object().put("name", "CROP").put("dtype", "uint8").put("categorical", true));
    for (String layer : List.of("B02", "B03", "B04", "B08", "HEIGHT")) {
      STATION.columns(id, layer, MAY, 0);
    }
    STATION.columns(id, "B08", JUNE, 0);
    return STATION.opened(id);
  }

  private static RenderingQuery query(String layers) {
    return at(layers, "latest");
  }

  private static RenderingQuery at(String layers, String when) {
    List<String> names = layers.isEmpty() ? List.of() : List.of(layers.split(","));
    return RenderingQuery.of(names, Datetime.parse(when));
  }

  private static RenderingQuery with(
      String layers, Optional<String> expression, Optional<String> ramp, double[]... rescale) {
    return new RenderingQuery(
        query(layers).layers(),
        Datetime.LATEST,
        expression,
        ramp,
        List.of(rescale),
        OptionalDouble.empty(),
        Resampling.BILINEAR,
        Optional.empty());
  }

  private static RenderingQuery styled(String layers, String style) {
    return new RenderingQuery(
        query(layers).layers(),
        Datetime.LATEST,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        OptionalDouble.empty(),
        Resampling.BILINEAR,
        Optional.of(style));
  }

  private static RenderingResolver.Drawn drawn(RenderingQuery query) {
    return RenderingResolver.draw(CUBE.now(), query);
  }

  private static Problem refusal(RenderingQuery query) {
    Problem refused =
        catchThrowableOfType(
            Problem.class, () -> RenderingResolver.resolve(CUBE, CUBE.now(), query));
    assertThat(refused).as("refusal").isNotNull();
    return refused;
  }

  private static ColourRamp ramp(String name) {
    return ColourRamp.byName(name).orElseThrow();
  }

  private static Instant time(String layers, String when) {
    return RenderingResolver.resolve(CUBE, CUBE.now(), at(layers, when)).instant();
  }

  @Test
  void aLayerHasItsOwnColoursAndRange() {
    RenderingResolver.Drawn height = drawn(query("HEIGHT"));

    assertThat(height.name()).isEqualTo("HEIGHT");
    assertThat(height.layers()).containsExactly("HEIGHT");
    assertThat(height.rendering())
        .isEqualTo(Rendering.layer(ramp("viridis"), new Stretch(100, 900)));
    assertThat(RenderingResolver.ramp(CUBE.now().layer("CROP").orElseThrow()))
        .isEqualTo(ramp("categories"));
  }

  @Test
  void parametersReplaceColoursAndRange() {
    assertThat(
            drawn(with("HEIGHT", Optional.empty(), Optional.of("greys"), new double[] {0, 5}))
                .rendering())
        .isEqualTo(Rendering.layer(ramp("greys"), new Stretch(0, 5)));
    assertThat(refusal(with("HEIGHT", Optional.empty(), Optional.of("grass"))).detail())
        .contains("no colour ramp 'grass'", "viridis");
    assertThat(
            refusal(with("HEIGHT", Optional.empty(), Optional.empty(), new double[] {5, 5}))
                .violations()
                .getFirst()
                .where())
        .isEqualTo("rescale");
  }

  @Test
  void anIndexIsComputedFromItsBands() {
    RenderingResolver.Drawn index = drawn(query("NDVI"));

    assertThat(index.name()).isEqualTo("NDVI");
    assertThat(index.layers()).containsExactlyInAnyOrder("B04", "B08");
    assertThat(refusal(query("NDMI")).detail()).as("there is no B11").contains("no layer 'NDMI'");
  }

  @Test
  void withoutALayerTheFirstCompositeIsShown() {
    RenderingResolver.Drawn composite = drawn(query(""));

    assertThat(composite.layers()).containsExactly("B04", "B03", "B02");
    assertThat(RenderingResolver.composites(CUBE.now()))
        .first()
        .matches(first -> first.name().equals(composite.name()));
    assertThat(RenderingResolver.names(CUBE.now())).contains("B02", "CROP", composite.name());
    assertThat(drawn(query(composite.name()))).isEqualTo(composite);
  }

  @Test
  void threeBandsAreAnImage() {
    RenderingResolver.Drawn bands = drawn(query("B08,B04,B03"));

    assertThat(bands.name()).isEqualTo("B08,B04,B03");
    assertThat(bands.layers()).containsExactly("B08", "B04", "B03");
    Stretch stretch = new Stretch(0, 5);
    double[] pair = {0, 5};
    assertThat(drawn(with("B08,B04,B03", Optional.empty(), Optional.empty(), pair)).rendering())
        .isEqualTo(Rendering.composite(stretch, stretch, stretch))
        .isEqualTo(
            drawn(with("B08,B04,B03", Optional.empty(), Optional.empty(), pair, pair, pair))
                .rendering());
    assertThat(
            refusal(with("B08,B04,B03", Optional.empty(), Optional.empty(), pair, pair)).status())
        .isEqualTo(400);
    assertThat(refusal(query("B08,B04")).status()).isEqualTo(400);
    assertThat(refusal(query("B08,B04,B99")).status()).isEqualTo(404);
  }

  @Test
  void anExpressionNamesItsBands() {
    RenderingResolver.Drawn drawn = drawn(with("", Optional.of("B08 / B04"), Optional.empty()));

    assertThat(drawn.name()).isEqualTo("B08 / B04");
    assertThat(drawn.layers()).containsExactlyInAnyOrder("B08", "B04");
    assertThat(refusal(with("", Optional.of("B08 /"), Optional.empty())).detail())
        .contains("expression", "character");
    assertThat(refusal(with("", Optional.of("1 + 2"), Optional.empty())).detail())
        .contains("names no layer");
    Problem tooLong =
        catchThrowableOfType(
            Problem.class,
            () -> with("", Optional.of("B08 / B04"), Optional.empty()).requireExpression(8));
    assertThat(tooLong.status()).isEqualTo(400);
  }

  @Test
  void aStyleSelectsALayerOrItsColours() {
    assertThat(drawn(styled("", "HEIGHT"))).isEqualTo(drawn(query("HEIGHT")));
    assertThat(drawn(styled("", "NDVI")).name()).isEqualTo("NDVI");
    assertThat(drawn(styled("HEIGHT", "greys")).rendering())
        .isEqualTo(Rendering.layer(ramp("greys"), new Stretch(100, 900)));
    assertThat(drawn(styled("HEIGHT", "HEIGHT"))).isEqualTo(drawn(query("HEIGHT")));
    assertThat(drawn(styled("HEIGHT", "default"))).isEqualTo(drawn(query("HEIGHT")));
    assertThat(refusal(styled("HEIGHT", "B04")).detail()).contains("no style 'B04'", "default");
  }

  @ParameterizedTest
  @CsvSource({
    "latest, 2026-06-01T10:00:00Z",
    "2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "2026-05-01, 2026-05-01T10:00:00Z",
    "../2026-05-31, 2026-05-01T10:00:00Z",
    "2026-05-02/.., 2026-06-01T10:00:00Z",
    "nearest:2026-05-16T22:00:00Z, 2026-05-01T10:00:00Z", // as near to both
    "nearest:2026-05-16T22:00:01Z, 2026-06-01T10:00:00Z",
    "nearest:1990-01-01, 2026-05-01T10:00:00Z",
    "nearest:2090-01-01, 2026-06-01T10:00:00Z"
  })
  void aTimeSelectsTheNewestOrTheNearestSlice(String when, String expected) {
    assertThat(time("B08", when)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"latest", "nearest:2026-06-01T10:00:00Z", "2026-05-01/2026-07-01"})
  void aTimeIsOneThatAllBandsHave(String when) {
    assertThat(time("B08,B04,B03", when)).isEqualTo(MAY);
  }

  @Test
  void aTimeWithoutASliceIsRefusedWithThoseThatExist() {
    assertThat(refusal(at("B08", "2026-05-02")).detail())
        .contains("2 dates from 2026-05-01T10:00:00Z to 2026-06-01T10:00:00Z");
    assertThat(refusal(at("B08,B04,B03", "2026-06-01T10:00:00Z")).status()).isEqualTo(404);
    assertThat(refusal(query("CROP")).detail()).contains("no data yet of CROP");
  }

  @Test
  void aCubeWithoutLayersHasNothingToShow() {
    Cube empty = STATION.opened(STATION.cube());

    assertThat(
            catchThrowableOfType(
                    Problem.class, () -> RenderingResolver.draw(empty.now(), query("")))
                .detail())
        .contains("no layers yet");
    assertThat(catchThrowableOfType(Problem.class, () -> empty.requireView(empty.now())).status())
        .isEqualTo(404);
  }
}
