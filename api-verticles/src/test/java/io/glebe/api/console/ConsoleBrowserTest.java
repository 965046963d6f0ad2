package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.Tools;
import io.glebe.core.config.ProcessSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the console in a real browser with a real platform and its sample. Each page has a
 * Playwright script, and all of them share one browser; screenshots of the pages are stored in
 * {@code target/console}.
 */
final class ConsoleBrowserTest {
  static final Path MODULES = Path.of("src/main/console/node_modules/playwright-core");
  private static final Path SCREENSHOTS = Path.of("target/console");

  @TempDir private static Path data;
  private static Platform platform;
  private static BrowserWalks walks;

  @BeforeAll
  static void startWithTheSample() throws Exception {
    Path node = required(Tools.program(List.of("node")), "Node.js");
    Path chromium = required(Tools.program(Tools.BROWSERS), "Chromium");
    required(Optional.of(MODULES).filter(Files::isDirectory), "the console's npm packages");
    required(
        Optional.ofNullable(
            ConsoleBrowserTest.class.getClassLoader().getResource("console/index.html")),
        "the built console");
    platform = Platform.start(TestPlatform.settings(data).with(ProcessSettings.SAMPLE, "true"));
    Files.createDirectories(SCREENSHOTS);
    walks = new BrowserWalks(node, platform.address(), data, SCREENSHOTS, chromium);
  }

  @AfterAll
  static void stop() {
    if (walks != null) {
      walks.close();
    }
    if (platform != null) {
      platform.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "map",
        "farm",
        "work",
        "sensors",
        "alarms",
        "data",
        "apps",
        "services",
        "admin",
        "account",
        "fields",
        "offline",
        "guides"
      })
  void theScriptOfEachPagePasses(String page) throws Exception {
    BrowserWalks.Outcome outcome = walks.run(page);
    Files.write(SCREENSHOTS.resolve(page + ".log"), outcome.lines());
    assertThat(outcome.passed()).as(String.join("\n", outcome.lines())).isTrue();
  }

  /**
   * A missing tool skips the test on a developer's machine and fails it where all tools are
   * required.
   */
  static <T> T required(Optional<T> found, String what) {
    if (found.isEmpty() && "true".equals(System.getenv("CI"))) {
      fail(what + " is missing");
    }
    return found.orElseGet(() -> abort(what + " is missing: the console is not tested"));
  }
}
