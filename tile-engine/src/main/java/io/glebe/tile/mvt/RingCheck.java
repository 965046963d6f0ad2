package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Tests whether the edges of rings meet only where they follow each other: a sweep along x that
 * compares edges with overlapping boxes, exact in whole numbers. Rings that pass are valid polygons
 * when their source was. Reused; belongs to one thread.
 */
final class RingCheck {
  private static final long INDEX = 0xFFFF_FFFFL;

  /** The lowest x of an edge and, in the lower half, its first vertex. */
  private long[] edges = new long[256];

  private int[] next = new int[256];
  private TileRings rings = new TileRings();

  /**
   * Whether no two edges touch, cross or cover each other, except at the vertex that joins them.
   */
  boolean isSimple(TileRings tested) {
    rings = tested;
    int count = tested.vertices();
    if (edges.length < count) {
      edges = new long[2 * count];
      next = new int[2 * count];
    }
    for (int ring = 0; ring < tested.rings(); ring++) {
      int end = tested.end(ring);
      for (int i = tested.start(ring); i < end; i++) {
        next[i] = i + 1 == end ? tested.start(ring) : i + 1;
        edges[i] = (long) Math.min(tested.x(i), tested.x(next[i])) << 32 | i;
      }
    }
    Arrays.sort(edges, 0, count);
    for (int i = 0; i < count; i++) {
      int edge = (int) (edges[i] & INDEX);
      int right = Math.max(rings.x(edge), rings.x(next[edge]));
      for (int j = i + 1; j < count && edges[j] >> 32 <= right; j++) {
        if (meet(edge, (int) (edges[j] & INDEX))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean meet(int a, int b) {
    if (Math.max(rings.y(a), rings.y(next[a])) < Math.min(rings.y(b), rings.y(next[b]))
        || Math.max(rings.y(b), rings.y(next[b])) < Math.min(rings.y(a), rings.y(next[a]))) {
      return false;
    }
    if (next[a] == b) {
      return turnsBack(a, b);
    }
    if (next[b] == a) {
      return turnsBack(b, a);
    }
    return side(a, b) * side(a, next[b]) <= 0 && side(b, a) * side(b, next[a]) <= 0;
  }

  /** Whether the second of two consecutive edges runs back along the first. */
  private boolean turnsBack(int first, int second) {
    long inX = (long) rings.x(second) - rings.x(first);
    long inY = (long) rings.y(second) - rings.y(first);
    long outX = (long) rings.x(next[second]) - rings.x(second);
    long outY = (long) rings.y(next[second]) - rings.y(second);
    return inX * outY == inY * outX && inX * outX + inY * outY < 0;
  }

  /** Sign of the side of an edge on which a vertex lies; 0 on its line. */
  private int side(int edge, int vertex) {
    long x0 = rings.x(edge);
    long y0 = rings.y(edge);
    return Long.signum(
        (rings.x(next[edge]) - x0) * (rings.y(vertex) - y0)
            - (rings.y(next[edge]) - y0) * (rings.x(vertex) - x0));
  }
}
