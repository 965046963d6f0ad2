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

  /** The two vertices of each edge that was changed. */
  private int[] changes = new int[32];

  private int changed;
  private int[] near = new int[32];
  private int nearRuns;

  /** Replaces the runs by those of these rings. */
  void of(TileRings rings) {
    xy = rings.xy();
    runs = 0;
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
    collect(axis, value, along);
    if (changed == 0) {
      return false;
    }
    near();
    for (int i = 0; i < changed; i += 2) {
      if (meets(changes[i], changes[i + 1])) {
        return true;
      }
    }
    return false;
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
      if (overlaps(run, west, east, north, south)) {
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
