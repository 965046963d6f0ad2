package io.glebe.zarr.dataset;

/**
 * Computes one row of an overview from two rows: each cell from the four cells below it, without
 * NaN.
 */
final class OverviewRows {
  private final boolean categorical;

  OverviewRows(boolean categorical) {
    this.categorical = categorical;
  }

  /**
   * @param count cells of the upper and the lower row
   * @param out receives (count + 1) / 2 cells; NaN where all source cells are NaN
   */
  void rows(double[] upper, double[] lower, int count, double[] out) {
    for (int i = 0; 2 * i < count; i++) {
      int left = 2 * i;
      boolean single = left + 1 == count;
      double b = single ? Double.NaN : upper[left + 1];
      double d = single ? Double.NaN : lower[left + 1];
      out[i] =
          categorical
              ? mode(upper[left], b, lower[left], d)
              : average(upper[left], b, lower[left], d);
    }
  }

  private static double average(double a, double b, double c, double d) {
    double sum = 0;
    int count = 0;
    if (!Double.isNaN(a)) {
      sum += a;
      count++;
    }
    if (!Double.isNaN(b)) {
      sum += b;
      count++;
    }
    if (!Double.isNaN(c)) {
      sum += c;
      count++;
    }
    if (!Double.isNaN(d)) {
      sum += d;
      count++;
    }
    return count == 0 ? Double.NaN : sum / count;
  }

  /** The most frequent value; of equally frequent values the first in reading order. */
  private static double mode(double a, double b, double c, double d) {
    double best = a;
    int most = Double.isNaN(a) ? 0 : same(a, b) + same(a, c) + same(a, d) + 1;
    int ofB = Double.isNaN(b) ? 0 : same(b, c) + same(b, d) + 1;
    if (ofB > most) {
      best = b;
      most = ofB;
    }
    int ofC = Double.isNaN(c) ? 0 : same(c, d) + 1;
    if (ofC > most) {
      best = c;
      most = ofC;
    }
    return most == 0 ? d : best;
  }

  private static int same(double a, double b) {
    return a == b ? 1 : 0;
  }
}
