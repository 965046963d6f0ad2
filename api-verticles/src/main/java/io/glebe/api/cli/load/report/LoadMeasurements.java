package io.glebe.api.cli.load.report;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts and latencies of a run. Thread-safe: one lock, held for less than a microsecond. Memory is
 * bounded by the number of groups, of names of faults ({@value #MOST_FAULTS}) and of intervals.
 */
public final class LoadMeasurements {
  private static final int MOST_FAULTS = 100;
  private static final long LONGEST_MICROS = 600_000_000L;
  private static final int DIGITS = 3;
  private static final int DIGITS_OF_INTERVAL = 2;
  private static final double MICROS = 1e3;
  private static final String OTHER = "other";

  private final Map<String, Map<String, Histogram>> groups = new TreeMap<>();
  private final Map<String, Map<String, Long>> faults = new TreeMap<>();
  private final Map<String, Histogram> present = new TreeMap<>();
  private final List<LoadReport.Interval> intervals = new ArrayList<>();
  private final Histogram lateness = histogram(DIGITS);
  private final Histogram all = histogram(DIGITS);
  private double from;
  private long sent;
  private long answered;
  private long failed;
  private long totalDue;
  private long totalNotSent;
  private long totalFailed;
  private long bytes;

  /** What a progress line shows. */
  public record Progress(
      long due, long answered, long failed, long notSent, double p50, double p99) {}

  private static Histogram histogram(int digits) {
    return new Histogram(LONGEST_MICROS, digits);
  }

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.clamp(nanos / 1000, 0, LONGEST_MICROS));
  }

  /** A request is sent so many nanoseconds after it was due. */
  public synchronized void sent(long lateNanos) {
    sent++;
    totalDue++;
    record(lateness, lateNanos);
  }

  /** A request was due and is not sent. */
  public synchronized void notSent(String kind) {
    totalDue++;
    totalNotSent++;
    addFault(kind, "not sent");
    failed++;
  }

  /** An answer without a fault, so many nanoseconds after the request was due. */
  public synchronized void answered(String kind, String detail, long nanos, long length) {
    answered++;
    bytes += length;
    record(all, nanos);
    Map<String, Histogram> parts = groups.computeIfAbsent(kind, name -> new TreeMap<>());
    record(parts.computeIfAbsent(detail, name -> histogram(DIGITS)), nanos);
    record(present.computeIfAbsent(kind, name -> histogram(DIGITS_OF_INTERVAL)), nanos);
  }

  /** A request that failed, with the faults of its answer. */
  public synchronized void failed(String kind, List<String> names, long length) {
    failed++;
    totalFailed++;
    bytes += length;
    names.forEach(name -> addFault(kind, name));
  }

  private void addFault(String kind, String name) {
    Map<String, Long> known = faults.computeIfAbsent(kind, one -> new TreeMap<>());
    String counted = known.containsKey(name) || known.size() < MOST_FAULTS ? name : OTHER;
    known.merge(counted, 1L, Long::sum);
  }

  /** Ends an interval of the timeline, at so many seconds since the start. */
  public synchronized void endInterval(double seconds) {
    List<LoadReport.Slice> slices = new ArrayList<>();
    present.forEach(
        (kind, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            slices.add(
                new LoadReport.Slice(
                    kind,
                    histogram.getTotalCount(),
                    at(histogram, 50),
                    at(histogram, 99),
                    histogram.getMaxValue() / MICROS));
          }
          histogram.reset();
        });
    intervals.add(
        new LoadReport.Interval(
            rounded(from), rounded(seconds - from), sent, answered, failed, slices));
    from = seconds;
    sent = 0;
    answered = 0;
    failed = 0;
  }

  private static double at(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / MICROS;
  }

  static double rounded(double value) {
    return Math.round(value * MICROS) / MICROS;
  }

  public synchronized Progress progress() {
    return new Progress(
        totalDue, all.getTotalCount(), totalFailed, totalNotSent, at(all, 50), at(all, 99));
  }

  public synchronized LoadReport.Counts counts(double seconds) {
    return new LoadReport.Counts(
        totalDue,
        totalNotSent,
        all.getTotalCount(),
        totalFailed,
        bytes,
        rounded(all.getTotalCount() / seconds));
  }

  public synchronized LoadReport.Lateness lateness() {
    return new LoadReport.Lateness(
        at(lateness, 50), at(lateness, 99), lateness.getMaxValue() / MICROS);
  }

  public synchronized List<LoadReport.Interval> intervals() {
    return List.copyOf(intervals);
  }

  public synchronized List<LoadReport.Fault> faults() {
    List<LoadReport.Fault> list = new ArrayList<>();
    faults.forEach(
        (kind, names) ->
            names.forEach((name, count) -> list.add(new LoadReport.Fault(kind, name, count))));
    return list;
  }

  /** Each class, followed by its parts. */
  public synchronized List<LoadReport.Group> groups(double seconds) {
    List<LoadReport.Group> list = new ArrayList<>();
    groups.forEach(
        (kind, parts) -> {
          Histogram total = histogram(DIGITS);
          parts.values().forEach(total::add);
          list.add(group(kind, kind, total, seconds));
          parts.forEach(
              (detail, histogram) ->
                  list.add(group(kind, kind + " " + detail, histogram, seconds)));
        });
    return list;
  }

  private static LoadReport.Group group(
      String kind, String name, Histogram histogram, double seconds) {
    return new LoadReport.Group(
        kind,
        name,
        histogram.getTotalCount(),
        rounded(histogram.getTotalCount() / seconds),
        new LoadReport.Latency(
            histogram.getMinValue() / MICROS,
            rounded(histogram.getMean() / MICROS),
            at(histogram, 50),
            at(histogram, 75),
            at(histogram, 90),
            at(histogram, 95),
            at(histogram, 99),
            at(histogram, 99.9),
            histogram.getMaxValue() / MICROS,
            encoded(histogram)));
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.flip().get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
