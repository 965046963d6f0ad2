package io.glebe.core.geo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;
import org.locationtech.jts.operation.valid.IsValidOp;

/** Which areas the sweep recognizes as valid, compared with the check of JTS. */
class RingSweepTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int CASES = 60_000;

  private static boolean certain(String wkt) throws ParseException {
    return RingSweep.isCertainlyValid(new WKTReader().read(wkt));
  }

  @Test
  void polygonsWhoseEdgesDoNotTouchAreValid() throws ParseException {
    assertThat(certain("POLYGON((0 0, 4 0, 4 4, 0 4, 0 0))")).isTrue();
    assertThat(certain("POLYGON((0 0, 2 0, 4 0, 4 0, 4 4, 0 4, 0 0))")).isTrue();
    assertThat(certain("POLYGON((0 0, 9 0, 9 9, 0 9, 0 0),(1 1, 1 2, 2 2, 1 1))")).isTrue();
    assertThat(
            certain(
                "MULTIPOLYGON(((0 0, 9 0, 9 9, 0 9, 0 0),(1 1, 1 5, 5 5, 5 1, 1 1)),"
                    + "((2 2, 3 2, 3 3, 2 2)))"))
        .isTrue();
  }

  @Test
  void contactsAndWrongNestingAreNotCertain() throws ParseException {
    assertThat(certain("POLYGON((0 0, 4 4, 4 0, 0 4, 0 0))")).isFalse();
    assertThat(certain("POLYGON((0 0, 4 0, 2 0, 2 3, 0 0))")).isFalse();
    assertThat(certain("POLYGON((0 0, 4 0, 4 4, 2 0, 0 4, 0 0))")).isFalse();
    assertThat(certain("POLYGON((0 0, 9 0, 9 9, 0 9, 0 0),(0 0, 1 2, 2 1, 0 0))")).isFalse();
    assertThat(certain("POLYGON((0 0, 9 0, 9 9, 0 9, 0 0),(11 1, 11 2, 12 2, 11 1))")).isFalse();
    assertThat(
            certain(
                "POLYGON((0 0, 9 0, 9 9, 0 9, 0 0),(1 1, 1 7, 7 7, 7 1, 1 1),"
                    + "(2 2, 2 3, 3 3, 2 2))"))
        .isFalse();
    assertThat(certain("MULTIPOLYGON(((0 0, 9 0, 9 9, 0 9, 0 0)),((2 2, 3 2, 3 3, 2 2)))"))
        .isFalse();
  }

  @Test
  void whatIsCertainIsValidForJtsAsWell() {
    long seed = 20260501;
    Random random = new Random(seed);
    int certain = 0;
    for (int i = 0; i < CASES; i++) {
      Geometry areas = areas(random);
      if (RingSweep.isCertainlyValid(areas)) {
        certain++;
        assertThat(new IsValidOp(areas).isValid()).as("seed %d: %s", seed, areas).isTrue();
      }
    }
    assertThat(certain).isGreaterThan(CASES / 20);
  }

  @Test
  void validAreasWithoutContactAreRecognized() {
    long seed = 20260501;
    Random random = new Random(seed);
    for (int i = 0; i < CASES / 20; i++) {
      Polygon star = star(random, 4 + random.nextInt(40));
      assertThat(RingSweep.isCertainlyValid(star))
          .as("seed %d: %s", seed, star)
          .isEqualTo(new IsValidOp(star).isValid());
    }
  }

  /** Rings of few vertices on a small grid, so that many touch, cross or lie in each other. */
  private static Geometry areas(Random random) {
    int side = 3 + random.nextInt(8);
    List<Polygon> polygons = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      LinearRing[] holes = new LinearRing[random.nextInt(3)];
      for (int hole = 0; hole < holes.length; hole++) {
        holes[hole] = ring(random, side);
      }
      LinearRing outer = random.nextBoolean() ? ring(random, side) : box(side);
      polygons.add(SHAPES.createPolygon(outer, holes));
    }
    return SHAPES.createMultiPolygon(polygons.toArray(Polygon[]::new));
  }

  private static LinearRing box(int side) {
    return SHAPES.createLinearRing(
        new Coordinate[] {
          new Coordinate(-1, -1),
          new Coordinate(side, -1),
          new Coordinate(side, side),
          new Coordinate(-1, side),
          new Coordinate(-1, -1)
        });
  }

  private static LinearRing ring(Random random, int side) {
    Coordinate[] at = new Coordinate[4 + random.nextInt(4)];
    for (int i = 0; i < at.length - 1; i++) {
      at[i] = new Coordinate(random.nextInt(side), random.nextInt(side));
    }
    at[at.length - 1] = at[0];
    return SHAPES.createLinearRing(at);
  }

  private static Polygon star(Random random, int vertices) {
    Coordinate[] at = new Coordinate[vertices + 1];
    for (int i = 0; i < vertices; i++) {
      double angle = 2 * Math.PI * i / vertices;
      double radius = 0.5 + random.nextDouble();
      at[i] = new Coordinate(radius * Math.cos(angle), radius * Math.sin(angle));
    }
    at[vertices] = at[0];
    return SHAPES.createPolygon(at);
  }
}
