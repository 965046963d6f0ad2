package io.glebe.api.abuse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Durations of requests that began in one period. Thread-safe. */
final class Latencies {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<GoodRequest, List<Long>> nanos = new EnumMap<>(GoodRequest.class);
  private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger underWay = new AtomicInteger();

  Latencies() {
    for (GoodRequest request : GoodRequest.values()) {
      nanos.put(request, Collections.synchronizedList(new ArrayList<>()));
    }
  }

  private List<Long> of(GoodRequest request) {
    return Objects.requireNonNull(nanos.get(request));
  }

  void begun() {
    underWay.incrementAndGet();
  }

  void ended() {
    underWay.decrementAndGet();
  }

  /** Whether requests of this period wait for their responses. */
  boolean isUnderWay() {
    return underWay.get() > 0;
  }

  void add(GoodRequest request, long duration) {
    of(request).add(duration);
  }

  void fail(GoodRequest request, String reason) {
    errors.add(request + ": " + reason);
  }

  List<String> errors() {
    synchronized (errors) {
      return List.copyOf(errors);
    }
  }

  int count(GoodRequest request) {
    return of(request).size();
  }

  /** The duration within which this share of the requests was answered, in milliseconds. */
  double millis(GoodRequest request, double share) {
    List<Long> sorted;
    synchronized (of(request)) {
      sorted = new ArrayList<>(of(request));
    }
    if (sorted.isEmpty()) {
      return Double.NaN;
    }
    Collections.sort(sorted);
    int index = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.get(Math.max(0, index)) / NANOS_PER_MILLI;
  }
}
