package io.glebe.tile.mvt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simplified polygons keep a valid outline. */
class CrossingsTest {

  @Test
  void crossingEdgesAreFoundAndTouchingOnesAreNot() {
    double[] bow = {0, 0, 10, 10, 10, 0, 0, 10};
    double[] square = {0, 0, 10, 0, 10, 10, 0, 10};
    double[] closed = {0, 0, 10, 0, 10, 10, 0, 10, 0, 0};
    double[] hole = {0, 0, 10, 0, 10, 10, 0, 10, 2, 2, 2, 8, 8, 8};
    double[] through = {0, 0, 10, 0, 10, 10, 0, 10, 2, 2, 2, 8, 18, 8};
    double[] touching = {0, 0, 10, 0, 10, 10, 0, 10, 0, 5, 5, 3, 5, 7};
    assertThat(Crossings.any(bow, new int[] {4})).isTrue();
    assertThat(Crossings.any(square, new int[] {4})).isFalse();
    assertThat(Crossings.any(closed, new int[] {5})).isFalse();
    assertThat(Crossings.any(hole, new int[] {4, 7})).isFalse();
    assertThat(Crossings.any(through, new int[] {4, 7})).isTrue();
    assertThat(Crossings.any(touching, new int[] {4, 7})).isFalse();
    assertThat(Crossings.any(new double[0], new int[0])).isFalse();
  }

  @Test
  void noToleranceMakesAStarWithAHoleCrossItself() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int fewer = 0;
    for (int round = 0; round < 200; round++) {
      FlatGeometry shape =
          FlatGeometry.polygon(List.of(star(random, 60, 100), star(random, 30, 45)));
      assertThat(Crossings.any(shape.xy(), ends(shape))).as("seed %d", seed).isFalse();
      for (double tolerance : new double[] {0.5, 5, 20, 60}) {
        FlatGeometry simple = shape.simplified(tolerance);
        assertThat(Crossings.any(simple.xy(), ends(simple)))
            .as("seed %d, round %d, tolerance %s", seed, round, tolerance)
            .isFalse();
        fewer += simple.vertices() < shape.vertices() ? 1 : 0;
      }
    }
    assertThat(fewer).isGreaterThan(400);
  }

  private static int[] ends(FlatGeometry shape) {
    int[] ends = new int[shape.parts()];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = shape.end(i);
    }
    return ends;
  }

  /** A ring around the origin whose radius varies between half of the given one and all of it. */
  private static double[] star(Random random, int vertices, double radius) {
    double[] ring = new double[2 * vertices];
    for (int i = 0; i < vertices; i++) {
      double angle = 2 * Math.PI * i / vertices;
      double r = radius * (0.5 + 0.5 * random.nextDouble());
      ring[2 * i] = r * Math.cos(angle);
      ring[2 * i + 1] = r * Math.sin(angle);
    }
    return ring;
  }
}
