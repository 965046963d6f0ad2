package io.glebe.api.faults;

import io.glebe.api.boot.cluster.InstalledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Processes whose clock differs from that of the machine, by the library of faketime(1). */
final class JumpingClocks {
  private static final Path LIBRARIES = Path.of("/usr/lib");

  private final Path file;
  private final Path library;

  private JumpingClocks(Path file, Path library) {
    this.file = file;
    this.library = library;
  }

  /** With the file that tells the difference; empty where faketime is not installed. */
  static Optional<JumpingClocks> of(Path file) throws IOException {
    if (InstalledProgram.find("faketime").isEmpty()) {
      return Optional.empty();
    }
    try (Stream<Path> all =
        Files.find(LIBRARIES, 4, (path, about) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
      Optional<JumpingClocks> clocks =
          all.findFirst().map(library -> new JumpingClocks(file, library));
      if (clocks.isPresent()) {
        clocks.get().jump(Duration.ZERO);
      }
      return clocks;
    }
  }

  /** Sets the difference; the processes see it within a second. */
  void jump(Duration ahead) throws IOException {
    Files.writeString(file, "%+d%n".formatted(ahead.toSeconds()));
  }

  /** The beginning of a command; clocks that measure durations stay right. */
  List<String> command() {
    return List.of(
        "env",
        "LD_PRELOAD=" + library,
        "FAKETIME_TIMESTAMP_FILE=" + file,
        "FAKETIME_CACHE_DURATION=1",
        "FAKETIME_DONT_FAKE_MONOTONIC=1",
        "DONT_FAKE_MONOTONIC=1",
        "FAKETIME_FORCE_MONOTONIC_FIX=0");
  }
}
