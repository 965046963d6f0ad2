package io.glebe.tile.series;

import io.glebe.tile.grid.PixelWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Closed rings as flat coordinates in a plane. Outer rings are turned counter-clockwise (positive
 * area by the shoelace formula) and holes clockwise. The caller must give valid polygons, whose
 * rings do not overlap.
 */
final class Rings {
  private final List<double[]> rings = new ArrayList<>();

  void add(double[] xy, boolean hole) {
    double area = area(xy);
    rings.add(area > 0 == hole ? reversed(xy) : xy);
  }

  List<double[]> all() {
    return rings;
  }

  /** The pixels around all rings, clipped to a grid of this size; empty when there are none. */
  Optional<PixelWindow> box(int width, int height) {
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    for (double[] ring : rings) {
      for (int i = 0; i < ring.length; i += 2) {
        minX = Math.min(minX, ring[i]);
        maxX = Math.max(maxX, ring[i]);
        minY = Math.min(minY, ring[i + 1]);
        maxY = Math.max(maxY, ring[i + 1]);
      }
    }
    int x0 = (int) Math.clamp(Math.floor(minX), 0, width);
    int x1 = (int) Math.clamp(Math.ceil(maxX), 0, width);
    int y0 = (int) Math.clamp(Math.floor(minY), 0, height);
    int y1 = (int) Math.clamp(Math.ceil(maxY), 0, height);
    if (!(minX <= maxX) || x0 >= x1 || y0 >= y1) {
      return Optional.empty();
    }
    return Optional.of(new PixelWindow(x0, y0, x1 - x0, y1 - y0));
  }

  /** Area of all rings, without holes. */
  double area() {
    return rings.stream().mapToDouble(Rings::area).sum();
  }

  static double area(double[] xy) {
    double sum = 0;
    int n = xy.length / 2;
    for (int i = 0; i < n; i++) {
      int j = i + 1 == n ? 0 : i + 1;
      sum +=
          (xy[2 * i] - xy[0]) * (xy[2 * j + 1] - xy[1])
              - (xy[2 * j] - xy[0]) * (xy[2 * i + 1] - xy[1]);
    }
    return sum / 2;
  }

  private static double[] reversed(double[] xy) {
    double[] out = new double[xy.length];
    for (int i = 0; i < xy.length; i += 2) {
      out[xy.length - 2 - i] = xy[i];
      out[xy.length - 1 - i] = xy[i + 1];
    }
    return out;
  }
}
