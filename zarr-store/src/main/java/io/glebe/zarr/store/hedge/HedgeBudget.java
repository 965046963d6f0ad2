package io.glebe.zarr.store.hedge;

/** How many second requests may be sent: a share of all reads, with a few saved up. */
final class HedgeBudget {
  private static final double MOST_SAVED = 10;

  private final double share;
  private double saved;

  HedgeBudget(double share) {
    this.share = share;
  }

  /** Counts a read. */
  synchronized void earn() {
    saved = Math.min(MOST_SAVED, saved + share);
  }

  /** Takes one second request, if there is one. */
  synchronized boolean take() {
    boolean enough = saved >= 1;
    saved -= enough ? 1 : 0;
    return enough;
  }
}
