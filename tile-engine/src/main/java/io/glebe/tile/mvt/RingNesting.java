package io.glebe.tile.mvt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.strtree.STRtree;

/**
 * Takes out rings at places where they cannot be: a hole outside of its outer ring or in another
 * hole, an outer ring in the area of another one. A simplified edge can pass over a whole small
 * ring without a crossing. What is taken out is not wider than the edge was moved, which cannot be
 * seen. The rings must not meet each other.
 */
final class RingNesting {
  /** From this number on, rings around a place are found with an index. */
  private static final int MANY = 64;

  private final TileRings rings;

  /** West, south, east and north of each ring. */
  private final int[] boxes;

  /** The outer ring of each ring; of an outer ring it is itself. */
  private final int[] shells;

  private final List<Integer> kept = new ArrayList<>();
  private final @Nullable STRtree index;

  private RingNesting(TileRings rings) {
    this.rings = rings;
    this.boxes = new int[4 * rings.rings()];
    this.shells = new int[rings.rings()];
    this.index = rings.rings() < MANY ? null : new STRtree();
    int shell = 0;
    for (int ring = 0; ring < shells.length; ring++) {
      shell = rings.isOuter(ring) ? ring : shell;
      shells[ring] = shell;
      measure(ring);
      if (index != null) {
        index.insert(envelope(ring), ring);
      }
    }
  }

  private void measure(int ring) {
    int west = Integer.MAX_VALUE;
    int south = Integer.MAX_VALUE;
    int east = Integer.MIN_VALUE;
    int north = Integer.MIN_VALUE;
    for (int i = rings.start(ring); i < rings.end(ring); i++) {
      west = Math.min(west, rings.x(i));
      south = Math.min(south, rings.y(i));
      east = Math.max(east, rings.x(i));
      north = Math.max(north, rings.y(i));
    }
    boxes[4 * ring] = west;
    boxes[4 * ring + 1] = south;
    boxes[4 * ring + 2] = east;
    boxes[4 * ring + 3] = north;
  }

  private Envelope envelope(int ring) {
    int box = 4 * ring;
    return new Envelope(boxes[box], boxes[box + 2], boxes[box + 1], boxes[box + 3]);
  }

  private boolean isInBox(int ring, int x, int y) {
    int box = 4 * ring;
    return x >= boxes[box] && x <= boxes[box + 2] && y >= boxes[box + 1] && y <= boxes[box + 3];
  }

  /** Keeps the rings that are where they can be, in the same order. */
  static void mend(TileRings rings) {
    if (rings.rings() > 1) {
      new RingNesting(rings).mend();
    }
  }

  private void mend() {
    boolean[] keep = new boolean[shells.length];
    Integer[] largestFirst = new Integer[shells.length];
    Arrays.setAll(largestFirst, ring -> ring);
    Arrays.sort(largestFirst, Comparator.comparingLong(ring -> -rings.doubledArea(ring)));
    for (int ring : largestFirst) {
      int around = around(ring, keep);
      boolean isFree = around < 0 || !rings.isOuter(around);
      keep[ring] = rings.isOuter(ring) ? isFree : around == shells[ring];
      if (keep[ring] && index == null) {
        kept.add(ring);
      }
    }
    rings.retain(keep);
  }

  /** The smallest ring that is kept and around this one, or -1. */
  private int around(int ring, boolean[] keep) {
    int x = rings.x(rings.start(ring));
    int y = rings.y(rings.start(ring));
    int smallest = -1;
    for (int other : candidates(x, y)) {
      if (keep[other]
          && other != ring
          && isInBox(other, x, y)
          && (smallest < 0 || rings.doubledArea(other) < rings.doubledArea(smallest))
          && rings.contains(other, x, y)) {
        smallest = other;
      }
    }
    return smallest;
  }

  @SuppressWarnings("unchecked")
  private List<Integer> candidates(int x, int y) {
    return index == null ? kept : index.query(new Envelope(new Coordinate(x, y)));
  }
}
