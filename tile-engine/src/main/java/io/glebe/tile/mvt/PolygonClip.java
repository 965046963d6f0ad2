package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Clips a polygon with its holes to a square, so that the parts inside are valid polygons: where
 * rings leave the square, their parts inside are joined along its edge to as many rings as there
 * are parts. Clipping each ring by itself would join the parts by edges that cover each other.
 *
 * <p>Rings are cut half a unit before the edge, and the ends that this makes are moved to the edge.
 * So no other vertex is rounded to the edge, and whole numbers never lie where a ring is cut.
 * Reused; belongs to one thread.
 */
final class PolygonClip {
  private static final double MARGIN = 0.5;
  private static final int WEST = 1;
  private static final int EAST = 2;
  private static final int SOUTH = 4;
  private static final int NORTH = 8;

  private final double edgeLow;
  private final double edgeHigh;

  /** Where rings are cut. */
  private final double low;

  private final double high;
  private final double side;

  /** Vertices of the parts inside of the rings that are cut, one part after the other. */
  private double[] cut = new double[512];

  private int cutSize;

  /** Index after the last vertex of each part; where along the edge it begins and ends. */
  private int[] partEnds = new int[16];

  private double[] entries = new double[16];
  private double[] exits = new double[16];
  private int parts;
  private boolean hasCutHole;
  private boolean isCrowded;

  /** The sides of the square beyond which each vertex of a ring lies. */
  private byte[] beyond = new byte[256];

  private double[] sortedEntries = new double[16];
  private double[] sortedExits = new double[16];
  private int[] partAt = new int[16];
  private boolean[] used = new boolean[16];

  /** Whether the corner (low, low) is inside of the rings that are cut. */
  private boolean cornerInside;

  private final double[] segment = new double[4];
  private double[] joined = new double[512];
  private int joinedSize;

  PolygonClip(double low, double high) {
    this.edgeLow = low;
    this.edgeHigh = high;
    this.low = low + MARGIN;
    this.high = high - MARGIN;
    this.side = this.high - this.low;
  }

  /** Where a ring lies. */
  enum Place {
    INSIDE,
    OUTSIDE,
    CUT
  }

  /** Starts a polygon. */
  void begin() {
    cutSize = 0;
    parts = 0;
    hasCutHole = false;
    isCrowded = false;
    cornerInside = false;
  }

  /** Where the ring of the first {@code vertices} vertices lies; before {@link #add}. */
  Place place(double[] xy, int vertices) {
    if (beyond.length < vertices) {
      beyond = new byte[2 * vertices];
    }
    int any = 0;
    int all = WEST | EAST | SOUTH | NORTH;
    for (int i = 0; i < vertices; i++) {
      int sides = sides(xy[2 * i], xy[2 * i + 1]);
      any |= sides;
      all &= sides;
      beyond[i] = (byte) sides;
    }
    if (all != 0) {
      return Place.OUTSIDE;
    }
    return any == 0 ? Place.INSIDE : Place.CUT;
  }

  /** Whether a ring of the polygon is cut. */
  boolean hasCut() {
    return parts > 0;
  }

  /** Whether ends at the edge are so near to each other that they may be rounded to one. */
  boolean isCrowded() {
    return isCrowded;
  }

  /** Whether a hole of the polygon is cut. */
  boolean hasCutHole() {
    return hasCutHole;
  }

  /**
   * Adds the ring that was placed last, which is cut.
   *
   * @param forwards whether it runs as the rings of a tile do, an outer ring clockwise
   */
  void add(double[] xy, int vertices, boolean outer, boolean forwards) {
    int before = parts;
    int at = 0;
    while (beyond[at] == 0) {
      at++;
    }
    double x0 = xy[2 * at];
    double y0 = xy[2 * at + 1];
    int from = beyond[at];
    int step = forwards ? 1 : vertices - 1;
    for (int i = 0; i < vertices; i++) {
      at += step;
      at = at >= vertices ? at - vertices : at;
      double x1 = xy[2 * at];
      double y1 = xy[2 * at + 1];
      int to = beyond[at];
      if ((from | to) == 0) {
        append(x1, y1);
      } else {
        if ((from & to) == 0) {
          edge(x0, y0, from == 0, x1, y1, to == 0);
        }
        if (((from ^ to) & SOUTH) != 0 && (from & to & EAST) == 0) {
          corner(x0, y0, x1, y1);
        }
      }
      x0 = x1;
      y0 = y1;
      from = to;
    }
    hasCutHole |= !outer && parts > before;
  }

  /** The sides of the square beyond which a place lies; 0 inside. */
  private int sides(double x, double y) {
    return (x > low ? 0 : WEST)
        | (x < high ? 0 : EAST)
        | (y > low ? 0 : SOUTH)
        | (y < high ? 0 : NORTH);
  }

  /** Twice the area, positive when it is clockwise on a screen. */
  static double area(double[] xy, int vertices) {
    double sum = 0;
    double fromX = xy[2 * vertices - 2] - xy[0];
    double fromY = xy[2 * vertices - 1] - xy[1];
    for (int i = 0; i < 2 * vertices; i += 2) {
      double x = xy[i] - xy[0];
      double y = xy[i + 1] - xy[1];
      sum += fromX * y - x * fromY;
      fromX = x;
      fromY = y;
    }
    return sum;
  }

  /** Notes whether an edge passes west of the corner (low, low). */
  private void corner(double x0, double y0, double x1, double y1) {
    if (x0 + (low - y0) / (y1 - y0) * (x1 - x0) < low) {
      cornerInside = !cornerInside;
    }
  }

  private void edge(double x0, double y0, boolean from, double x1, double y1, boolean to) {
    if (inside(x0, y0, x1, y1)) {
      if (!from) {
        enter(segment[0], segment[1]);
      }
      if (to) {
        append(x1, y1);
      } else {
        append(atEdge(segment[2]), atEdge(segment[3]));
        exits[parts] = along(segment[2], segment[3]);
        partEnds[parts++] = cutSize;
      }
    }
  }

  /** The part of an edge inside the square (Liang-Barsky); false when it has none. */
  private boolean inside(double x0, double y0, double x1, double y1) {
    double dx = x1 - x0;
    double dy = y1 - y0;
    double enter = 0;
    double leave = 1;
    int enterSide = -1;
    int leaveSide = -1;
    for (int i = 0; i < 4; i++) {
      double p = i == 0 ? -dx : i == 1 ? dx : i == 2 ? -dy : dy;
      double q = i == 0 ? x0 - low : i == 1 ? high - x0 : i == 2 ? y0 - low : high - y0;
      double t = q / p;
      if (p == 0) {
        if (q < 0) {
          return false;
        }
      } else if (p < 0 && t > enter) {
        enter = t;
        enterSide = i;
      } else if (p > 0 && t < leave) {
        leave = t;
        leaveSide = i;
      }
    }
    if (enter > leave) {
      return false;
    }
    end(0, x0 + enter * dx, y0 + enter * dy, enterSide);
    end(2, x0 + leave * dx, y0 + leave * dy, leaveSide);
    return true;
  }

  /** Stores an end of a segment, exactly on the side that cut it. */
  private void end(int at, double x, double y, int side) {
    double bound = (side & 1) == 0 ? low : high;
    segment[at] = side == 0 || side == 1 ? bound : Math.clamp(x, low, high);
    segment[at + 1] = side == 2 || side == 3 ? bound : Math.clamp(y, low, high);
  }

  private void enter(double x, double y) {
    if (parts == entries.length) {
      int size = 2 * parts;
      partEnds = Arrays.copyOf(partEnds, size);
      entries = Arrays.copyOf(entries, size);
      exits = Arrays.copyOf(exits, size);
      sortedEntries = new double[size];
      sortedExits = new double[size];
      partAt = new int[size];
      used = new boolean[size];
    }
    entries[parts] = along(x, y);
    append(atEdge(x), atEdge(y));
  }

  private double atEdge(double value) {
    return value == low ? edgeLow : value == high ? edgeHigh : value;
  }

  private void append(double x, double y) {
    if (2 * cutSize + 2 > cut.length) {
      cut = Arrays.copyOf(cut, 2 * cut.length);
    }
    cut[2 * cutSize] = x;
    cut[2 * cutSize + 1] = y;
    cutSize++;
  }

  /** The way along the edge from the corner (low, low), first towards (high, low). */
  private double along(double x, double y) {
    if (y == low) {
      return x - low;
    }
    if (x == high) {
      return side + y - low;
    }
    return y == high ? 2 * side + high - x : 3 * side + high - y;
  }

  /** Receives the vertices of a ring. */
  interface Rings {
    void add(double[] xy, int vertices);
  }

  /**
   * Gives the outer rings of the parts inside. False, without any ring, when the parts do not
   * follow each other along the edge as those of a valid polygon do.
   */
  boolean join(Rings out) {
    if (parts == 0) {
      if (cornerInside) {
        joinedSize = 0;
        corners(0, 4 * side);
        out.add(joined, joinedSize);
      }
      return true;
    }
    if (!sort()) {
      return false;
    }
    boolean entryFirst = sortedEntries[0] < sortedExits[0];
    for (int part = 0; part < parts; part++) {
      if (!used[part]) {
        joinedSize = 0;
        follow(part, entryFirst ? 1 : 0);
        out.add(joined, joinedSize);
      }
    }
    return true;
  }

  /** Whether entries and exits alternate along the edge and agree with its first corner. */
  private boolean sort() {
    System.arraycopy(entries, 0, sortedEntries, 0, parts);
    System.arraycopy(exits, 0, sortedExits, 0, parts);
    Arrays.sort(sortedEntries, 0, parts);
    Arrays.sort(sortedExits, 0, parts);
    boolean entryFirst = sortedEntries[0] < sortedExits[0];
    double[] firsts = entryFirst ? sortedEntries : sortedExits;
    double[] seconds = entryFirst ? sortedExits : sortedEntries;
    for (int i = 0; i < parts; i++) {
      double before = i == 0 ? seconds[parts - 1] - 4 * side : seconds[i - 1];
      if (firsts[i] >= seconds[i] || before >= firsts[i]) {
        return false;
      }
      isCrowded |= seconds[i] - firsts[i] < 1 || firsts[i] - before < 1;
    }
    for (int part = 0; part < parts; part++) {
      partAt[Arrays.binarySearch(sortedEntries, 0, parts, entries[part])] = part;
      used[part] = false;
    }
    return entryFirst == cornerInside;
  }

  private void follow(int first, int step) {
    int part = first;
    while (!used[part]) {
      used[part] = true;
      int start = part == 0 ? 0 : partEnds[part - 1];
      for (int i = start; i < partEnds[part]; i++) {
        join(cut[2 * i], cut[2 * i + 1]);
      }
      int rank = Arrays.binarySearch(sortedExits, 0, parts, exits[part]) + step;
      int next = partAt[rank == parts ? 0 : rank];
      double to = entries[next];
      corners(exits[part], to > exits[part] ? to : to + 4 * side);
      part = next;
    }
  }

  /** Adds the corners of the square between two places of its edge. */
  private void corners(double from, double to) {
    for (int i = (int) (from / side) + 1; i * side <= to; i++) {
      boolean isEast = (i & 3) == 1 || (i & 3) == 2;
      join(isEast ? edgeHigh : edgeLow, (i & 3) >= 2 ? edgeHigh : edgeLow);
    }
  }

  private void join(double x, double y) {
    if (2 * joinedSize + 2 > joined.length) {
      joined = Arrays.copyOf(joined, 2 * joined.length);
    }
    joined[2 * joinedSize] = x;
    joined[2 * joinedSize + 1] = y;
    joinedSize++;
  }
}
