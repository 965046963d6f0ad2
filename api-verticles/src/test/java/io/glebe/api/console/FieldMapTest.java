package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.Tools;
import io.glebe.core.config.ProcessSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample app in a real browser: consent given, refused and withdrawn, the app withdrawn, and no
 * token or secret where the browser or a log could show it.
 */
final class FieldMapTest {
  private static final Path SCRIPT = Path.of("src/test/examples/field-map.mjs");
  private static final int PATIENCE_MINUTES = 10;

  @TempDir private Path data;

  @Test
  void theSampleAppSignsInShowsFieldsAndWritesAndShowsNoToken() throws Exception {
    Path node = required(Tools.program(List.of("node")), "Node.js");
    Path chromium = required(Tools.program(Tools.BROWSERS), "Chromium");
    required(Optional.of(PageScripts.MODULES).filter(Files::isDirectory), "playwright-core");
    Path log = data.resolve("field-map.log");
    try (Platform platform =
        Platform.start(
            TestPlatform.settings(data.resolve("platform")).with(ProcessSettings.SAMPLE, "true"))) {
      Process process =
          new ProcessBuilder(
                  node.toString(),
                  SCRIPT.toString(),
                  platform.address(),
                  Files.createDirectory(data.resolve("shots")).toString(),
                  chromium.toString())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
        assertThat(ended).as("the walk ends in time: %s", Files.readString(log)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  private static <T> T required(Optional<T> found, String what) {
    return PageScripts.required(found, what);
  }
}
