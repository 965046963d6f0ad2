package io.glebe.tile.series;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Merges the accumulators of a plan's pieces, in their order, into buckets. */
final class SeriesAssembly {
  private static final double MEDIAN = 50;

  private final SeriesPlan plan;
  private final SeriesRequest request;
  private final BooleanSupplier stopped;
  private final List<SeriesBucket> finished = new ArrayList<>();
  private Optional<Accumulator> open = Optional.empty();
  private int openFirst;
  private int next;

  /**
   * @param stopped whether the series has been cancelled
   */
  SeriesAssembly(SeriesPlan plan, BooleanSupplier stopped) {
    this.plan = plan;
    this.stopped = stopped;
    this.request = plan.request();
  }

  /**
   * Merges the accumulators of the pieces from {@code first} on, which follow the pieces merged
   * before; returns the buckets that this finishes.
   */
  List<SeriesBucket> merge(Accumulator[] accumulators, int first) {
    for (int i = 0; i < accumulators.length; i++) {
      enter(plan.pieces().get(first + i).slice());
      open.orElseThrow().add(accumulators[i]);
    }
    return drained();
  }

  /**
   * Returns all remaining buckets after every piece has been merged; a second call returns none.
   */
  List<SeriesBucket> rest() {
    enter(request.slices().size() - 1);
    close();
    return drained();
  }

  /** Moves on to a slice and closes the buckets that end before it. */
  private void enter(int slice) {
    while (next <= slice) {
      if (open.isPresent() && !request.sameBucket(openFirst, next)) {
        close();
      }
      if (open.isEmpty()) {
        open = Optional.of(newAccumulator());
        openFirst = next;
      }
      next++;
    }
  }

  private Accumulator newAccumulator() {
    return new Accumulator(request.needsDeviations(), request.needsSamples());
  }

  private void close() {
    open.ifPresent(accumulator -> finished.add(bucket(openFirst, next, accumulator)));
    open = Optional.empty();
  }

  private List<SeriesBucket> drained() {
    List<SeriesBucket> out = List.copyOf(finished);
    finished.clear();
    return out;
  }

  private SeriesBucket bucket(int first, int end, Accumulator t) {
    Instant earliest = request.slices().get(first).time();
    return new SeriesBucket(
        request.resolution() == Resolution.ALL ? earliest : request.bucketStart(first),
        earliest,
        request.slices().get(end - 1).time(),
        end - first,
        t.touched(),
        t.valid(),
        t.touched() - t.valid() - t.masked(),
        t.masked(),
        t.stats().count(),
        values(t),
        percentiles(t));
  }

  private Map<Statistic, Double> values(Accumulator t) {
    Map<Statistic, Double> values = new EnumMap<>(Statistic.class);
    for (Statistic s : request.statistics()) {
      values.put(s, value(s, t));
    }
    return values;
  }

  private double value(Statistic s, Accumulator t) {
    boolean none = t.valid() == 0;
    return switch (s) {
      case COUNT -> t.stats().count();
      case SUM -> t.stats().sum();
      case MEAN -> none ? Double.NaN : t.stats().mean();
      case MIN -> none ? Double.NaN : t.stats().min();
      case MAX -> none ? Double.NaN : t.stats().max();
      case STD -> none ? Double.NaN : t.std();
      case MEDIAN -> t.percentiles(stopped, MEDIAN)[0];
    };
  }

  private List<Double> percentiles(Accumulator t) {
    if (request.percentiles().isEmpty()) {
      return List.of();
    }
    double[] wanted = request.percentiles().stream().mapToDouble(Double::doubleValue).toArray();
    List<Double> out = new ArrayList<>();
    for (double p : t.percentiles(stopped, wanted)) {
      out.add(p);
    }
    return out;
  }
}
