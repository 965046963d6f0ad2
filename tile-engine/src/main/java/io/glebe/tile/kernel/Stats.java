package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Count, sum, minimum and maximum of all values except NaN. With weights, count is the sum of
 * weights. Mutable, belongs to one thread; partial results are merged with {@link #add(Stats)}.
 */
public final class Stats {
  /**
   * Number of elements of runs from which vectors are faster: the scalar form reads each element by
   * its type.
   */
  private static final long FEW = 128;

  private double count;
  private double sum;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /** Scratch for sums of raw numbers. */
  private @Nullable Stats raw;

  private @Nullable Runs single;

  public void clear() {
    count = 0;
    sum = 0;
    min = Double.POSITIVE_INFINITY;
    max = Double.NEGATIVE_INFINITY;
  }

  /** Adds {@code count} values from {@code values[at]} on. */
  public void add(float[] values, int at, int count) {
    Kernels.suited(count).accumulate(values, at, count, this);
  }

  /**
   * Adds values with weights (e.g. the covered share of each pixel, 0..1). Values with weight 0 and
   * NaN values are ignored, also for minimum and maximum.
   */
  public void addWeighted(float[] values, float[] weights, int at, int count) {
    for (int i = at; i < at + count; i++) {
      addWeighted(values[i], weights[i]);
    }
  }

  public void addWeighted(double value, double weight) {
    if (!Double.isNaN(value) && weight > 0) {
      merge(weight, value * weight, value, value);
    }
  }

  /**
   * Adds raw elements of a decoded chunk. The sums are calibrated instead of each element. Integers
   * are summed exactly.
   *
   * @param element index of the first element
   */
  public void add(
      MemorySegment chunk, DataType type, Calibration calibration, int element, int count) {
    add(chunk, type, calibration, run(element, count));
  }

  /** A single run, in the scratch of this accumulator. */
  Runs run(int start, int count) {
    if (single == null) {
      single = new Runs();
    }
    return single.clear().add(start, count);
  }

  /** As {@link #add(MemorySegment, DataType, Calibration, int, int)}, for many runs at once. */
  public void add(MemorySegment chunk, DataType type, Calibration calibration, Runs runs) {
    Kernels kernels = runs.total() < FEW ? Kernels.scalar() : Kernels.best();
    Stats sums = scratch();
    kernels.accumulate(chunk, type, calibration, runs, sums);
    add(sums, calibration.scale(), calibration.offset());
  }

  /**
   * Adds single raw elements with weights; the sums are calibrated, as for whole runs.
   *
   * @param elements indices of the elements; the first {@code count} are used
   * @return number of valid elements
   */
  public int addWeighted(
      MemorySegment chunk,
      DataType type,
      Calibration calibration,
      int[] elements,
      double[] weights,
      int count) {
    double missing = calibration.missing(type);
    double weight = 0;
    double total = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    int valid = 0;
    for (int i = 0; i < count; i++) {
      double value = ElementReader.get(chunk, (long) elements[i] * type.size(), type);
      if (!Double.isNaN(value) && value != missing) {
        weight += weights[i];
        total += value * weights[i];
        least = Math.min(least, value);
        most = Math.max(most, value);
        valid++;
      }
    }
    Stats sums = scratch();
    sums.merge(weight, total, least, most);
    add(sums, calibration.scale(), calibration.offset());
    return valid;
  }

  private Stats scratch() {
    if (raw == null) {
      raw = new Stats();
    }
    raw.clear();
    return raw;
  }

  /** Adds the content of another accumulator. */
  public void add(Stats other) {
    if (other.count > 0) {
      merge(other.count, other.sum, other.min, other.max);
    }
  }

  /** Adds an accumulator of raw numbers, calibrated. */
  public void add(Stats raw, double scale, double offset) {
    if (raw.count > 0) {
      double a = raw.min * scale + offset;
      double b = raw.max * scale + offset;
      merge(raw.count, raw.sum * scale + raw.count * offset, Math.min(a, b), Math.max(a, b));
    }
  }

  /** Adds an existing summary, such as statistics kept per chunk. */
  public void merge(double count, double sum, double min, double max) {
    this.count += count;
    this.sum += sum;
    this.min = Math.min(this.min, min);
    this.max = Math.max(this.max, max);
  }

  /** Number (or sum of weights) of valid values. */
  public double count() {
    return count;
  }

  public double sum() {
    return sum;
  }

  /** The minimum; positive infinity for an empty accumulator. */
  public double min() {
    return min;
  }

  /** The maximum; negative infinity for an empty accumulator. */
  public double max() {
    return max;
  }

  /** The mean; NaN for an empty accumulator. */
  public double mean() {
    return sum / count;
  }
}
