package io.glebe.core.geo;

import java.util.Comparator;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;

/**
 * One edge of a ring, from its lower to its upper end in the order of x and then y.
 *
 * @param number of the edge; edges of one ring follow each other
 * @param first number of the first edge of the ring
 * @param last number of the last edge of the ring
 */
record RingSegment(Coordinate low, Coordinate high, int number, int first, int last) {
  /**
   * The order from below to above of edges that a vertical line crosses and that do not cross each
   * other.
   */
  static final Comparator<RingSegment> UPWARDS = RingSegment::compareUpwards;

  static RingSegment of(Coordinate a, Coordinate b, int number, int first, int last) {
    return a.compareTo(b) < 0
        ? new RingSegment(a, b, number, first, last)
        : new RingSegment(b, a, number, first, last);
  }

  private int compareUpwards(RingSegment other) {
    if (number == other.number) {
      return 0;
    }
    int side = low.compareTo(other.low) >= 0 ? other.sideOf(this) : -sideOf(other);
    return side != 0 ? side : Integer.compare(number, other.number);
  }

  /** Above (1), below (-1) or in line with (0) this edge, for an edge that begins later. */
  private int sideOf(RingSegment later) {
    int side = Orientation.index(low, high, later.low);
    return side != 0 ? side : Orientation.index(low, high, later.high);
  }

  /**
   * Whether the edges have a common point, other than the common end of two edges that follow each
   * other in a ring.
   */
  boolean touches(RingSegment other) {
    boolean isNext = follows(other) || other.follows(this);
    if (isNext && sharesOneEnd(other)) {
      return overlapsFromCommonEnd(other);
    }
    if (Math.max(low.x, other.low.x) > Math.min(high.x, other.high.x)
        || Math.max(lowest(), other.lowest()) > Math.min(highest(), other.highest())) {
      return false;
    }
    return !hasOnOneSide(other) && !other.hasOnOneSide(this);
  }

  /** Whether both ends of the other edge lie on the same side of the line through this one. */
  private boolean hasOnOneSide(RingSegment other) {
    return Orientation.index(low, high, other.low) * Orientation.index(low, high, other.high) > 0;
  }

  private boolean follows(RingSegment other) {
    return number == other.number + 1 && first == other.first
        || number == first && other.number == last && other.first == first;
  }

  private boolean sharesOneEnd(RingSegment other) {
    return low.equals2D(other.low)
        || low.equals2D(other.high)
        || high.equals2D(other.low)
        || high.equals2D(other.high);
  }

  /** Whether edges with a common end lie on one line and on the same side of that end. */
  private boolean overlapsFromCommonEnd(RingSegment other) {
    boolean sameSide = low.equals2D(other.low) || high.equals2D(other.high);
    return sameSide
        && Orientation.index(low, high, other.low) == 0
        && Orientation.index(low, high, other.high) == 0;
  }

  private double lowest() {
    return Math.min(low.y, high.y);
  }

  private double highest() {
    return Math.max(low.y, high.y);
  }
}
