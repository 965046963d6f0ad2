package io.glebe.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the limits of the parsers are settings of the JVM (docs/limits.md). */
class ParserLimitsTest {
  private static final int LIMITS = 10;

  @Test
  void theDefaultsAcceptOrdinaryInput() throws Exception {
    assertThat(limited(List.of())).hasSize(LIMITS).allMatch(line -> line.endsWith(" accepted"));
  }

  @Test
  @Tag("glebe.json.levels")
  @Tag("glebe.json.number")
  @Tag("glebe.json.text")
  @Tag("glebe.json.name")
  @Tag("glebe.json.digits")
  @Tag("glebe.filter.levels")
  @Tag("glebe.sensor.filter.levels")
  @Tag("glebe.expression.levels")
  @Tag("glebe.expression.steps")
  @Tag("glebe.expression.bands")
  void everyLimitCanBeLowered() throws Exception {
    List<String> properties =
        List.of(
            "-Dglebe.json.levels=4",
            "-Dglebe.json.number=5",
            "-Dglebe.json.text=5",
            "-Dglebe.json.name=5",
            "-Dglebe.json.digits=50",
            "-Dglebe.filter.levels=4",
            "-Dglebe.sensor.filter.levels=4",
            "-Dglebe.expression.levels=4",
            "-Dglebe.expression.steps=4",
            "-Dglebe.expression.bands=4");
    assertThat(limited(properties)).hasSize(LIMITS).allMatch(line -> line.endsWith(" refused"));
  }

  private static List<String> limited(List<String> properties)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(properties);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), ParserLimits.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.lines().toList();
  }
}
