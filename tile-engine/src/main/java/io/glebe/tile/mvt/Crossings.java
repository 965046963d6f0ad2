package io.glebe.tile.mvt;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Tests whether edges of rings cross each other: a sweep along x that compares edges with
 * overlapping boxes. Edges that only touch do not cross.
 */
final class Crossings {
  private final double[] xy;
  private final int[] from;
  private final int[] to;

  private Crossings(double[] xy, int[] ends) {
    this.xy = xy;
    int vertices = ends.length == 0 ? 0 : ends[ends.length - 1];
    from = new int[vertices];
    to = new int[vertices];
    int ring = 0;
    int first = 0;
    for (int i = 0; i < vertices; i++) {
      while (i >= ends[ring]) {
        first = ends[ring++];
      }
      from[i] = i;
      to[i] = i + 1 == ends[ring] ? first : i + 1;
    }
  }

  /**
   * Compares all edges of all rings together.
   *
   * @param ends index after the last vertex of each ring, closed or not
   */
  static boolean any(double[] xy, int[] ends) {
    return new Crossings(xy, ends).any();
  }

  private boolean any() {
    Integer[] edges = new Integer[from.length];
    Arrays.setAll(edges, i -> i);
    Arrays.sort(edges, Comparator.comparingDouble(this::left));
    for (int i = 0; i < edges.length; i++) {
      double right = Math.max(x(from[edges[i]]), x(to[edges[i]]));
      for (int j = i + 1; j < edges.length && left(edges[j]) <= right; j++) {
        if (cross(edges[i], edges[j])) {
          return true;
        }
      }
    }
    return false;
  }

  private double left(int edge) {
    return Math.min(x(from[edge]), x(to[edge]));
  }

  private boolean cross(int a, int b) {
    if (Math.max(y(from[a]), y(to[a])) < Math.min(y(from[b]), y(to[b]))
        || Math.max(y(from[b]), y(to[b])) < Math.min(y(from[a]), y(to[a]))) {
      return false;
    }
    return side(a, from[b]) * side(a, to[b]) < 0 && side(b, from[a]) * side(b, to[a]) < 0;
  }

  /** Sign of the side of an edge on which a vertex lies; 0 on the line. */
  private double side(int edge, int vertex) {
    double x0 = x(from[edge]);
    double y0 = y(from[edge]);
    return Math.signum(
        (x(to[edge]) - x0) * (y(vertex) - y0) - (y(to[edge]) - y0) * (x(vertex) - x0));
  }

  private double x(int vertex) {
    return xy[2 * vertex];
  }

  private double y(int vertex) {
    return xy[2 * vertex + 1];
  }
}
