package io.glebe.tile.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.glebe.tile.grid.PixelWindow;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

class CoverageTest {
  private static final GeometryFactory JTS = new GeometryFactory();
  private static final int SIZE = 90;

  /** The weight of any pixel; zero outside. */
  static double weight(Coverage coverage, int column, int row) {
    for (int s = coverage.spansStart(row); s < coverage.spansEnd(row); s++) {
      if (column >= coverage.from(s) && column < coverage.to(s)) {
        return coverage.isFull(s) ? 1 : coverage.weight(s, column);
      }
    }
    return 0;
  }

  @Test
  void weightsSumToTheAreaOfThePolygonWithinTheGrid() {
    long seed = 4711;
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      Rings rings = new Rings();
      double[] star = star(random, 3 + random.nextInt(60), 10 + 50 * random.nextDouble());
      rings.add(star, false);
      double exact =
          jts(star).intersection(JTS.toGeometry(new Envelope(0, SIZE, 0, SIZE))).getArea();
      Coverage c = CoverageRasterizer.of(rings, SIZE, SIZE);
      assertThat(c.totalWeight()).as("star %d of seed %d", i, seed).isCloseTo(exact, within(1e-6));
    }
  }

  @Test
  void aCoverageOfManySpansAndWeightsKeepsEachOfThem() {
    long seed = 12;
    Random random = new Random(seed);
    int rows = 400;
    int width = 300;
    double[] values = new double[rows * width];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(3) == 0 ? random.nextInt(2) : random.nextDouble();
    }
    Coverage.Builder builder = new Coverage.Builder(7);
    for (int row = 0; row < rows; row++) {
      builder.row(5, values, row * width, width);
    }
    Coverage coverage = builder.build();
    assertThat(coverage.spansEnd(coverage.endRow() - 1)).isGreaterThan(20_000);
    for (int i = 0; i < values.length; i++) {
      assertThat(weight(coverage, 5 + i % width, 7 + i / width))
          .as("value %d of seed %d", i, seed)
          .isEqualTo(values[i]);
    }
  }

  @Test
  void everyPixelsWeightIsItsIntersectionWithThePolygon() {
    long seed = 99;
    Random random = new Random(seed);
    for (int i = 0; i < 8; i++) {
      Rings rings = new Rings();
      double[] star = star(random, 12, 40);
      rings.add(star, false);
      Coverage c = CoverageRasterizer.of(rings, SIZE, SIZE);
      Geometry polygon = jts(star);
      for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
          Geometry pixel = JTS.toGeometry(new Envelope(x, x + 1, y, y + 1));
          assertThat(weight(c, x, y))
              .as("pixel %d,%d of star %d, seed %d", x, y, i, seed)
              .isCloseTo(polygon.intersection(pixel).getArea(), within(1e-7));
        }
      }
    }
  }

  @Test
  void aHoleIsSubtractedInEitherWinding() {
    for (boolean turned : new boolean[] {false, true}) {
      Rings rings = new Rings();
      rings.add(new double[] {10, 10, 60, 10, 60, 60, 10, 60}, false);
      double[] hole = {20.5, 20, 30, 20, 30, 30, 20.5, 30};
      double[] other = {20.5, 20, 20.5, 30, 30, 30, 30, 20};
      rings.add(turned ? other : hole, true);
      Coverage c = CoverageRasterizer.of(rings, SIZE, SIZE);
      assertThat(c.totalWeight()).isCloseTo(2500 - 95, within(1e-9));
      assertThat(weight(c, 20, 25)).isCloseTo(0.5, within(1e-12));
      assertThat(weight(c, 25, 25)).isZero();
      assertThat(c.coversWholly(40, 10, 20, 50)).isTrue();
      assertThat(c.coversWholly(15, 15, 10, 10)).isFalse();
      assertThat(c.share(new PixelWindow(21, 20, 9, 10), 9).isEmpty()).isTrue();
    }
  }

  @Test
  void aBoxOnPixelEdgesCoversExactlyItsPixels() {
    Rings rings = new Rings();
    rings.add(new double[] {3, 4, 13, 4, 13, 9, 3, 9}, false);
    Coverage c = CoverageRasterizer.of(rings, SIZE, SIZE);
    assertThat(c.pixels()).isEqualTo(50);
    assertThat(c.totalWeight()).isEqualTo(50);
    assertThat(c.coversWholly(3, 4, 10, 5)).isTrue();
    assertThat(c.firstRow()).isEqualTo(4);
    assertThat(c.endRow()).isEqualTo(9);
    assertThat(c.firstColumn()).isEqualTo(3);
    assertThat(c.endColumn()).isEqualTo(13);
  }

  @Test
  void anAreaOutsideTheGridCoversNothing() {
    Rings rings = new Rings();
    rings.add(new double[] {-30, -30, -10, -30, -10, -10, -30, -10}, false);
    assertThat(CoverageRasterizer.of(rings, SIZE, SIZE).isEmpty()).isTrue();
    assertThat(CoverageRasterizer.of(new Rings(), SIZE, SIZE).isEmpty()).isTrue();
  }

  @Test
  void anAreaLargerThanTheGridCoversItCompletely() {
    Rings rings = new Rings();
    rings.add(new double[] {-1e6, -1e6, 1e6, -1e6, 1e6, 1e6, -1e6, 1e6}, false);
    Coverage c = CoverageRasterizer.of(rings, SIZE, SIZE);
    assertThat(c.coversWholly(0, 0, SIZE, SIZE)).isTrue();
    assertThat(c.pixels()).isEqualTo(SIZE * SIZE);
  }

  private static double[] star(Random random, int vertices, double radius) {
    double cx = random.nextDouble() * SIZE;
    double cy = random.nextDouble() * SIZE;
    double[] xy = new double[2 * vertices];
    for (int i = 0; i < vertices; i++) {
      double angle = 2 * Math.PI * i / vertices;
      double r = radius * (0.3 + 0.7 * random.nextDouble());
      xy[2 * i] = cx + r * Math.cos(angle);
      xy[2 * i + 1] = cy + r * Math.sin(angle);
    }
    return xy;
  }

  private static Geometry jts(double[] xy) {
    Coordinate[] c = new Coordinate[xy.length / 2 + 1];
    for (int i = 0; i < c.length - 1; i++) {
      c[i] = new Coordinate(xy[2 * i], xy[2 * i + 1]);
    }
    c[c.length - 1] = c[0];
    return JTS.createPolygon(c);
  }
}
