package io.glebe.api.fuzz;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * What Jazzer calls: the target that {@code -Dglebe.fuzz.target} names, or, without it, all of them
 * by the first byte of the input.
 */
public final class JazzerEntry {
  private static final String CHOSEN = System.getProperty("glebe.fuzz.target", "");
  private static final List<FuzzTarget> TARGETS =
      FuzzTargets.names().stream().map(FuzzTargets::named).toList();

  private JazzerEntry() {}

  /** Called for each input; what it throws is a finding. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    if (!CHOSEN.isEmpty()) {
      FuzzTargets.named(CHOSEN).accepts(input);
    } else if (input.length > 0) {
      FuzzTarget target = TARGETS.get(Math.floorMod(input[0], TARGETS.size()));
      target.accepts(Arrays.copyOfRange(input, 1, input.length));
    }
  }
}
