package io.glebe.tile.mvt;

import java.util.Arrays;
import java.util.function.Consumer;

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

  private double[] sortedEntries = new double[16];
  private double[] sortedExits = new double[16];
  private int[] partAt = new int[16];
  private boolean[] used = new boolean[16];

  /** Whether the corner (low, low) is inside of the rings that are cut. */
  private boolean cornerInside;

  private final double[] segment = new double[4];
  private final WholeRing joined = new WholeRing();

  /** Whether the vertices of the polygon are whole numbers, and its rings have no spikes. */
  private boolean isWhole;

  PolygonClip(double low, double high) {
    this.edgeLow = low;
    this.edgeHigh = high;
    this.low = low + MARGIN;
    this.high = high - MARGIN;
    this.side = this.high - this.low;
  }

  /** A ring to be placed within the square in which rings are cut. */
  ClipRing ring() {
    return new ClipRing(low, high);
  }

  /**
   * Starts a polygon.
   *
   * @param whole whether its vertices are whole numbers, and its rings have no spikes
   */
  void begin(boolean whole) {
    isWhole = whole;
    cutSize = 0;
    parts = 0;
    hasCutHole = false;
    isCrowded = false;
    cornerInside = false;
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

  /** Adds a ring that is cut and runs as the rings of a tile do, an outer ring clockwise. */
  void add(ClipRing ring, boolean outer) {
    int before = parts;
    double[] xy = ring.xy();
    int last = ring.nextOutside(0);
    int from = ring.beyond(last);
    int left = ring.vertices();
    while (left > 0) {
      int at = last + 1 == ring.vertices() ? 0 : last + 1;
      int to = ring.beyond(at);
      double x0 = xy[2 * last];
      double y0 = xy[2 * last + 1];
      double x1 = xy[2 * at];
      double y1 = xy[2 * at + 1];
      if ((from & to) == 0) {
        edge(x0, y0, from == 0, x1, y1, to == 0);
      }
      if (((from ^ to) & ClipRing.SOUTH) != 0 && (from & to & ClipRing.EAST) == 0) {
        corner(x0, y0, x1, y1);
      }
      last = at;
      if (to == 0) {
        last = Math.min(ring.nextOutside(at + 1), at + left) - 1;
        append(xy, at + 1, last + 1);
      }
      left -= last - at + 1;
      from = to;
    }
    hasCutHole |= !outer && parts > before;
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
    reserve(1);
    cut[2 * cutSize] = x;
    cut[2 * cutSize + 1] = y;
    cutSize++;
  }

  private void append(double[] xy, int from, int to) {
    reserve(to - from);
    System.arraycopy(xy, 2 * from, cut, 2 * cutSize, 2 * (to - from));
    cutSize += to - from;
  }

  private void reserve(int more) {
    if (2 * (cutSize + more) > cut.length) {
      cut = Arrays.copyOf(cut, 2 * Math.max(cut.length, cutSize + more));
    }
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

  /**
   * Gives the outer rings of the parts inside. False, without any ring, when the parts do not
   * follow each other along the edge as those of a valid polygon do.
   */
  boolean join(Consumer<WholeRing> out) {
    if (parts == 0) {
      if (cornerInside) {
        joined.clear();
        corners(0, 4 * side);
        out.accept(joined);
      }
      return true;
    }
    if (!sort()) {
      return false;
    }
    boolean entryFirst = sortedEntries[0] < sortedExits[0];
    for (int part = 0; part < parts; part++) {
      if (!used[part]) {
        joined.clear();
        follow(part, entryFirst ? 1 : 0);
        out.accept(joined);
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
      join(part == 0 ? 0 : partEnds[part - 1], partEnds[part]);
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
      joined.add(isEast ? edgeHigh : edgeLow, (i & 3) >= 2 ? edgeHigh : edgeLow);
    }
  }

  /** Adds a part with its ends at the edge. */
  private void join(int entry, int end) {
    if (isWhole) {
      joined.add(cut, entry, entry + 1);
      joined.addWhole(cut, entry + 1, end - 1);
      joined.add(cut, end - 1, end);
    } else {
      joined.add(cut, entry, end);
    }
  }
}
