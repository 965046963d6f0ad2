package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Douglas-Peucker with an explicit stack (no recursion, so a long line cannot overflow the thread's
 * stack). One instance belongs to one thread; its arrays grow to the longest part.
 */
final class Simplifier {
  private static final int RING_MINIMUM = 3;
  private int[] stack = new int[256];
  private boolean[] keep = new boolean[1024];

  /**
   * Copies the kept vertices of {@code xy[from, to)} (vertex indices) to {@code out} from vertex
   * {@code at} on and returns their number. A ring is split at the vertex farthest from its first
   * one; a ring that would have fewer than three vertices is not simplified.
   */
  int simplify(
      double[] xy, int from, int to, GeometryKind kind, double tolerance, double[] out, int at) {
    int n = to - from;
    if (n <= 2 || (kind == GeometryKind.POLYGON && n <= RING_MINIMUM + 1)) {
      System.arraycopy(xy, 2 * from, out, 2 * at, 2 * n);
      return n;
    }
    mark(xy, from, n, kind, tolerance * tolerance);
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (keep[i]) {
        out[2 * (at + count)] = xy[2 * (from + i)];
        out[2 * (at + count) + 1] = xy[2 * (from + i) + 1];
        count++;
      }
    }
    return count;
  }

  private void mark(double[] xy, int from, int n, GeometryKind kind, double limit) {
    if (keep.length < n) {
      keep = new boolean[Math.max(n, 2 * keep.length)];
    }
    Arrays.fill(keep, 0, n, false);
    keep[0] = true;
    keep[n - 1] = true;
    if (kind == GeometryKind.POLYGON) {
      int far = farthest(xy, from, n);
      keep[far] = true;
      int third = Math.max(split(xy, from, 0, far, limit), split(xy, from, far, n - 1, limit));
      if (third < 0) {
        keepWidest(xy, from, n, far);
      }
    } else {
      split(xy, from, 0, n - 1, limit);
    }
  }

  /**
   * Keeps a sliver from collapsing to a line: the vertex farthest from the line stays as the third
   * one.
   */
  private void keepWidest(double[] xy, int from, int n, int far) {
    int best = 1;
    double bestDistance = -1;
    for (int i = 1; i < n - 1; i++) {
      double d = distance(xy, from + i, from, from + far);
      if (i != far && d > bestDistance) {
        bestDistance = d;
        best = i;
      }
    }
    keep[best] = true;
  }

  private static int farthest(double[] xy, int from, int n) {
    int best = n / 2;
    double bestDistance = -1;
    for (int i = 1; i < n - 1; i++) {
      double dx = xy[2 * (from + i)] - xy[2 * from];
      double dy = xy[2 * (from + i) + 1] - xy[2 * from + 1];
      double d = dx * dx + dy * dy;
      if (d > bestDistance) {
        bestDistance = d;
        best = i;
      }
    }
    return best;
  }

  /** Marks the vertices to keep strictly between a and b; returns one of them, or -1 if none. */
  private int split(double[] xy, int from, int a, int b, double limit) {
    int top = 0;
    int split = -1;
    stack[top++] = a;
    stack[top++] = b;
    while (top > 0) {
      int hi = stack[--top];
      int lo = stack[--top];
      int best = -1;
      double bestDistance = limit;
      for (int i = lo + 1; i < hi; i++) {
        double d = distance(xy, from + i, from + lo, from + hi);
        if (d > bestDistance) {
          bestDistance = d;
          best = i;
        }
      }
      if (best >= 0) {
        keep[best] = true;
        split = best;
        if (top + 4 > stack.length) {
          stack = Arrays.copyOf(stack, 2 * stack.length);
        }
        stack[top++] = lo;
        stack[top++] = best;
        stack[top++] = best;
        stack[top++] = hi;
      }
    }
    return split;
  }

  /** Squared distance of vertex p from the segment a-b. */
  private static double distance(double[] xy, int p, int a, int b) {
    double ax = xy[2 * a];
    double ay = xy[2 * a + 1];
    double dx = xy[2 * b] - ax;
    double dy = xy[2 * b + 1] - ay;
    double px = xy[2 * p] - ax;
    double py = xy[2 * p + 1] - ay;
    double length = dx * dx + dy * dy;
    double t = length == 0 ? 0 : Math.clamp((px * dx + py * dy) / length, 0.0, 1.0);
    double ex = px - t * dx;
    double ey = py - t * dy;
    return ex * ex + ey * ey;
  }
}
