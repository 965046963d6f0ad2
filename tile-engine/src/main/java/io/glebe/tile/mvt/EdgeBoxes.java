package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Boxes of runs of edges that follow each other, so that an edge is compared only with those near
 * to it. Reused; belongs to one thread.
 */
final class EdgeBoxes {
  private static final int RUN = 16;

  private int[] xy = new int[0];

  /** The vertex where each run begins, which of the first run of a ring is its last one. */
  private int[] firsts = new int[32];

  private int[] lasts = new int[32];

  /** West, east, north and south of each run. */
  private int[] boxes = new int[4 * 32];

  private int runs;

  /** The box of all runs, by axis. */
  private final int[] least = new int[2];

  private final int[] most = new int[2];

  /** The two vertices of each edge that was changed. */
  private int[] changes = new int[32];

  private int changed;
  private int[] near = new int[32];
  private int nearRuns;

  /** Replaces the runs by those of these rings. */
  void of(TileRings rings) {
    xy = rings.xy();
    runs = 0;
    least[0] = least[1] = Integer.MAX_VALUE;
    most[0] = most[1] = Integer.MIN_VALUE;
    for (int ring = 0; ring < rings.rings(); ring++) {
      int end = rings.end(ring);
      int from = end - 1;
      for (int to = rings.start(ring); to < end; to += RUN) {
        int last = Math.min(to + RUN, end) - 1;
        add(from, to, last);
        from = last;
      }
    }
  }

  private void add(int from, int to, int last) {
    if (runs == lasts.length) {
      firsts = Arrays.copyOf(firsts, 2 * runs);
      lasts = Arrays.copyOf(lasts, 2 * runs);
      boxes = Arrays.copyOf(boxes, 8 * runs);
    }
    int west = xy[2 * from];
    int east = west;
    int north = xy[2 * from + 1];
    int south = north;
    for (int i = to; i <= last; i++) {
      west = Math.min(west, xy[2 * i]);
      east = Math.max(east, xy[2 * i]);
      north = Math.min(north, xy[2 * i + 1]);
      south = Math.max(south, xy[2 * i + 1]);
    }
    least[0] = Math.min(least[0], west);
    most[0] = Math.max(most[0], east);
    least[1] = Math.min(least[1], north);
    most[1] = Math.max(most[1], south);
    boxes[4 * runs] = west;
    boxes[4 * runs + 1] = east;
    boxes[4 * runs + 2] = north;
    boxes[4 * runs + 3] = south;
    firsts[runs] = from;
    lasts[runs++] = last;
  }

  /**
   * Whether an edge with an end on a side of this square meets another edge.
   *
   * @param along also edges that run along a side
   */
  boolean anyMeetAt(int low, int high, boolean along) {
    return anyMeetOn(0, low, along)
        || anyMeetOn(0, high, along)
        || anyMeetOn(1, low, along)
        || anyMeetOn(1, high, along);
  }

  /** The same for the edges with an end where an axis has this value. */
  private boolean anyMeetOn(int axis, int value, boolean along) {
    if (least[axis] > value || most[axis] < value) {
      return false;
    }
    collect(axis, value, along);
    if (changed == 0) {
      return false;
    }
    near();
    for (int i = 0; i < changed; i += 2) {
      int from = changes[i];
      int to = changes[i + 1];
      if ((along || isNearVertex(from, to)) && meets(from, to)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether another vertex may be within a unit of an edge. Otherwise the edge meets no other one:
   * the clip has moved its end by less than that, so the end of an edge that it meets since then
   * lies between its places before and after.
   */
  private boolean isNearVertex(int from, int to) {
    int west = Math.min(xy[2 * from], xy[2 * to]) - 1;
    int east = Math.max(xy[2 * from], xy[2 * to]) + 1;
    int north = Math.min(xy[2 * from + 1], xy[2 * to + 1]) - 1;
    int south = Math.max(xy[2 * from + 1], xy[2 * to + 1]) + 1;
    for (int i = 0; i < nearRuns; i++) {
      if (overlaps(near[i], west, east, north, south)) {
        int last = lasts[near[i]];
        for (int vertex = first(near[i]); vertex <= last; vertex++) {
          int x = xy[2 * vertex];
          int y = xy[2 * vertex + 1];
          if (x >= west && x <= east && y >= north && y <= south && isNear(from, to, vertex)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether a vertex that is no end of an edge is within a unit of its line, or a little more. */
  private boolean isNear(int from, int to, int vertex) {
    if (vertex == from || vertex == to) {
      return false;
    }
    long alongX = (long) xy[2 * to] - xy[2 * from];
    long alongY = (long) xy[2 * to + 1] - xy[2 * from + 1];
    long x = (long) xy[2 * vertex] - xy[2 * from];
    long y = (long) xy[2 * vertex + 1] - xy[2 * from + 1];
    return Math.abs(alongX * y - alongY * x) <= Math.abs(alongX) + Math.abs(alongY);
  }

  private void collect(int axis, int value, boolean along) {
    changed = 0;
    for (int run = 0; run < runs; run++) {
      if (boxes[4 * run + 2 * axis] > value || boxes[4 * run + 2 * axis + 1] < value) {
        continue;
      }
      int from = firsts[run];
      for (int to = first(run); to <= lasts[run]; to++) {
        boolean isFrom = xy[2 * from + axis] == value;
        boolean isTo = xy[2 * to + axis] == value;
        if (isFrom != isTo || isFrom && along) {
          if (changed == changes.length) {
            changes = Arrays.copyOf(changes, 2 * changed);
          }
          changes[changed++] = from;
          changes[changed++] = to;
        }
        from = to;
      }
    }
  }

  /** Keeps the runs near to the changed edges. */
  private void near() {
    int west = Integer.MAX_VALUE;
    int east = Integer.MIN_VALUE;
    int north = Integer.MAX_VALUE;
    int south = Integer.MIN_VALUE;
    for (int i = 0; i < changed; i++) {
      west = Math.min(west, xy[2 * changes[i]]);
      east = Math.max(east, xy[2 * changes[i]]);
      north = Math.min(north, xy[2 * changes[i] + 1]);
      south = Math.max(south, xy[2 * changes[i] + 1]);
    }
    if (near.length < runs) {
      near = new int[2 * runs];
    }
    nearRuns = 0;
    for (int run = 0; run < runs; run++) {
      if (overlaps(run, west - 1, east + 1, north - 1, south + 1)) {
        near[nearRuns++] = run;
      }
    }
  }

  private boolean overlaps(int run, int west, int east, int north, int south) {
    int box = 4 * run;
    return boxes[box] <= east
        && boxes[box + 1] >= west
        && boxes[box + 2] <= south
        && boxes[box + 3] >= north;
  }

  /** The vertex at which the first edge of a run ends. */
  private int first(int run) {
    return run == 0 ? 0 : lasts[run - 1] + 1;
  }

  private boolean meets(int from, int to) {
    int west = Math.min(xy[2 * from], xy[2 * to]);
    int east = Math.max(xy[2 * from], xy[2 * to]);
    int north = Math.min(xy[2 * from + 1], xy[2 * to + 1]);
    int south = Math.max(xy[2 * from + 1], xy[2 * to + 1]);
    for (int i = 0; i < nearRuns; i++) {
      if (overlaps(near[i], west, east, north, south) && meetsRun(from, to, near[i])) {
        return true;
      }
    }
    return false;
  }

  private boolean meetsRun(int from, int to, int run) {
    int[] p = xy;
    int west = Math.min(p[2 * from], p[2 * to]);
    int east = Math.max(p[2 * from], p[2 * to]);
    int north = Math.min(p[2 * from + 1], p[2 * to + 1]);
    int south = Math.max(p[2 * from + 1], p[2 * to + 1]);
    int last = lasts[run];
    int before = firsts[run];
    int x0 = p[2 * before];
    int y0 = p[2 * before + 1];
    for (int i = first(run); i <= last; i++) {
      int x1 = p[2 * i];
      int y1 = p[2 * i + 1];
      if ((x0 >= west || x1 >= west)
          && (x0 <= east || x1 <= east)
          && (y0 >= north || y1 >= north)
          && (y0 <= south || y1 <= south)
          && meet(from, to, before, i)) {
        return true;
      }
      before = i;
      x0 = x1;
      y0 = y1;
    }
    return false;
  }

  /** Whether two edges, given by their vertices, touch; edges that follow each other do not. */
  private boolean meet(int from, int to, int otherFrom, int otherTo) {
    return from != otherFrom
        && to != otherFrom
        && from != otherTo
        && RingCheck.cross(xy, from, to, otherFrom, otherTo);
  }
}
