package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * The rings of a polygon on the grid of a zoom, in runs of vertices with the box of each, so that a
 * tile reads only the runs that it may show.
 */
final class ShapeRings {
  static final ShapeRings NONE = new ShapeRings(new TileRings());

  /** The vertices of a run; the last run of a ring may have fewer. */
  private static final int RUN = 32;

  private final int[] xy;
  private final int[] ends;
  private final boolean[] outers;

  /** Index of the first run of each ring. */
  private final int[] firsts;

  /** West, east, north and south of each run and the vertex before it. */
  private final int[] boxes;

  ShapeRings(TileRings rings) {
    xy = Arrays.copyOf(rings.xy(), 2 * rings.vertices());
    outers = rings.outers();
    ends = new int[outers.length];
    firsts = new int[outers.length + 1];
    for (int ring = 0; ring < ends.length; ring++) {
      ends[ring] = rings.end(ring);
      firsts[ring + 1] = firsts[ring] + (ends[ring] - start(ring) + RUN - 1) / RUN;
    }
    boxes = new int[4 * firsts[ends.length]];
    for (int ring = 0; ring < ends.length; ring++) {
      int run = firsts[ring];
      for (int from = start(ring); from < ends[ring]; from += RUN) {
        fill(4 * run++, Math.max(from - 1, start(ring)), Math.min(from + RUN, ends[ring]));
      }
    }
  }

  private void fill(int box, int from, int to) {
    boxes[box] = boxes[box + 1] = xy[2 * from];
    boxes[box + 2] = boxes[box + 3] = xy[2 * from + 1];
    for (int i = from + 1; i < to; i++) {
      boxes[box] = Math.min(boxes[box], xy[2 * i]);
      boxes[box + 1] = Math.max(boxes[box + 1], xy[2 * i]);
      boxes[box + 2] = Math.min(boxes[box + 2], xy[2 * i + 1]);
      boxes[box + 3] = Math.max(boxes[box + 3], xy[2 * i + 1]);
    }
  }

  private int start(int ring) {
    return ring == 0 ? 0 : ends[ring - 1];
  }

  int rings() {
    return ends.length;
  }

  boolean isOuter(int ring) {
    return outers[ring];
  }

  /** Whether a ring lies inside of a square, with the parameters of {@link #read}. */
  boolean isInside(int ring, int left, int top, int low, int high) {
    for (int box = 4 * firsts[ring]; box < 4 * firsts[ring + 1]; box += 4) {
      if (boxes[box] - left <= low
          || boxes[box + 1] - left >= high
          || boxes[box + 2] - top <= low
          || boxes[box + 3] - top >= high) {
        return false;
      }
    }
    return true;
  }

  /** Appends a ring as it is. */
  void copy(int ring, int left, int top, TileRings out) {
    out.addWound(xy, start(ring), ends[ring], left, top, outers[ring]);
  }

  /**
   * Reads a ring. Of vertices that follow each other beyond one side of a square, not all are
   * given; the edges between the given ones are beyond that side too.
   *
   * @param left column of the grid that becomes 0
   * @param top row of the grid that becomes 0
   * @param low north-western corner of the square, after the translation, on both axes
   * @param high south-eastern corner
   */
  void read(int ring, int left, int top, int low, int high, ClipRing out) {
    int start = start(ring);
    int end = ends[ring];
    out.begin(end - start + 1);
    int box = 4 * firsts[ring];
    for (int from = start; from < end; from += RUN) {
      int to = Math.min(from + RUN, end);
      int west = boxes[box] - left;
      int east = boxes[box + 1] - left;
      int north = boxes[box + 2] - top;
      int south = boxes[box + 3] - top;
      if (east > low && west < high && south > low && north < high) {
        boolean isInside = west > low && east < high && north > low && south < high;
        out.add(xy, from, to, left, top, isInside);
      } else {
        if (from == start) {
          out.add(xy, from, from + 1, left, top, false);
        }
        out.add(xy, to - 1, to, left, top, false);
      }
      box += 4;
    }
  }
}
