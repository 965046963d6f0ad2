package io.glebe.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One start of the platform, or the medians of several.
 *
 * @param what the kind of the start
 * @param seconds until the first 200 of {@code /health/ready}
 * @param jvmSeconds CPU time of the JVM until then
 * @param databaseSeconds CPU time of PostgreSQL and of its preparation, until then
 * @param firstTileMillis time of the first tile after that
 * @param tileMillis CPU time of the JVM for each of the first tiles
 */
record StartRun(
    String what,
    double seconds,
    double jvmSeconds,
    double databaseSeconds,
    double firstTileMillis,
    double tileMillis) {

  static final String HEAD =
      "| start | ready after, s | CPU of the JVM, s | of PostgreSQL, s | first tile, ms"
          + " | first tiles, CPU ms each |\n|---|---|---|---|---|---|\n";

  /** The median of each figure separately; {@code runs} is not empty. */
  static StartRun median(String what, List<StartRun> runs) {
    return new StartRun(
        what,
        median(runs, StartRun::seconds),
        median(runs, StartRun::jvmSeconds),
        median(runs, StartRun::databaseSeconds),
        median(runs, StartRun::firstTileMillis),
        median(runs, StartRun::tileMillis));
  }

  private static double median(List<StartRun> runs, ToDoubleFunction<StartRun> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.2f | %.0f | %.2f |%n",
        what,
        seconds,
        jvmSeconds,
        databaseSeconds,
        firstTileMillis,
        tileMillis);
  }

  ObjectNode json() {
    return Json.object()
        .put("start", what)
        .put("seconds", seconds)
        .put("jvmCpuSeconds", jvmSeconds)
        .put("databaseCpuSeconds", databaseSeconds)
        .put("firstTileMillis", firstTileMillis)
        .put("firstTilesCpuMillis", tileMillis);
  }
}
