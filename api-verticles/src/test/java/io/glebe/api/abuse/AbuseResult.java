package io.glebe.api.abuse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What happened during one abuse.
 *
 * @param good the requests of the good client that began during the abuse
 * @param later those that began in the time of recovery
 * @param memory resident memory in MB
 * @param events of the abuser: answers by status and others
 * @param ends the end of the process, if it ended
 */
record AbuseResult(
    String name, Latencies good, Latencies later, Memory memory, String events, List<String> ends) {
  private static final double P99 = 0.99;

  private static final String HEAD =
      """
      | abuse | cached tile | uncached tile | record | MQTT | connection | errors | resident before (caches) | at most | 10 s after (caches) | events of the abuser |
      |---|---|---|---|---|---|---|---|---|---|---|""";

  /** Resident memory in MB before the abuse, at most, and after the time of recovery. */
  record Memory(Level before, long peak, Level after) {}

  /**
   * The memory of a process in MB.
   *
   * @param resident of the process
   * @param caches what the caches of chunks and tiles have reserved of it; they keep it, up to
   *     their settings
   */
  record Level(long resident, long caches) {
    long beside() {
      return resident - caches;
    }

    @Override
    public String toString() {
      return resident + " (" + caches + ")";
    }
  }

  /** The failed requests of the good client, and the end of the process. */
  List<String> errors() {
    List<String> errors = new ArrayList<>(ends);
    errors.addAll(good.errors());
    errors.addAll(later.errors());
    return errors;
  }

  /** Where the limits are exceeded; empty if nowhere. */
  List<String> faults(AbuseLimits limits) {
    List<String> faults = new ArrayList<>(errors());
    compare(faults, GoodRequest.CACHED_TILE, limits.cachedTileMillis());
    compare(faults, GoodRequest.RECORD, limits.recordMillis());
    compare(faults, GoodRequest.MQTT, limits.mqttMillis());
    faults.addAll(faultsOfMemory(limits));
    return faults;
  }

  /** Whether resident memory was too large, or remains too large. */
  List<String> faultsOfMemory(AbuseLimits limits) {
    List<String> faults = new ArrayList<>();
    if (memory.peak() > limits.residentMegabytes()) {
      faults.add("resident memory " + memory.peak() + " MB");
    }
    if (memory.after().beside() > memory.before().beside() + limits.growthMegabytes()) {
      faults.add(
          "resident memory (caches) grew from "
              + memory.before()
              + " to "
              + memory.after()
              + " MB");
    }
    return faults;
  }

  private void compare(List<String> faults, GoodRequest request, int limit) {
    double millis = good.millis(request, P99);
    if (Double.isNaN(millis)) {
      faults.add(request + ": none was answered");
    } else if (millis > limit) {
      faults.add(String.format(Locale.ROOT, "%s: p99 %.0f ms", request, millis));
    }
  }

  /** The table of results in Markdown. */
  static String table(List<AbuseResult> results) {
    StringBuilder table = new StringBuilder(HEAD);
    results.forEach(result -> table.append('\n').append(result.row()));
    return table.toString();
  }

  /** The faults of all abuses by name. */
  static Map<String, List<String>> faults(List<AbuseResult> results, AbuseLimits limits) {
    Map<String, List<String>> faults = new LinkedHashMap<>();
    for (AbuseResult result : results) {
      List<String> ofOne = result.faults(limits);
      if (!ofOne.isEmpty()) {
        faults.put(result.name(), ofOne);
      }
    }
    return faults;
  }

  /** One row of the table. */
  String row() {
    StringBuilder row = new StringBuilder("| " + name);
    for (GoodRequest request : GoodRequest.values()) {
      row.append(String.format(Locale.ROOT, " | %.1f", good.millis(request, P99)));
    }
    return row.append(" | " + errors().size())
        .append(" | " + memory.before() + " | " + memory.peak() + " | " + memory.after())
        .append(" | " + events + " |")
        .toString();
  }
}
