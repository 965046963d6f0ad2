package io.glebe.tile.series;

import java.util.Arrays;

/** Values with their weights, kept for medians and percentiles. The plan bounds their number. */
final class Samples {
  private float[] values = new float[256];
  private float[] weights = new float[256];
  private int size;

  void add(float value, float weight) {
    reserve(1);
    values[size] = value;
    weights[size++] = weight;
  }

  /** Adds all values except NaN, each with weight one. */
  void addAll(float[] from, int at, int count) {
    reserve(count);
    for (int i = at; i < at + count; i++) {
      if (!Float.isNaN(from[i])) {
        values[size] = from[i];
        weights[size++] = 1;
      }
    }
  }

  void addAll(Samples other) {
    reserve(other.size);
    System.arraycopy(other.values, 0, values, size, other.size);
    System.arraycopy(other.weights, 0, weights, size, other.size);
    size += other.size;
  }

  int size() {
    return size;
  }

  /**
   * Percentiles (0..100), linear between values. The values are sorted; the position of value i is
   * the sum of the weights before it and half its own weight; percentile p lies at p per cent of
   * the way from the first position to the last. Equal values are sorted by weight. With equal
   * weights this is the usual rule (NumPy's "linear").
   */
  double[] percentiles(double... ps) {
    double[] out = new double[ps.length];
    if (size == 0) {
      Arrays.fill(out, Double.NaN);
      return out;
    }
    float[] sorted = new float[size];
    double[] places = new double[size];
    sort(sorted, places);
    for (int k = 0; k < ps.length; k++) {
      out[k] = at(sorted, places, ps[k] / 100);
    }
    return out;
  }

  /** Sorts by value; the index of the weight is in the low half of a long. */
  private void sort(float[] sorted, double[] places) {
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      int bits = Float.floatToRawIntBits(values[i]);
      // flips negative numbers so that the order of the integers equals the order of the floats
      int ordered = bits ^ (bits >> 31 & 0x7fffffff);
      keys[i] = (long) ordered << 32 | Float.floatToRawIntBits(weights[i]) & 0xffffffffL;
    }
    Arrays.sort(keys);
    double lower = 0;
    for (int i = 0; i < size; i++) {
      int ordered = (int) (keys[i] >> 32);
      sorted[i] = Float.intBitsToFloat(ordered ^ (ordered >> 31 & 0x7fffffff));
      double weight = Float.intBitsToFloat((int) keys[i]);
      places[i] = lower + weight / 2;
      lower += weight;
    }
  }

  private static double at(float[] sorted, double[] places, double part) {
    int last = sorted.length - 1;
    double place = places[0] + part * (places[last] - places[0]);
    int index = Arrays.binarySearch(places, place);
    if (index >= 0) {
      return sorted[index];
    }
    int above = Math.clamp(-index - 1, 1, Math.max(1, last));
    if (last == 0) {
      return sorted[0];
    }
    double span = places[above] - places[above - 1];
    double t = span == 0 ? 0 : Math.clamp((place - places[above - 1]) / span, 0.0, 1.0);
    return sorted[above - 1] + t * ((double) sorted[above] - sorted[above - 1]);
  }

  private void reserve(int more) {
    if (size + more > values.length) {
      int length = Math.max(2 * values.length, size + more);
      values = Arrays.copyOf(values, length);
      weights = Arrays.copyOf(weights, length);
    }
  }
}
