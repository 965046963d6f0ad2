package io.glebe.api.cli.backup;

import io.glebe.core.progress.Progress;
import java.io.PrintWriter;

/** Prints a line for each step. */
record Steps(PrintWriter out) implements Progress {
  static Progress to(PrintWriter out) {
    return new Steps(out);
  }

  @Override
  public void begin(String what) {
    out.println("glebe: " + what + " ...");
    out.flush();
  }
}
