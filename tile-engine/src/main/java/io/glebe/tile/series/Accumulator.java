package io.glebe.tile.series;

import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Runs;
import io.glebe.tile.kernel.Stats;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Accumulated statistics of some pixels: weighted count, sum, minimum, maximum; on request also the
 * squared deviations and the values themselves. Belongs to one thread until merged.
 */
final class Accumulator {
  private final Stats stats = new Stats();
  private final boolean deviations;
  private final Optional<Samples> samples;
  private long touched;
  private long valid;
  private long masked;
  private double squares;

  Accumulator(boolean deviations, boolean samples) {
    this.deviations = deviations;
    this.samples = samples ? Optional.of(new Samples()) : Optional.empty();
  }

  /** Counts pixels that were read, valid or not. */
  void touch(long pixels) {
    touched += pixels;
  }

  void mask(long pixels) {
    masked += pixels;
  }

  private void addFull(MemorySegment elements, DataType type, Calibration calibration, Runs runs) {
    double count = stats.count();
    stats.add(elements, type, calibration, runs);
    valid += Math.round(stats.count() - count);
  }

  /** Adds a range of completely covered pixels; NaN is no data. */
  void addFull(float[] values, int at, int count) {
    double countBefore = stats.count();
    double sumBefore = stats.sum();
    stats.add(values, at, count);
    double added = stats.count() - countBefore;
    valid += Math.round(added);
    if (deviations && added > 0) {
      double mean = (stats.sum() - sumBefore) / added;
      double own = 0;
      for (int i = at; i < at + count; i++) {
        double d = values[i] - mean;
        own += Double.isNaN(d) ? 0 : d * d;
      }
      squares = merged(squares, countBefore, sumBefore, own, added, mean * added);
    }
    samples.ifPresent(s -> s.addAll(values, at, count));
  }

  /**
   * Adds the elements of a chunk that an area covers, as stored numbers; only for plain statistics.
   */
  void add(MemorySegment elements, DataType type, Calibration calibration, ChunkShare share) {
    touched += share.pixels();
    valid += share.addParts(elements, type, calibration, stats);
    addFull(elements, type, calibration, share.full());
  }

  /** Adds one partially covered pixel; NaN is no data. */
  void addPart(double value, double weight) {
    if (Double.isNaN(value)) {
      return;
    }
    if (deviations) {
      squares = merged(squares, stats.count(), stats.sum(), 0, weight, value * weight);
    }
    stats.addWeighted(value, weight);
    valid++;
    samples.ifPresent(s -> s.add((float) value, (float) weight));
  }

  /** Adds stored statistics of completely covered pixels; only for plain statistics. */
  void addSummary(long count, double sum, double min, double max) {
    if (count > 0) {
      stats.merge((double) count, sum, min, max);
      valid += count;
    }
  }

  void add(Accumulator other) {
    if (deviations) {
      squares =
          merged(
              squares,
              stats.count(),
              stats.sum(),
              other.squares,
              other.stats.count(),
              other.stats.sum());
    }
    stats.add(other.stats);
    touched += other.touched;
    valid += other.valid;
    masked += other.masked;
    samples.ifPresent(s -> other.samples.ifPresent(s::addAll));
  }

  /** Chan's rule for the squared deviations of two parts (squares, weight, sum each). */
  private static double merged(
      double s1, double w1, double sum1, double s2, double w2, double sum2) {
    if (w1 == 0 || w2 == 0) {
      return s1 + s2;
    }
    double delta = sum2 / w2 - sum1 / w1;
    return s1 + s2 + delta * delta * w1 * w2 / (w1 + w2);
  }

  boolean isPlain() {
    return !deviations && samples.isEmpty();
  }

  Stats stats() {
    return stats;
  }

  long touched() {
    return touched;
  }

  long valid() {
    return valid;
  }

  long masked() {
    return masked;
  }

  /** The standard deviation; NaN for an empty accumulator. */
  double std() {
    return Math.sqrt(squares / stats.count());
  }

  /**
   * @param stopped see {@link Samples#percentiles}
   */
  double[] percentiles(BooleanSupplier stopped, double... ps) {
    return samples.orElseThrow().percentiles(stopped, ps);
  }
}
