package io.glebe.tile.mvt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
  private final Envelope[] boxes;

  /** The outer ring of each ring; of an outer ring it is itself. */
  private final int[] shells;

  private final List<Integer> kept = new ArrayList<>();
  private final STRtree index = new STRtree();

  private RingNesting(TileRings rings) {
    this.rings = rings;
    this.boxes = new Envelope[rings.rings()];
    this.shells = new int[rings.rings()];
    int shell = 0;
    for (int ring = 0; ring < boxes.length; ring++) {
      shell = rings.isOuter(ring) ? ring : shell;
      shells[ring] = shell;
      boxes[ring] = new Envelope();
      for (int i = rings.start(ring); i < rings.end(ring); i++) {
        boxes[ring].expandToInclude(rings.x(i), rings.y(i));
      }
      if (boxes.length >= MANY) {
        index.insert(boxes[ring], ring);
      }
    }
  }

  /** Keeps the rings that are where they can be, in the same order. */
  static void mend(TileRings rings) {
    if (rings.rings() > 1) {
      new RingNesting(rings).mend();
    }
  }

  private void mend() {
    boolean[] keep = new boolean[boxes.length];
    Integer[] largestFirst = new Integer[boxes.length];
    Arrays.setAll(largestFirst, ring -> ring);
    Arrays.sort(largestFirst, Comparator.comparingLong(ring -> -rings.doubledArea(ring)));
    for (int ring : largestFirst) {
      int around = around(ring, keep);
      boolean isFree = around < 0 || !rings.isOuter(around);
      keep[ring] = rings.isOuter(ring) ? isFree : around == shells[ring];
      if (keep[ring] && boxes.length < MANY) {
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
          && boxes[other].contains(x, y)
          && (smallest < 0 || rings.doubledArea(other) < rings.doubledArea(smallest))
          && contains(other, x, y)) {
        smallest = other;
      }
    }
    return smallest;
  }

  @SuppressWarnings("unchecked")
  private List<Integer> candidates(int x, int y) {
    return boxes.length < MANY ? kept : index.query(new Envelope(new Coordinate(x, y)));
  }

  /** Whether a place that is not on the ring is inside of it. */
  private boolean contains(int ring, long x, long y) {
    boolean isInside = false;
    int before = rings.end(ring) - 1;
    for (int i = rings.start(ring); i < rings.end(ring); i++) {
      long fromY = rings.y(before) - y;
      long toY = rings.y(i) - y;
      if (fromY > 0 != toY > 0) {
        long fromX = rings.x(before) - x;
        long toX = rings.x(i) - x;
        long side = fromX * toY - toX * fromY;
        if (side > 0 == toY > fromY) {
          isInside = !isInside;
        }
      }
      before = i;
    }
    return isInside;
  }
}
