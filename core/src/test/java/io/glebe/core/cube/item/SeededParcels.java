package io.glebe.core.cube.item;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.PrecisionModel;

/**
 * Valid parcels with the shapes that are hard to draw on a coarse grid: bays, combs, corridors,
 * slivers, horns, spirals, holes beside and at the edge, parts that touch, parts in bays and in
 * holes. They lie on a grid of cells of 70 m, and simple ones share their corners. The shape of a
 * parcel depends only on the seed and on its number.
 */
final class SeededParcels {
  private static final double CELL = 70;
  private static final double WEST = 15.0;
  private static final double SOUTH = 46.0;
  private static final double DEGREE = 111_320;
  private static final double ASPECT = Math.cos(Math.toRadians(SOUTH));
  private static final int LARGE_EACH = 500;
  private static final GeometryFactory DEGREES =
      new GeometryFactory(new PrecisionModel(PrecisionModel.FLOATING), 4326);

  private final long seed;
  private final int count;
  private final int columns;

  SeededParcels(long seed, int count) {
    this.seed = seed;
    this.count = count;
    this.columns = (int) Math.ceil(Math.sqrt(count));
  }

  int count() {
    return count;
  }

  /** A parcel in degrees, each coordinate rounded to seven decimals. */
  Geometry parcel(int number) {
    Sketch sketch = new Sketch(number);
    Geometry drawn = sketch.draw();
    return drawn.isValid() && drawn.getArea() > 0 ? drawn : sketch.begin().quad();
  }

  /** Parcels from a number to before another one, one feature of GeoJSON on each line. */
  byte[] lines(int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append(
          "{\"type\":\"Feature\",\"id\":\"p%d\",\"properties\":{\"n\":%d},".formatted(i, i));
      lines.append("\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[");
      Geometry parcel = parcel(i);
      for (int part = 0; part < parcel.getNumGeometries(); part++) {
        Polygon polygon = (Polygon) parcel.getGeometryN(part);
        lines.append(part == 0 ? "[" : ",[");
        ring(polygon.getExteriorRing(), lines);
        for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
          lines.append(',');
          ring(polygon.getInteriorRingN(hole), lines);
        }
        lines.append(']');
      }
      lines.append("]}}\n");
    }
    return lines.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static void ring(LinearRing ring, StringBuilder out) {
    String before = "[";
    for (Coordinate c : ring.getCoordinates()) {
      out.append(before).append(String.format(Locale.ROOT, "[%.7f,%.7f]", c.x, c.y));
      before = ",";
    }
    out.append(']');
  }

  /** Draws one parcel, in metres around the middle of its cell. */
  private final class Sketch {
    private final int number;
    private final double column;
    private final double row;
    private SplittableRandom random;
    private double turn;

    Sketch(int number) {
      this.number = number;
      this.column = number % columns;
      this.row = Math.floorDiv(number, columns);
      this.random = new SplittableRandom(seed + 31L * number);
    }

    /** Starts again with the same numbers. */
    Sketch begin() {
      random = new SplittableRandom(seed + 31L * number);
      turn = 0;
      return this;
    }

    Geometry draw() {
      begin();
      turn = random.nextDouble() * 2 * Math.PI;
      double size = 5 + 35 * random.nextDouble();
      if (number % LARGE_EACH == 7) {
        return polygon(star(0, 0, 20 * size, 0.5, 300), holes(10 * size, 6));
      }
      return switch (random.nextInt(16)) {
        case 0 -> polygon(star(0, 0, size, 0.05, 4 + random.nextInt(40)));
        case 1 -> polygon(star(0, 0, size, 0.8, 4 + random.nextInt(40)), holes(size * 0.5, 5));
        case 2 -> polygon(comb(size));
        case 3 -> polygon(band(size, 0.05 + random.nextDouble()));
        case 4 -> polygon(dumbbell(size, 0.02 + 0.5 * random.nextDouble()));
        case 5 -> polygon(horned(size));
        case 6 -> polygon(spiral(size));
        case 7 -> polygon(square(0, 0, size), holesAtTheEdge(size));
        case 8 -> polygon(square(0, 0, size), touchingHoles(size));
        case 9 -> chessboard(size);
        case 10 -> island(size);
        case 11 -> partInBay(size);
        case 12 -> polygon(star(0, 0, size, 1, 100 + random.nextInt(400)), holes(size * 0.6, 3));
        case 13 -> digitised();
        default -> quad();
      };
    }

    private Coordinate at(double x, double y) {
      double east = (column + 0.5) * CELL + x * Math.cos(turn) - y * Math.sin(turn);
      double north = (row + 0.5) * CELL + x * Math.sin(turn) + y * Math.cos(turn);
      double lon = WEST + east / DEGREE / ASPECT;
      double lat = SOUTH + north / DEGREE;
      return new Coordinate(Math.rint(lon * 1e7) / 1e7, Math.rint(lat * 1e7) / 1e7);
    }

    private LinearRing ring(List<Coordinate> points) {
      List<Coordinate> closed = new ArrayList<>();
      for (Coordinate point : points) {
        if (closed.isEmpty() || !closed.getLast().equals2D(point)) {
          closed.add(point);
        }
      }
      while (closed.size() > 1 && closed.getLast().equals2D(closed.getFirst())) {
        closed.removeLast();
      }
      if (closed.size() < 3) {
        return DEGREES.createLinearRing();
      }
      closed.add(closed.getFirst());
      return DEGREES.createLinearRing(closed.toArray(Coordinate[]::new));
    }

    private LinearRing ring(double... xy) {
      List<Coordinate> points = new ArrayList<>();
      for (int i = 0; i < xy.length; i += 2) {
        points.add(at(xy[i], xy[i + 1]));
      }
      return ring(points);
    }

    private Polygon polygon(LinearRing shell, LinearRing... holes) {
      return DEGREES.createPolygon(shell, holes);
    }

    private Geometry parts(Polygon... polygons) {
      return DEGREES.createMultiPolygon(polygons);
    }

    private LinearRing square(double x, double y, double half) {
      return ring(x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half);
    }

    private LinearRing star(double x, double y, double radius, double least, int vertices) {
      double[] xy = new double[2 * vertices];
      for (int i = 0; i < vertices; i++) {
        double angle = 2 * Math.PI * i / vertices;
        double r = radius * (least + (1 - least) * random.nextDouble());
        xy[2 * i] = x + r * Math.cos(angle);
        xy[2 * i + 1] = y + r * Math.sin(angle);
      }
      return ring(xy);
    }

    /** Teeth of different widths on a common back. */
    private LinearRing comb(double size) {
      int teeth = 1 + random.nextInt(8);
      List<Coordinate> points = new ArrayList<>();
      points.add(at(-size, -size * random.nextDouble()));
      for (int i = 0; i < teeth; i++) {
        double from = size * (-1 + 2.0 * i / teeth);
        double middle = from + (0.02 + 0.96 * random.nextDouble()) * 2 * size / teeth;
        points.add(at(from, size));
        points.add(at(middle, size));
        points.add(at(middle, 0.01 * size));
        points.add(at(from + 2 * size / teeth - 0.02, 0.01 * size));
      }
      points.add(at(size, -size * random.nextDouble()));
      return ring(points);
    }

    /** A crooked strip of this width. */
    private LinearRing band(double size, double width) {
      int bends = 2 + random.nextInt(6);
      List<Coordinate> one = new ArrayList<>();
      List<Coordinate> other = new ArrayList<>();
      for (int i = 0; i < bends; i++) {
        double x = size * (-1 + 2.0 * i / (bends - 1));
        double y = size * 0.3 * random.nextDouble();
        one.add(at(x, y));
        other.add(at(x, y + width));
      }
      Collections.reverse(other);
      one.addAll(other);
      return ring(one);
    }

    /** Two fields with a corridor between them. */
    private LinearRing dumbbell(double s, double w) {
      double inner = s * (0.05 + 0.5 * random.nextDouble());
      return ring(
          -s, -s, -inner, -s, -inner, -w, inner, -w, inner, -s, s, -s, s, s, inner, s, inner, w,
          -inner, w, -inner, s, -s, s);
    }

    /** A square with long pointed corners outwards and inwards. */
    private LinearRing horned(double s) {
      double w = 0.02 + 0.3 * random.nextDouble();
      return ring(
          -s,
          -s,
          -w,
          -s,
          0,
          -0.01 * s,
          w,
          -s,
          s,
          -s,
          s,
          -w,
          2 * s,
          0,
          s,
          w,
          s,
          s,
          -s,
          s,
          -s,
          w,
          0.99 * s * random.nextDouble() - s * 0.5,
          0,
          -s,
          -w);
    }

    private LinearRing spiral(double size) {
      int steps = 20 + random.nextInt(60);
      double turns = 1 + 3 * random.nextDouble();
      double gap = 0.05 + 0.9 * random.nextDouble();
      List<Coordinate> inner = new ArrayList<>();
      List<Coordinate> outer = new ArrayList<>();
      for (int i = 0; i <= steps; i++) {
        double angle = 2 * Math.PI * turns * i / steps;
        double radius = size * (0.1 + 0.9 * i / steps);
        double width = size * 0.9 / turns * gap;
        inner.add(at(radius * Math.cos(angle), radius * Math.sin(angle)));
        outer.add(at((radius + width) * Math.cos(angle), (radius + width) * Math.sin(angle)));
      }
      Collections.reverse(outer);
      inner.addAll(outer);
      return ring(inner);
    }

    /** Holes within a circle; those that meet make the parcel invalid, which is then a quad. */
    private LinearRing[] holes(double within, int most) {
      LinearRing[] holes = new LinearRing[1 + random.nextInt(most)];
      for (int i = 0; i < holes.length; i++) {
        double angle = 2 * Math.PI * i / holes.length;
        double radius = within * (0.02 + 0.98 * random.nextDouble()) / (1 + holes.length);
        double x = 0.5 * within * Math.cos(angle);
        double y = 0.5 * within * Math.sin(angle);
        holes[i] = star(x, y, radius, 0.1, 3 + random.nextInt(12));
      }
      return holes;
    }

    /** Small holes very near the edge. */
    private LinearRing[] holesAtTheEdge(double s) {
      LinearRing[] holes = new LinearRing[1 + random.nextInt(8)];
      for (int i = 0; i < holes.length; i++) {
        double half = 0.02 + 0.05 * s * random.nextDouble();
        double gap = 0.02 + 0.3 * random.nextDouble();
        double x = s * (-0.9 + 1.8 * (i + 0.5) / holes.length);
        holes[i] = square(x, s - half - gap, half);
      }
      return holes;
    }

    /** Two holes that touch each other in a point; the first one touches the edge in a point. */
    private LinearRing[] touchingHoles(double s) {
      double r = s * (0.1 + 0.3 * random.nextDouble());
      return new LinearRing[] {
        ring(0, -s, r, -s + r, 0, -s + 2 * r, -r, -s + r),
        ring(0, -s + 2 * r, r, -s + 3 * r, 0, -s + 3.5 * r, -r, -s + 3 * r)
      };
    }

    /** Squares that touch each other at corners. */
    private Geometry chessboard(double s) {
      turn = 0;
      double h = s / 3;
      return parts(
          polygon(square(-2 * h, -2 * h, h)),
          polygon(square(0, 0, h)),
          polygon(square(2 * h, 2 * h, h)),
          polygon(square(-2 * h, 2 * h, h)),
          polygon(square(2 * h, -2 * h, h)));
    }

    /** A part in a hole of another part, with a gap of some centimetres or metres. */
    private Geometry island(double s) {
      double outer = s * 0.6;
      double inner = outer - 0.02 - 0.5 * outer * random.nextDouble();
      double middle = 0.5 * inner;
      return parts(
          polygon(square(0, 0, s), square(0, 0, outer)),
          polygon(square(0, 0, inner), square(0, 0, middle)),
          polygon(square(0, 0, 0.9 * middle)));
    }

    /** A part in a bay of another part, and a hole beside the bay. */
    private Geometry partInBay(double s) {
      double w = 0.05 + 0.3 * s * random.nextDouble();
      double mouth = s * (0.02 + 0.9 * random.nextDouble());
      double depth = s * random.nextDouble();
      double part = 0.4 * w;
      return parts(
          polygon(
              ring(
                  -s,
                  -s,
                  s,
                  -s,
                  s,
                  s,
                  w,
                  mouth,
                  w,
                  mouth - depth,
                  -w,
                  mouth - depth,
                  -w,
                  mouth,
                  -s,
                  s),
              square(0, mouth - depth - part - 0.03, part)),
          polygon(square(0, mouth - part - 0.03, part)));
    }

    /** The corner of four cells, moved by the seed. */
    private Coordinate corner(int right, int up) {
      SplittableRandom moved =
          new SplittableRandom(seed ^ (long) (column + right) << 32 ^ (long) (row + up));
      return at(
          CELL * (right - 0.5) + 15 * moved.nextDouble(),
          CELL * (up - 0.5) + 15 * moved.nextDouble());
    }

    private Polygon quad() {
      turn = 0;
      return polygon(ring(List.of(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1))));
    }

    /** A quad whose edges have a vertex for each metre or so, off the line by centimetres. */
    private Polygon digitised() {
      Coordinate[] corners = quad().getExteriorRing().getCoordinates();
      List<Coordinate> points = new ArrayList<>();
      for (int i = 0; i + 1 < corners.length; i++) {
        for (int step = 0; step < 50; step++) {
          double t = step / 50.0;
          double off = step == 0 ? 0 : 1e-6 * (random.nextDouble() - 0.5);
          double x = corners[i].x + t * (corners[i + 1].x - corners[i].x) + off;
          double y = corners[i].y + t * (corners[i + 1].y - corners[i].y) + off;
          points.add(new Coordinate(Math.rint(x * 1e7) / 1e7, Math.rint(y * 1e7) / 1e7));
        }
      }
      return polygon(ring(points));
    }
  }
}
