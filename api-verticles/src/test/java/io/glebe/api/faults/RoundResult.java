package io.glebe.api.faults;

import java.util.List;

/** What a round has shown; times in seconds. */
record RoundResult(
    Fault fault,
    double recovery,
    double caughtUp,
    int writes,
    int observations,
    int tiles,
    List<ProcessUse> use) {
  static String table(List<RoundResult> results) {
    StringBuilder table =
        new StringBuilder(
            "| fault | ready again | caught up | writes | observations | tiles | open files (memory) |\n"
                + "|---|---|---|---|---|---|---|\n");
    for (RoundResult one : results) {
      table.append(
          "| %s | %.1f s | %.1f s | %d | %d | %d | %s |%n"
              .formatted(
                  one.fault.words(),
                  one.recovery,
                  one.caughtUp,
                  one.writes,
                  one.observations,
                  one.tiles,
                  one.use));
    }
    return table.toString();
  }
}
