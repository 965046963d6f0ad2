package io.glebe.api.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.Glebe;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.boot.cluster.InstalledProgram;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script for k6 sends what {@code glebe load} sends, executed by Node.js with modules of ours,
 * and by k6 where it is installed.
 */
class K6ScriptTest {
  /** The script waits this long before the first request, so that all users have begun. */
  private static final long BEFORE_START = 1000;

  /** Requests for tokens before those of the list. */
  private static final int TOKENS = 3;

  @TempDir private static Path data;
  @TempDir private Path folder;
  private static Platform platform;

  @BeforeAll
  static void start() throws IOException {
    platform = Platform.start(TestPlatform.settings(data).with(ProcessSettings.SAMPLE, "true"));
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static Glebe.CommandResult load(int seconds, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of("load", "--scenario=mixed", "--seed=7", "--rate=40", "--seconds=" + seconds));
    words.addAll(List.of("--clients=4", "--target=" + platform.address()));
    words.addAll(List.of(options));
    Glebe.CommandResult done = Glebe.run(words.toArray(String[]::new));
    assertThat(done.code()).as(done.err()).isLessThan(2);
    return done;
  }

  private JsonNode list(int seconds) throws IOException {
    Path file = folder.resolve("requests.json");
    Glebe.CommandResult done = load(seconds, "--requests=" + file);
    JsonNode list = Json.parse(Files.readAllBytes(file));
    assertThat(done.out()).isEqualTo(list.path("requests").size() + " requests");
    return list;
  }

  private JsonNode sent(int users) throws IOException, InterruptedException {
    Path runner = folder.resolve("k6.mjs");
    try (InputStream in = K6ScriptTest.class.getResourceAsStream("k6.mjs")) {
      Files.copy(in, runner);
    }
    Path printed = folder.resolve("printed.json");
    Process node =
        new ProcessBuilder(
                "node",
                runner.toString(),
                Path.of("../examples/k6/load.js").toAbsolutePath().normalize().toString(),
                folder.resolve("requests.json").toString(),
                Integer.toString(users))
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(node.exitValue()).as(Files.readString(printed)).isZero();
    return Json.parse(Files.readAllBytes(printed));
  }

  @Test
  void theListIsThatOfARunWithTheSameSeed() throws IOException {
    JsonNode list = list(3);
    JsonNode report = Json.parse(load(3, "--json").out().getBytes(StandardCharsets.UTF_8));
    assertThat(list.path("sequence").asText())
        .isNotEmpty()
        .isEqualTo(report.path("sequence").asText());
  }

  @Test
  void theScriptSendsTheRequestsOfTheListAtTheirTimes() throws IOException, InterruptedException {
    JsonNode list = list(3);
    JsonNode run = sent(3);
    List<String> expected = new ArrayList<>();
    Set<String> classes = new HashSet<>();
    for (JsonNode request : list.path("requests")) {
      classes.add(request.path("class").asText());
      expected.add(
          "%d %s %s %s %s"
              .formatted(
                  request.path("at").asLong(),
                  request.path("method").asText(),
                  request.path("path").asText(),
                  request.path("body").asText(),
                  "Bearer of " + request.path("audience").asText()));
    }
    List<String> sent = new ArrayList<>();
    for (JsonNode request : run.path("sent")) {
      sent.add(
          "%d %s %s %s %s"
              .formatted(
                  request.path("at").asLong() - BEFORE_START,
                  request.path("method").asText(),
                  request
                      .path("url")
                      .asText()
                      .substring(platform.address().length())
                      .replace("&cursor=c%2F1", ""),
                  request.path("body").isNull() ? "" : request.path("body").asText(),
                  request.at("/headers/Authorization").asText()));
    }
    sent.sort(Comparator.naturalOrder());
    expected.sort(Comparator.naturalOrder());
    assertThat(sent).isEqualTo(expected);
    assertThat(classes).contains("tile", "record", "observation", "sync");
    for (String one : classes) {
      assertThat(run.at("/options/thresholds/due_latency{class:" + one + "}").isArray())
          .as(one)
          .isTrue();
    }
  }

  @Test
  void theProgramRunsTheScriptWithoutAFault() throws IOException, InterruptedException {
    Optional<Path> k6 = InstalledProgram.find("k6");
    assumeTrue(k6.isPresent(), "k6 is not installed");
    int requests = list(3).path("requests").size();
    Path printed = folder.resolve("printed.txt");
    Path summary = folder.resolve("summary.json");
    List<String> command = new ArrayList<>(List.of(k6.get().toString(), "run", "--quiet"));
    command.addAll(List.of("--no-usage-report", "--summary-export", summary.toString()));
    command.addAll(List.of("-e", "REQUESTS=" + folder.resolve("requests.json")));
    command.add("../examples/k6/load.js");
    Process run =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(run.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(run.exitValue()).as(Files.readString(printed)).isZero();
    JsonNode metrics = Json.parse(Files.readAllBytes(summary)).path("metrics");
    assertThat(metrics.at("/late/max").isNumber()).isTrue();
    assertThat(metrics.at("/http_reqs/count").asInt()).isEqualTo(requests + TOKENS);
  }

  @Test
  void aUserKeepsItsEtagsAndCursors() throws IOException, InterruptedException {
    list(60);
    JsonNode run = sent(1);
    assertThat(run.path("sent"))
        .anyMatch(request -> request.path("headers").has("If-None-Match"))
        .anyMatch(request -> request.path("url").asText().contains("&cursor=c%2F1"));
    assertThat(run.path("metrics"))
        .allMatch(metric -> !metric.path("name").asText().equals("faults"))
        .anyMatch(metric -> metric.at("/tags/detail").asText().equals("cold"));
  }
}
