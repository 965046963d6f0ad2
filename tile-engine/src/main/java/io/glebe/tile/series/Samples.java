package io.glebe.tile.series;

import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Values with their weights, kept for medians and percentiles. The plan bounds their number. Each
 * is one number of 64 bits that sorts by value and then by weight.
 */
final class Samples {
  /** Values that are sorted at once; about five milliseconds. */
  private static final int RUN = 1 << 16;

  private long[] keys = new long[128];
  private int size;
  private boolean sorted;

  void add(float value, float weight) {
    reserve(1);
    keys[size++] = key(value, weight);
    sorted = false;
  }

  /** Adds all values except NaN, each with weight one. */
  void addAll(float[] from, int at, int count) {
    reserve(count);
    for (int i = at; i < at + count; i++) {
      if (!Float.isNaN(from[i])) {
        keys[size++] = key(from[i], 1);
      }
    }
    sorted = false;
  }

  void addAll(Samples other) {
    reserve(other.size);
    System.arraycopy(other.keys, 0, keys, size, other.size);
    size += other.size;
    sorted = false;
  }

  int size() {
    return size;
  }

  private static long key(float value, float weight) {
    int bits = Float.floatToRawIntBits(value);
    // flips negative numbers so that the order of the integers equals the order of the floats
    int ordered = bits ^ (bits >> 31 & 0x7fffffff);
    return (long) ordered << 32 | Float.floatToRawIntBits(weight) & 0xffffffffL;
  }

  private static float value(long key) {
    int ordered = (int) (key >> 32);
    return Float.intBitsToFloat(ordered ^ (ordered >> 31 & 0x7fffffff));
  }

  private static double weight(long key) {
    return Float.intBitsToFloat((int) key);
  }

  /**
   * Percentiles (0..100), linear between values. The values are sorted; the position of value i is
   * the sum of the weights before it and half its own weight; percentile p lies at p per cent of
   * the way from the first position to the last. Equal values are sorted by weight. With equal
   * weights this is the usual rule (NumPy's "linear").
   *
   * @param stopped checked while sorting
   * @throws CancellationException when stopped
   */
  double[] percentiles(BooleanSupplier stopped, double... ps) {
    double[] out = new double[ps.length];
    if (size == 0) {
      Arrays.fill(out, Double.NaN);
      return out;
    }
    sort(stopped);
    double passedWeight = 0;
    for (int i = 0; i < size - 1; i++) {
      passedWeight += weight(keys[i]);
    }
    double first = weight(keys[0]) / 2;
    double last = passedWeight + weight(keys[size - 1]) / 2;
    Integer[] order = new Integer[ps.length];
    Arrays.setAll(order, k -> k);
    Arrays.sort(order, (a, b) -> Double.compare(ps[a], ps[b]));
    Walk walk = new Walk();
    for (int k : order) {
      out[k] = walk.at(first + ps[k] / 100 * (last - first));
    }
    return out;
  }

  /** Passes the sorted values once, for positions in ascending order. */
  private final class Walk {
    private int above;
    private double passedWeight;

    double at(double place) {
      while (above < size - 1 && position() < place) {
        passedWeight += weight(keys[above++]);
      }
      double here = position();
      if (here == place || above == 0) {
        return value(keys[above]);
      }
      double below = passedWeight - weight(keys[above - 1]) / 2;
      double span = here - below;
      double t = span == 0 ? 0 : Math.clamp((place - below) / span, 0.0, 1.0);
      double lower = value(keys[above - 1]);
      return lower + t * (value(keys[above]) - lower);
    }

    private double position() {
      return passedWeight + weight(keys[above]) / 2;
    }
  }

  /** Sorts runs and merges them, with a check in between. */
  private void sort(BooleanSupplier stopped) {
    if (sorted) {
      return;
    }
    for (int from = 0; from < size; from += RUN) {
      check(stopped);
      Arrays.sort(keys, from, Math.min(from + RUN, size));
    }
    long[] source = keys;
    long[] target = size > RUN ? new long[size] : keys;
    for (long run = RUN; run < size; run *= 2) {
      for (long from = 0; from < size; from += 2 * run) {
        int middle = (int) Math.min(from + run, size);
        int end = (int) Math.min(from + 2 * run, size);
        merge(source, (int) from, middle, end, target, stopped);
      }
      long[] merged = target;
      target = source;
      source = merged;
    }
    keys = source;
    sorted = true;
  }

  private static void merge(
      long[] source, int from, int middle, int end, long[] target, BooleanSupplier stopped) {
    int left = from;
    int right = middle;
    for (int i = from; i < end; i++) {
      if ((i & RUN - 1) == 0) {
        check(stopped);
      }
      boolean takesLeft = right >= end || left < middle && source[left] <= source[right];
      target[i] = takesLeft ? source[left++] : source[right++];
    }
  }

  private static void check(BooleanSupplier stopped) {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("the series has been cancelled");
    }
  }

  private void reserve(int more) {
    if (size + more > keys.length) {
      int half = keys.length + (keys.length >> 1);
      keys = Arrays.copyOf(keys, Math.max(half, size + more));
    }
  }
}
