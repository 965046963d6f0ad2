package io.glebe.tile.series;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Merges the tallies of a plan's pieces into buckets. */
final class SeriesAssembly {
  private static final double MEDIAN = 50;

  private SeriesAssembly() {}

  static Series of(SeriesPlan plan, Tally[] pieces) {
    SeriesRequest request = plan.request();
    List<SeriesBucket> buckets = new ArrayList<>();
    int piece = 0;
    int slice = 0;
    while (slice < request.slices().size()) {
      int first = slice;
      Instant start = start(request, slice);
      Tally tally = new Tally(request.needsDeviations(), request.needsSamples());
      while (slice < request.slices().size()
          && (slice == first || sameBucket(request, start, slice))) {
        while (piece < pieces.length && plan.pieces().get(piece).slice() == slice) {
          tally.add(pieces[piece++]);
        }
        slice++;
      }
      buckets.add(bucket(request, start, first, slice, tally));
    }
    Coverage c = plan.coverage();
    return new Series(buckets, c.totalWeight(), c.pixels(), plan.estimate());
  }

  private static Instant start(SeriesRequest request, int slice) {
    return request.resolution().start(request.slices().get(slice).time(), request.zone());
  }

  private static boolean sameBucket(SeriesRequest request, Instant start, int slice) {
    return request.resolution() != Resolution.SLICE && start(request, slice).equals(start);
  }

  private static SeriesBucket bucket(
      SeriesRequest request, Instant start, int first, int end, Tally t) {
    Instant earliest = request.slices().get(first).time();
    return new SeriesBucket(
        request.resolution() == Resolution.ALL ? earliest : start,
        earliest,
        request.slices().get(end - 1).time(),
        end - first,
        t.touched(),
        t.valid(),
        t.touched() - t.valid() - t.masked(),
        t.masked(),
        t.stats().count(),
        values(request, t),
        percentiles(request, t));
  }

  private static Map<Statistic, Double> values(SeriesRequest request, Tally t) {
    Map<Statistic, Double> values = new EnumMap<>(Statistic.class);
    for (Statistic s : request.statistics()) {
      values.put(s, value(s, t));
    }
    return values;
  }

  private static double value(Statistic s, Tally t) {
    boolean none = t.valid() == 0;
    return switch (s) {
      case COUNT -> t.valid();
      case SUM -> t.stats().sum();
      case MEAN -> none ? Double.NaN : t.stats().mean();
      case MIN -> none ? Double.NaN : t.stats().min();
      case MAX -> none ? Double.NaN : t.stats().max();
      case STD -> none ? Double.NaN : t.std();
      case MEDIAN -> t.percentiles(MEDIAN)[0];
    };
  }

  private static List<Double> percentiles(SeriesRequest request, Tally t) {
    if (request.percentiles().isEmpty()) {
      return List.of();
    }
    double[] wanted = request.percentiles().stream().mapToDouble(Double::doubleValue).toArray();
    List<Double> out = new ArrayList<>();
    for (double p : t.percentiles(wanted)) {
      out.add(p);
    }
    return out;
  }
}
