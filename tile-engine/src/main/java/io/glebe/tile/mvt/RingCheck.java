package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * Tests whether the edges of rings meet only where they follow each other, exact in whole numbers.
 * A single ring that is a star passes at once; of the others, the {@link Chains chains} whose boxes
 * overlap are compared, two of them in one walk along x. Rings that pass are valid polygons when
 * their source was. Reused; belongs to one thread.
 */
final class RingCheck {
  private static final long INDEX = 0xFFFF_FFFFL;

  private final EdgeBoxes boxes = new EdgeBoxes();
  private final Chains chains = new Chains();

  /** The left end of a chain and, in the lower half, its number. */
  private long[] order = new long[16];

  /**
   * Whether no two edges touch, cross or cover each other, except at the vertex that joins them.
   */
  boolean isSimple(TileRings tested) {
    if (tested.rings() == 0 || tested.rings() == 1 && tested.isStar(0)) {
      return true;
    }
    chains.of(tested);
    for (int chain = 0; chain < chains.count(); chain++) {
      if (turnsBack(chain)) {
        return false;
      }
    }
    return areApart();
  }

  /**
   * The same for rings of which only edges with an end on the edge of a square were changed; the
   * others are known not to cross.
   *
   * @param along whether edges along the edge of the square may meet
   */
  boolean isSimpleAtEdge(TileRings tested, int low, int high, boolean along) {
    if (tested.rings() == 0 || tested.rings() == 1 && tested.isStar(0)) {
      return true;
    }
    boxes.of(tested);
    return !boxes.anyMeetAt(low, high, along);
  }

  private boolean areApart() {
    int count = chains.count();
    if (order.length < count) {
      order = new long[2 * count];
    }
    for (int chain = 0; chain < count; chain++) {
      order[chain] = (long) chains.left(chain) << 32 | chain;
    }
    Arrays.sort(order, 0, count);
    for (int i = 0; i < count; i++) {
      int chain = (int) (order[i] & INDEX);
      int right = chains.right(chain);
      for (int j = i + 1; j < count && order[j] >> 32 <= right; j++) {
        if (meet(chain, (int) (order[j] & INDEX))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether an upright edge of a chain runs back along the one before. */
  private boolean turnsBack(int chain) {
    int[] xy = chains.xy();
    int last = chains.last(chain);
    for (int i = chains.start(chain) + 2; i <= last; i++) {
      if (xy[2 * i] == xy[2 * i - 4]
          && xy[2 * i + 1] > xy[2 * i - 1] != xy[2 * i - 1] > xy[2 * i - 3]) {
        return true;
      }
    }
    return false;
  }

  private boolean meet(int a, int b) {
    if (chains.highest(a) < chains.lowest(b) || chains.highest(b) < chains.lowest(a)) {
      return false;
    }
    int[] xy = chains.xy();
    int startB = chains.start(b);
    int lastB = chains.last(b);
    int from = startB;
    for (int i = firstAt(a, chains.left(b)); i < chains.last(a); i++) {
      int left = xy[2 * i];
      int right = xy[2 * i + 2];
      if (left > xy[2 * lastB]) {
        return false;
      }
      while (from + 1 < lastB && xy[2 * from + 2] < left) {
        from++;
      }
      for (int j = from; j < lastB && xy[2 * j] <= right; j++) {
        if (overlap(xy, i, j)
            && (isJoint(a, i, b, j) ? fold(xy, i, j, a, b) : cross(xy, i, i + 1, j, j + 1))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The first edge of a chain that ends at or to the right of {@code x}. */
  private int firstAt(int chain, int x) {
    int[] xy = chains.xy();
    int low = chains.start(chain);
    int high = chains.last(chain);
    while (low < high) {
      int middle = low + high >>> 1;
      if (xy[2 * middle + 2] < x) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static boolean overlap(int[] xy, int i, int j) {
    int i0 = xy[2 * i + 1];
    int i1 = xy[2 * i + 3];
    int j0 = xy[2 * j + 1];
    int j1 = xy[2 * j + 3];
    return Math.max(i0, i1) >= Math.min(j0, j1) && Math.max(j0, j1) >= Math.min(i0, i1);
  }

  /** Whether two edges follow each other at an end of their chains. */
  private boolean isJoint(int a, int i, int b, int j) {
    return isLeftJoint(a, i, b, j)
        || chains.joinRight(a, b) && i + 1 == chains.last(a) && j + 1 == chains.last(b);
  }

  private boolean isLeftJoint(int a, int i, int b, int j) {
    return chains.joinLeft(a, b) && i == chains.start(a) && j == chains.start(b);
  }

  /** Whether two edges that follow each other cover each other. */
  private boolean fold(int[] xy, int i, int j, int a, int b) {
    int shared = isLeftJoint(a, i, b, j) ? i : i + 1;
    int one = shared == i ? i + 1 : i;
    int other = shared == i ? j + 1 : j;
    return folds(xy, shared, one, other);
  }

  /** Whether two edges from one vertex have the same direction. */
  private static boolean folds(int[] xy, int shared, int one, int other) {
    long oneX = (long) xy[2 * one] - xy[2 * shared];
    long oneY = (long) xy[2 * one + 1] - xy[2 * shared + 1];
    long otherX = (long) xy[2 * other] - xy[2 * shared];
    long otherY = (long) xy[2 * other + 1] - xy[2 * shared + 1];
    return oneX * otherY == oneY * otherX && oneX * otherX + oneY * otherY > 0;
  }

  /** Whether two edges, given by their vertices, have a common place. */
  static boolean cross(int[] xy, int from, int to, int otherFrom, int otherTo) {
    return side(xy, from, to, otherFrom) * side(xy, from, to, otherTo) <= 0
        && side(xy, otherFrom, otherTo, from) * side(xy, otherFrom, otherTo, to) <= 0;
  }

  /** Sign of the side of an edge on which a point lies; 0 on its line. */
  private static int side(int[] xy, int from, int to, int point) {
    long x = xy[2 * from];
    long y = xy[2 * from + 1];
    return Long.signum(
        (xy[2 * to] - x) * (xy[2 * point + 1] - y) - (xy[2 * to + 1] - y) * (xy[2 * point] - x));
  }
}
