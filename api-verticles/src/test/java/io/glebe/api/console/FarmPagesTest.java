package io.glebe.api.console;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the pages of a farm in a real browser: its map, records, work and fields. */
class FarmPagesTest {
  @TempDir private static Path data;
  private static PageScripts scripts;

  @BeforeAll
  static void startWithTheSample() throws Exception {
    scripts = PageScripts.start(data);
  }

  @AfterAll
  static void stop() {
    if (scripts != null) {
      scripts.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"map", "layers", "farm", "work", "sensors", "fields", "offline", "versions"})
  void theScriptOfEachPagePasses(String page) throws Exception {
    scripts.run(page);
  }
}
