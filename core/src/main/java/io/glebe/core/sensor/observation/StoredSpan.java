package io.glebe.core.sensor.observation;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The ids of several observations in a form short enough for a notification: {@code origin from
 * until 4000-4999,5007}.
 *
 * @param origin the process that stored them
 * @param from earliest phenomenon time, which selects the partitions; in microseconds
 * @param until latest phenomenon time
 * @param ids ascending
 */
record StoredSpan(String origin, long from, long until, List<Long> ids) {
  /**
   * Maximum number of ids in one notification: 20 characters each are within PostgreSQL's limit.
   */
  static final int MAX_IDS = 380;

  private static final Pattern FORM =
      Pattern.compile("[0-9a-f-]{1,40} -?\\d{1,18} -?\\d{1,18} \\d[\\d,-]*");

  StoredSpan {
    ids = List.copyOf(ids);
  }

  /** Divides the group into spans; ranges are short because a writer's ids are consecutive. */
  static List<StoredSpan> of(String origin, List<StoredObservation> group) {
    List<StoredSpan> spans = new ArrayList<>();
    for (int at = 0; at < group.size(); at += MAX_IDS) {
      spans.add(span(origin, group.subList(at, Math.min(at + MAX_IDS, group.size()))));
    }
    return spans;
  }

  private static StoredSpan span(String origin, List<StoredObservation> part) {
    long from = Long.MAX_VALUE;
    long until = Long.MIN_VALUE;
    List<Long> ids = new ArrayList<>();
    for (StoredObservation stored : part) {
      long time = micros(stored.observation().time());
      from = Math.min(from, time);
      until = Math.max(until, time);
      ids.add(stored.id());
    }
    ids.sort(null);
    return new StoredSpan(origin, from, until, ids);
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /**
   * Returns one microsecond before {@code from}, because times have a finer resolution than the
   * span.
   */
  Instant earliest() {
    return Instant.EPOCH.plus(from - 1, ChronoUnit.MICROS);
  }

  /** Returns one microsecond after {@code until}. */
  Instant latest() {
    return Instant.EPOCH.plus(until + 1, ChronoUnit.MICROS);
  }

  String text() {
    StringBuilder text = new StringBuilder(origin + " " + from + " " + until + " ");
    for (int at = 0; at < ids.size(); ) {
      int end = at;
      while (end + 1 < ids.size() && ids.get(end + 1) == ids.get(end) + 1) {
        end++;
      }
      text.append(at == 0 ? "" : ",").append(ids.get(at));
      if (end > at) {
        text.append('-').append(ids.get(end));
      }
      at = end + 1;
    }
    return text.toString();
  }

  /** Parses the result of {@link #text}; an {@link IllegalArgumentException} for anything else. */
  static StoredSpan parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("no span of observations");
    }
    String[] parts = text.split(" ", -1);
    List<Long> ids = new ArrayList<>();
    for (String range : parts[3].split(",", -1)) {
      String[] ends = range.split("-", -1);
      long last = Long.parseLong(ends[ends.length - 1]);
      for (long id = Long.parseLong(ends[0]); id <= last && ids.size() < MAX_IDS; id++) {
        ids.add(id);
      }
    }
    return new StoredSpan(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), ids);
  }
}
