package io.glebe.tile.series;

import java.util.ArrayList;
import java.util.List;

/**
 * Closed rings as flat coordinates in some plane, outer rings counter-clockwise (positive area by
 * the surveyor's formula) and holes clockwise, whatever they were given as. Ring and hole overlap
 * is the giver's care: valid polygons do not overlap themselves.
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

  /** Area of all rings, holes taken off. */
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
