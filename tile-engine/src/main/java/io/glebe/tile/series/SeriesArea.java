package io.glebe.tile.series;

import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import java.util.List;
import java.util.Optional;

/**
 * The area of a series: a box, polygons with holes, or a point, in the coordinates of some
 * projection.
 */
public sealed interface SeriesArea {
  /** Maximum number of vertices of all rings together. */
  int MAX_VERTICES = 1_000_000;

  Projection projection();

  /** The pixels of a grid that the area covers, and the covered share of each. */
  Coverage on(RasterGrid grid);

  /** The area on a grid, before its coverage is computed. */
  static Outline outline(SeriesArea area, RasterGrid grid, SeriesMemory memory) {
    return switch (area) {
      case Polygons polygons -> {
        Rings rings = polygons.rings(grid, memory);
        yield new Outline(
            rings.box(grid.width(), grid.height()),
            limits -> CoverageRasterizer.start(rings, grid.width(), grid.height(), limits));
      }
      case Point point -> {
        Optional<Coverage> one = Optional.of(point.on(grid));
        yield new Outline(one.get().box(), limits -> () -> one);
      }
    };
  }

  /** A box in a projection: its edges follow the projection's axes. */
  static SeriesArea box(Projection projection, Bounds bounds) {
    double[] ring = {
      bounds.minX(), bounds.minY(), bounds.maxX(), bounds.minY(),
      bounds.maxX(), bounds.maxY(), bounds.minX(), bounds.maxY()
    };
    return polygons(projection, List.of(List.of(ring)));
  }

  /**
   * Polygons, each an outer ring and its holes; a ring is {@code x0, y0, x1, y1, ...}, closed or
   * not, in either winding. The arrays are not copied.
   *
   * @throws IllegalArgumentException for a ring of fewer than three vertices, a number that is not
   *     finite, or more than {@value #MAX_VERTICES} vertices
   */
  static SeriesArea polygons(Projection projection, List<List<double[]>> polygons) {
    long vertices = 0;
    for (List<double[]> rings : polygons) {
      for (double[] ring : rings) {
        check(ring);
        vertices += ring.length / 2;
      }
    }
    if (vertices > MAX_VERTICES) {
      throw new IllegalArgumentException(
          "an area may have " + MAX_VERTICES + " vertices, got " + vertices);
    }
    return new Polygons(projection, polygons.stream().map(List::copyOf).toList());
  }

  /** The one pixel under a point, with weight one. */
  static SeriesArea point(Projection projection, double x, double y) {
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      throw new IllegalArgumentException("a point needs finite numbers");
    }
    return new Point(projection, x, y);
  }

  private static void check(double[] ring) {
    if (ring.length % 2 != 0 || ring.length < 6) {
      throw new IllegalArgumentException("a ring has at least three vertices");
    }
    for (double v : ring) {
      if (!Double.isFinite(v)) {
        throw new IllegalArgumentException("a coordinate is not a finite number");
      }
    }
  }

  /** See {@link SeriesArea#polygons}. */
  record Polygons(Projection projection, List<List<double[]>> polygons) implements SeriesArea {
    @Override
    public Coverage on(RasterGrid grid) {
      Rings rings = rings(grid, SeriesMemory.unlimited());
      return CoverageRasterizer.of(rings, grid.width(), grid.height());
    }

    private Rings rings(RasterGrid grid, SeriesMemory memory) {
      Rings pixels = new Rings();
      RingProjector projector = new RingProjector(projection, grid, memory);
      for (List<double[]> rings : polygons) {
        for (int i = 0; i < rings.size(); i++) {
          pixels.add(projector.toPixels(rings.get(i)), i > 0);
        }
      }
      return pixels;
    }
  }

  /** See {@link SeriesArea#point}. */
  record Point(Projection projection, double x, double y) implements SeriesArea {
    @Override
    public Coverage on(RasterGrid grid) {
      double[] p = {x, y};
      new RingProjector(projection, grid, SeriesMemory.unlimited()).position(x, y, p);
      int column = (int) Math.floor(p[0]);
      int row = (int) Math.floor(p[1]);
      boolean inside = p[0] >= 0 && p[1] >= 0 && column < grid.width() && row < grid.height();
      Coverage.Builder one = new Coverage.Builder(inside ? row : 0);
      if (inside) {
        one.row(column, new double[] {1}, 0, 1);
      }
      return one.build();
    }
  }
}
