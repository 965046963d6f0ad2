package io.glebe.api.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process of Linux uses.
 *
 * @param megabytes resident memory
 */
record ProcessUse(long pid, long openFiles, long megabytes) {
  private static final String RESIDENT = "VmRSS:";
  private static final long KILOBYTES = 1024;

  static ProcessUse of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    try (Stream<Path> files = Files.list(process.resolve("fd"));
        Stream<String> lines = Files.lines(process.resolve("status"))) {
      String resident =
          lines.filter(line -> line.startsWith(RESIDENT)).findFirst().orElse(RESIDENT + " 0 kB");
      return new ProcessUse(
          pid, files.count(), Long.parseLong(resident.replaceAll("\\D", "")) / KILOBYTES);
    }
  }

  @Override
  public String toString() {
    return openFiles + " (" + megabytes + " MB)";
  }
}
