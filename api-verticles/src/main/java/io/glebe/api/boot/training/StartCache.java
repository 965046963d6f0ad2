package io.glebe.api.boot.training;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The ahead-of-time cache of this JVM. */
public final class StartCache {
  /** Names the file that should be used, whether it exists or not; set by the start script. */
  public static final String PROPERTY = "glebe.start.cache";

  private static final Path MAPPINGS = Path.of("/proc/self/maps");

  private StartCache() {}

  /**
   * The file that should be used and is not used, because it is missing, damaged, or of another
   * build or JDK.
   */
  public static Optional<Path> wanted() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .filter(file -> !file.isEmpty())
        .map(file -> Path.of(file).toAbsolutePath())
        .filter(file -> !inUse(file));
  }

  /**
   * Whether this JVM uses the file. A JVM ignores a file that does not match. This is visible only
   * where the system lists the mapped files; on other systems a named file counts as used.
   */
  static boolean inUse(Path file) {
    String named =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("AOTCache")
            .getValue();
    if (named.isEmpty() || !Files.isReadable(MAPPINGS)) {
      return !named.isEmpty();
    }
    try (Stream<String> lines = Files.lines(MAPPINGS)) {
      return lines.anyMatch(line -> line.endsWith("/" + file.getFileName()));
    } catch (IOException e) {
      return true;
    }
  }
}
