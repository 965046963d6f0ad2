package io.glebe.api.cli;

import java.io.IOException;
import java.nio.file.Path;

/** A command needs a running platform, and there is none on the data folder. */
final class NotRunning extends IOException {
  private static final long serialVersionUID = 1L;

  NotRunning(Path data) {
    super(
        "no platform runs on the data folder "
            + data
            + "; start it with 'glebe run', or name its folder with --data");
  }
}
