package io.glebe.core.alarm;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Datastreams with new observations whose rules have to be checked. Those that are known to have no
 * rules are left out; this is forgotten when rules change. Thread-safe; marking takes no lock and
 * no query.
 */
final class MarkedDatastreams {
  /** Most datastreams that are marked; beyond them everything that is open is checked. */
  private static final int MAX_MARKED = 50_000;

  private final LongSupplier changes;
  private final Cache<Long, Boolean> withoutRules;
  private final AtomicLong seenChanges = new AtomicLong();

  /** With the time of the first mark. */
  private final Map<Long, Long> marked = new ConcurrentHashMap<>();

  /** Times of the marks that were taken last. */
  private volatile List<Long> taken = List.of();

  private final AtomicBoolean overflow = new AtomicBoolean();

  /**
   * @param changes counts the changes of rules
   * @param remembered most datastreams that are known to have no rules
   */
  MarkedDatastreams(LongSupplier changes, int remembered) {
    this.changes = changes;
    this.withoutRules = Caffeine.newBuilder().maximumSize(remembered).build();
    seenChanges.set(changes.getAsLong());
  }

  /** Marks a datastream; false if it has no rules. */
  boolean mark(long datastream) {
    forgetAfterChange();
    if (withoutRules.getIfPresent(datastream) != null) {
      return false;
    }
    if (marked.size() >= MAX_MARKED) {
      overflow.set(true);
    } else {
      marked.putIfAbsent(datastream, System.nanoTime());
    }
    return true;
  }

  private void forgetAfterChange() {
    long now = changes.getAsLong();
    if (seenChanges.getAndSet(now) != now) {
      withoutRules.invalidateAll();
    }
  }

  /** Takes up to so many datastreams; those that were taken before are checked. */
  List<Long> take(int most) {
    List<Long> datastreams = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    Iterator<Map.Entry<Long, Long>> each = marked.entrySet().iterator();
    while (each.hasNext() && datastreams.size() < most) {
      Map.Entry<Long, Long> mark = each.next();
      each.remove();
      datastreams.add(mark.getKey());
      times.add(mark.getValue());
    }
    taken = times;
    return datastreams;
  }

  /** For how many nanoseconds the oldest mark has waited; 0 without one. */
  long waitingNanos() {
    long now = System.nanoTime();
    return Stream.concat(marked.values().stream(), taken.stream())
        .mapToLong(time -> now - time)
        .max()
        .orElse(0);
  }

  /** Whether a datastream could not be marked since the last call. */
  boolean takeOverflow() {
    return overflow.getAndSet(false);
  }

  /** The count of changes before a look-up of rules, for {@link #remember}. */
  long changes() {
    return changes.getAsLong();
  }

  /** Remembers datastreams without rules, unless rules have changed since. */
  void remember(List<Long> datastreams, Set<Long> withRules, long before) {
    for (Long datastream : datastreams) {
      if (!withRules.contains(datastream) && changes.getAsLong() == before) {
        withoutRules.put(datastream, true);
      }
    }
    if (changes.getAsLong() != before) {
      withoutRules.invalidateAll();
    }
  }
}
