package io.glebe.core.cube.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.glebe.core.problem.Problem;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Geographic;
import io.glebe.tile.grid.Projection;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** The frames of maps, and features drawn in them. */
class MapFrameTest {
  private static final MapFrame.Limits LIMITS = new MapFrame.Limits(2000, 1_000_000, 100);
  private static final Projection MERCATOR = Projection.of(3857);
  private static final Projection DEGREES = Geographic.INSTANCE;
  private static final Optional<Integer> ANY = Optional.empty();

  private static MapFrame degrees(Bounds box, Optional<Integer> width, Optional<Integer> height) {
    return MapFrame.of(DEGREES, box, DEGREES, width, height, LIMITS);
  }

  private static Problem refusal(Bounds box, Optional<Integer> width, Optional<Integer> height) {
    Problem refused = catchThrowableOfType(Problem.class, () -> degrees(box, width, height));
    assertThat(refused).as("refusal").isNotNull();
    return refused;
  }

  @Test
  void aMissingSideKeepsPixelsSquare() {
    Bounds wide = new Bounds(10, 40, 30, 50);

    MapFrame usual = degrees(wide, ANY, ANY);
    assertThat(usual.width()).isEqualTo(MapFrame.USUAL);
    assertThat(usual.height()).isEqualTo(MapFrame.USUAL / 2);
    assertThat(degrees(wide, Optional.of(300), ANY).height()).isEqualTo(150);
    assertThat(degrees(wide, ANY, Optional.of(300)).width()).isEqualTo(600);
    MapFrame high = degrees(new Bounds(0, 0, 10, 40), ANY, ANY);
    assertThat(high.height()).isEqualTo(MapFrame.USUAL);
    assertThat(high.width()).isEqualTo(MapFrame.USUAL / 4);
    MapFrame both = degrees(wide, Optional.of(5), Optional.of(7));
    assertThat(both.width()).isEqualTo(5);
    assertThat(both.height()).isEqualTo(7);
    assertThat(both.canonical()).isNotEqualTo(degrees(wide, Optional.of(5), ANY).canonical());
  }

  @Test
  void aFrameIsBounded() {
    Bounds wide = new Bounds(10, 40, 30, 50);

    assertThat(refusal(wide, Optional.of(2001), ANY).violations().getFirst().where())
        .isEqualTo("width");
    assertThat(refusal(new Bounds(0, 0, 1, 50), Optional.of(100), ANY).violations().getFirst())
        .matches(fault -> fault.where().equals("height") && fault.detail().contains("5000"));
    assertThat(refusal(wide, Optional.of(1500), Optional.of(1500)).detail())
        .contains("at most 1000000 pixels");
  }

  @Test
  void aBoxInDegreesIsCutAtThePolesOfWebMercator() {
    MapFrame world =
        MapFrame.of(
            MERCATOR, new Bounds(-180, -90, 180, 90), DEGREES, Optional.of(500), ANY, LIMITS);

    double side = Math.PI * 6_378_137;
    assertThat(world.bounds().minX()).isCloseTo(-side, within(1.0));
    assertThat(world.bounds().maxY()).isCloseTo(side, within(1.0));
    assertThat(world.width()).isEqualTo(world.height());
  }

  @Test
  void aBoxInAnotherProjectionIsEnclosed() {
    Projection utm = Projection.of(32633);
    double[] corner = new double[2];
    utm.fromLonLat(15, 46, corner, 0);

    MapFrame frame = MapFrame.of(utm, new Bounds(15, 46, 15.1, 46.1), DEGREES, ANY, ANY, LIMITS);

    assertThat(frame.bounds().minX()).isCloseTo(corner[0], within(200.0));
    assertThat(frame.bounds().minY()).isCloseTo(corner[1], within(200.0));
    assertThat(frame.grid().width()).isEqualTo(frame.width());
  }

  private static BufferedImage drawn(OptionalInt background, String... shapes) {
    MapFrame frame = degrees(new Bounds(0, 0, 100, 100), Optional.of(100), Optional.of(100));
    List<Geometry> geometries = List.of(shapes).stream().map(MapFrameTest::geometry).toList();
    try {
      return ImageIO.read(
          new ByteArrayInputStream(FeatureRendering.png(frame, geometries, background)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Geometry geometry(String text) {
    try {
      return new WKTReader().read(text);
    } catch (ParseException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static int alpha(BufferedImage image, int x, int y) {
    return image.getRGB(x, y) >>> 24;
  }

  @Test
  void anAreaIsFilledUpToItsHoles() {
    BufferedImage image =
        drawn(
            OptionalInt.empty(),
            "POLYGON ((10 10, 60 10, 60 60, 10 60, 10 10), (20 20, 40 20, 40 40, 20 40, 20 20))");

    assertThat(alpha(image, 50, 50)).as("inside").isEqualTo(Math.round(255 * 0.35f));
    assertThat(alpha(image, 30, 70)).as("in the hole").isZero();
    assertThat(alpha(image, 80, 50)).as("outside").isZero();
    assertThat(alpha(image, 60, 50)).as("on its line").isGreaterThan(120);
  }

  @Test
  void pointsAndLinesAreDrawnOnTheBackground() {
    BufferedImage image =
        drawn(OptionalInt.of(0xff0000), "POINT (20 80)", "MULTILINESTRING ((50 0, 50 100))");

    assertThat(image.getRGB(20, 20) & 0xffffff).as("the point").isEqualTo(0x3c9a4b);
    assertThat(image.getRGB(90, 90) & 0xffffff).as("the background").isEqualTo(0xff0000);
    assertThat(image.getRGB(50, 50) >> 8 & 0xff).as("the line").isGreaterThan(60);
  }
}
