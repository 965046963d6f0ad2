package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * The rings of one feature on the grid of a tile: whole numbers, rings not closed, each outer ring
 * before its holes. A ring is measured when it is added. Reused; belongs to one thread.
 */
final class TileRings {
  private static final int MOST_OF_STAR = 64;

  private int[] xy = new int[512];
  private int[] ends = new int[16];
  private boolean[] outer = new boolean[16];

  /** Positive for a clockwise ring; twice the area, unless the ring was wound already. */
  private long[] doubledAreas = new long[16];

  private boolean[] stars = new boolean[16];
  private int rings;
  private int[] owners = new int[16];
  private final RingMeasure measure = new RingMeasure();

  void clear() {
    rings = 0;
  }

  /**
   * Appends a ring of the first {@code vertices} vertices of {@code source}, at least three; false
   * when it has no area.
   */
  boolean add(int[] source, int vertices, boolean isOuter) {
    measure.of(source, 0, vertices);
    if (measure.doubledArea() == 0) {
      return false;
    }
    append(source, 0, vertices, isOuter, measure.doubledArea(), measure.isStar());
    return true;
  }

  /** The same for a ring that is complete, unless fewer than three vertices remain of it. */
  boolean add(WholeRing ring, boolean isOuter) {
    int vertices = ring.close();
    return vertices >= 3 && add(ring.xy(), vertices, isOuter);
  }

  /** Appends a ring that runs as those of a tile do; its area is not measured. */
  void addWound(WholeRing ring, boolean isOuter) {
    int vertices = ring.close();
    if (vertices >= 3) {
      append(ring.xy(), 0, vertices, isOuter, isOuter ? 1 : -1, false);
    }
  }

  /** The same for a ring of a shape, translated. */
  void addWound(int[] source, int from, int to, int left, int top, boolean isOuter) {
    int start = vertices();
    append(source, from, to - from, isOuter, isOuter ? 1 : -1, false);
    for (int i = start; i < end(rings - 1); i++) {
      xy[2 * i] -= left;
      xy[2 * i + 1] -= top;
    }
  }

  private void append(
      int[] source, int from, int vertices, boolean isOuter, long doubledArea, boolean star) {
    int start = vertices();
    if (xy.length < 2 * (start + vertices)) {
      xy = Arrays.copyOf(xy, 2 * Math.max(xy.length, start + vertices));
    }
    if (rings == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rings);
      outer = Arrays.copyOf(outer, 2 * rings);
      doubledAreas = Arrays.copyOf(doubledAreas, 2 * rings);
      stars = Arrays.copyOf(stars, 2 * rings);
    }
    System.arraycopy(source, 2 * from, xy, 2 * start, 2 * vertices);
    ends[rings] = start + vertices;
    outer[rings] = isOuter;
    doubledAreas[rings] = doubledArea;
    stars[rings] = star;
    rings++;
  }

  private void append(TileRings source, int ring) {
    int start = source.start(ring);
    append(
        source.xy,
        start,
        source.end(ring) - start,
        source.outer[ring],
        source.doubledAreas[ring],
        source.stars[ring]);
  }

  /** Appends outer rings, each with those of the holes that it contains. */
  void addNested(TileRings shells, TileRings holes) {
    if (owners.length < holes.rings) {
      owners = new int[2 * holes.rings];
    }
    for (int hole = 0; hole < holes.rings; hole++) {
      owners[hole] = shells.owner(holes, hole);
    }
    for (int shell = 0; shell < shells.rings; shell++) {
      append(shells, shell);
      for (int hole = 0; hole < holes.rings; hole++) {
        if (owners[hole] == shell) {
          append(holes, hole);
        }
      }
    }
  }

  /** The outer ring around a hole; their number when there is none. */
  private int owner(TileRings holes, int hole) {
    int shell = 0;
    while (rings > 1 && shell < rings && !containsAny(shell, holes, hole)) {
      shell++;
    }
    return shell;
  }

  /** Whether a vertex of a hole is inside of a ring; one vertex may touch it. */
  private boolean containsAny(int ring, TileRings holes, int hole) {
    int start = holes.start(hole);
    return contains(ring, holes.x(start), holes.y(start))
        || contains(ring, holes.x(start + 1), holes.y(start + 1));
  }

  /** Whether a place that is not on the ring is inside of it. */
  boolean contains(int ring, long x, long y) {
    boolean isInside = false;
    int before = end(ring) - 1;
    for (int i = start(ring); i < end(ring); i++) {
      long fromY = y(before) - y;
      long toY = y(i) - y;
      if (fromY > 0 != toY > 0) {
        long fromX = x(before) - x;
        long toX = x(i) - x;
        long side = fromX * toY - toX * fromY;
        if (side > 0 == toY > fromY) {
          isInside = !isInside;
        }
      }
      before = i;
    }
    return isInside;
  }

  int rings() {
    return rings;
  }

  /** Number of vertices of all rings. */
  int vertices() {
    return rings == 0 ? 0 : ends[rings - 1];
  }

  /** Index of the first vertex of a ring. */
  int start(int ring) {
    return ring == 0 ? 0 : ends[ring - 1];
  }

  /** Index after the last vertex of a ring. */
  int end(int ring) {
    return ends[ring];
  }

  /** Which rings are outer ones. */
  boolean[] outers() {
    return Arrays.copyOf(outer, rings);
  }

  boolean isOuter(int ring) {
    return outer[ring];
  }

  /** Twice the area of a ring, not negative. */
  long doubledArea(int ring) {
    return Math.abs(doubledAreas[ring]);
  }

  /** Takes out the other rings. An outer ring must not be taken out without its holes. */
  void retain(boolean[] keep) {
    int count = 0;
    int size = 0;
    int start = 0;
    for (int ring = 0; ring < rings; ring++) {
      int end = ends[ring];
      if (keep[ring]) {
        System.arraycopy(xy, 2 * start, xy, 2 * size, 2 * (end - start));
        size += end - start;
        ends[count] = size;
        outer[count] = outer[ring];
        doubledAreas[count] = doubledAreas[ring];
        stars[count] = stars[ring];
        count++;
      }
      start = end;
    }
    rings = count;
  }

  /**
   * Whether all of the ring is seen from one point, so that it cannot meet itself. False when that
   * is not known: a longer ring is rarely so, and not measured for it.
   */
  boolean isStar(int ring) {
    int start = start(ring);
    if (!stars[ring] && Math.abs(doubledAreas[ring]) == 1 && ends[ring] - start <= MOST_OF_STAR) {
      measure.of(xy, start, ends[ring]);
      stars[ring] = measure.isStar();
    }
    return stars[ring];
  }

  int x(int vertex) {
    return xy[2 * vertex];
  }

  int y(int vertex) {
    return xy[2 * vertex + 1];
  }

  /** Flat coordinates of all rings, valid until the next {@link #add}. */
  int[] xy() {
    return xy;
  }

  /** Makes the ring clockwise on a screen (y downwards), or counter-clockwise. */
  void wind(int ring, boolean clockwise) {
    if (doubledAreas[ring] > 0 != clockwise) {
      doubledAreas[ring] = -doubledAreas[ring];
      for (int i = start(ring) + 1, j = end(ring) - 1; i < j; i++, j--) {
        swap(2 * i, 2 * j);
        swap(2 * i + 1, 2 * j + 1);
      }
    }
  }

  private void swap(int i, int j) {
    int kept = xy[i];
    xy[i] = xy[j];
    xy[j] = kept;
  }
}
