package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.Tools;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The console's TypeScript types are generated from the part of the published OpenAPI documents
 * that the console uses, which is stored in {@code src/api/openapi.json}.
 */
final class ConsoleTypesTest {
  private static final Path SCRIPT = Path.of("src/main/console/types.mjs");
  private static final int TIMEOUT_MINUTES = 2;

  @Test
  void theStoredContractMatchesThePublishedOne() throws Exception {
    Path node = PageScripts.required(Tools.program(List.of("node")), "Node.js");
    String address = TestPlatform.shared().platform().address();
    Process process =
        new ProcessBuilder(node.toString(), SCRIPT.toString(), "--check", address)
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)).isTrue();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.exitValue()).as(output).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
