package io.glebe.tile.mvt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.MultiPolygon;
import org.locationtech.jts.geom.Polygon;

/** What is left is valid, and a valid polygon stays as it was. */
class RingNestingTest {
  private static final GeometryFactory JTS = new GeometryFactory();

  private final long seed = Long.getLong("glebe.mvt.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** Fills a square with squares that do not meet, each of them filled in the same way. */
  private void fill(int left, int top, int size, List<int[]> squares) {
    int half = size / 2;
    for (int quarter = 0; quarter < 4 && half >= 4; quarter++) {
      if (random.nextInt(4) > 0) {
        int x = left + quarter % 2 * half + 1;
        int y = top + quarter / 2 * half + 1;
        int side = half - 2;
        squares.add(new int[] {x, y, x + side, y, x + side, y + side, x, y + side});
        fill(x, y, side, squares);
      }
    }
  }

  private TileRings rings(int size, int most) {
    List<int[]> squares = new ArrayList<>();
    fill(0, 0, size, squares);
    Collections.shuffle(squares, random);
    TileRings rings = new TileRings();
    for (int[] square : squares.subList(0, Math.min(most, squares.size()))) {
      rings.add(square, 4, rings.rings() == 0 || random.nextInt(3) == 0);
    }
    return rings;
  }

  private static MultiPolygon polygons(TileRings rings) {
    List<Polygon> polygons = new ArrayList<>();
    int ring = 0;
    while (ring < rings.rings()) {
      LinearRing shell = ring(rings, ring++);
      List<LinearRing> holes = new ArrayList<>();
      while (ring < rings.rings() && !rings.isOuter(ring)) {
        holes.add(ring(rings, ring++));
      }
      polygons.add(JTS.createPolygon(shell, holes.toArray(LinearRing[]::new)));
    }
    return JTS.createMultiPolygon(polygons.toArray(Polygon[]::new));
  }

  private static LinearRing ring(TileRings rings, int ring) {
    List<Coordinate> closed = new ArrayList<>();
    for (int i = rings.start(ring); i < rings.end(ring); i++) {
      closed.add(new Coordinate(rings.x(i), rings.y(i)));
    }
    closed.add(closed.getFirst());
    return JTS.createLinearRing(closed.toArray(Coordinate[]::new));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 10, 63, 64, 1_000})
  void ringsThatAreNestedByChanceAreValidAfterwards(int most) {
    int mended = 0;
    int kept = 0;
    for (int i = 0; i < 100; i++) {
      TileRings rings = rings(most > 10 ? 256 : 32, most);
      MultiPolygon before = polygons(rings);
      RingNesting.mend(rings);
      MultiPolygon after = polygons(rings);
      assertThat(after.isValid()).as("seed %d: %s", seed, before).isTrue();
      if (before.isValid()) {
        assertThat(after.equalsExact(before)).as("seed %d: %s", seed, before).isTrue();
        kept++;
      } else {
        mended++;
      }
    }
    assertThat(mended + kept).isEqualTo(100);
    assertThat(mended).isPositive();
  }

  @Test
  void aHoleThatASimplifiedEdgePassedOverIsTakenOut() {
    TileRings rings = new TileRings();
    rings.add(new int[] {0, 0, 100, 0, 100, 100, 0, 100}, 4, true);
    rings.add(new int[] {10, 101, 20, 101, 20, 103}, 3, false);
    rings.add(new int[] {10, 10, 20, 10, 20, 20}, 3, false);
    rings.add(new int[] {50, 50, 60, 50, 60, 60}, 3, true);
    rings.add(new int[] {200, 50, 260, 50, 260, 60}, 3, true);
    RingNesting.mend(rings);
    assertThat(rings.rings()).isEqualTo(3);
    assertThat(rings.isOuter(1)).isFalse();
    assertThat(rings.y(rings.start(1))).isEqualTo(10);
    assertThat(rings.x(rings.start(2))).isEqualTo(200);
  }
}
