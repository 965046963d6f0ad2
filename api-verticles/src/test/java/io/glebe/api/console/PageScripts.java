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

/**
 * A real platform with its sample and a real browser, in which each page of the console has a
 * Playwright script; screenshots of the pages are stored in {@code target/console}.
 */
final class PageScripts implements AutoCloseable {
  static final Path MODULES = Path.of("src/main/console/node_modules/playwright-core");
  private static final Path SCREENSHOTS = Path.of("target/console");

  private final Platform platform;
  private final BrowserWalks walks;

  private PageScripts(Platform platform, BrowserWalks walks) {
    this.platform = platform;
    this.walks = walks;
  }

  /**
   * Starts a platform and a browser, or skips the test where one of its tools is missing.
   *
   * @param data the empty folder of the platform
   */
  static PageScripts start(Path data) throws Exception {
    Path node = required(Tools.program(List.of("node")), "Node.js");
    Path chromium = required(Tools.program(Tools.BROWSERS), "Chromium");
    required(Optional.of(MODULES).filter(Files::isDirectory), "the console's npm packages");
    required(
        Optional.ofNullable(PageScripts.class.getClassLoader().getResource("console/index.html")),
        "the built console");
    Files.createDirectories(SCREENSHOTS);
    Platform platform =
        Platform.start(TestPlatform.settings(data).with(ProcessSettings.SAMPLE, "true"));
    return new PageScripts(
        platform, new BrowserWalks(node, platform.address(), data, SCREENSHOTS, chromium));
  }

  /** Runs the script of a page, which must pass. */
  void run(String page) throws Exception {
    BrowserWalks.Outcome outcome = walks.run(page);
    Files.write(SCREENSHOTS.resolve(page + ".log"), outcome.lines());
    assertThat(outcome.passed()).as(String.join("\n", outcome.lines())).isTrue();
  }

  @Override
  public void close() {
    walks.close();
    platform.close();
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
