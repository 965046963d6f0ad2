package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.LogWatch;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The platform as users run it: a separate process with its embedded database. */
class ProcessTest {
  @TempDir private Path folder;

  private static Glebe.CommandResult glebe(String... args) {
    return Glebe.run(args);
  }

  private Path data() {
    return folder.resolve("data");
  }

  private static HttpResponse<String> get(ObjectNode status, String path, String token)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(status.path("http").asText() + path))
              .header("Authorization", "Bearer " + token)
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  /**
   * Whether interrupts reach child processes; a shell that runs this test in the background blocks
   * them.
   */
  private static boolean interruptsReach() throws Exception {
    Path status = Path.of("/proc/self/status");
    for (String line : Files.exists(status) ? Files.readAllLines(status) : List.<String>of()) {
      if (line.startsWith("SigIgn:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) == 0;
      }
    }
    return true;
  }

  @Test
  void aPlatformStartsShowsItsStatusRefusesASecondStartAndStops() throws Exception {
    try (PlatformProcess process = PlatformProcess.asPeopleDo(data())) {
      ObjectNode status = process.running();
      assertThat(status.path("pid").asLong()).isEqualTo(process.pid());
      assertThat(get(status, "/health/ready", "").statusCode()).isEqualTo(200);
      assertThat(process.output()).contains("/console/").contains(status.path("http").asText());

      Glebe.CommandResult token = glebe("token", "--data", data().toString());
      assertThat(token.err()).isEmpty();
      assertThat(token.out()).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
      assertThat(glebe("token", "--data", data().toString(), "--user", "nobody-known").code())
          .isEqualTo(1);

      String port = Integer.toString(URI.create(status.path("http").asText()).getPort());
      for (String wanted : List.of("0", port)) {
        Glebe.CommandResult second = glebe("run", "--port", wanted, "--data", data().toString());
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.err()).contains("in use by another process (pid " + process.pid() + ")");
      }

      Glebe.CommandResult shown = glebe("--data", data().toString(), "status");
      assertThat(shown.code()).isZero();
      assertThat(shown.out())
          .contains("is ready")
          .contains(process.pid() + ", up ")
          .contains(status.path("http").asText())
          .containsPattern("database is +ready");
      ObjectNode json =
          Json.parseObject(glebe("status", "--json", "--data", data().toString()).out());
      assertThat(json.path("state").asText()).isEqualTo("ready");
      assertThat(json.path("pid").asLong()).isEqualTo(process.pid());
      assertThat(json.path("uptimeSeconds").asLong(-1)).isNotNegative();

      Glebe.CommandResult stopped = glebe("stop", "--data", data().toString());
      assertThat(stopped.code()).as(stopped.err()).isZero();
      assertThat(stopped.out()).contains("pid " + process.pid()).containsPattern("stopped after");
      assertThat(process.ended()).isZero();
      assertThat(glebe("stop", "--data", data().toString()).code()).isEqualTo(3);
      assertThat(data().resolve("running.json")).doesNotExist();
      assertThat(data().resolve("postgres/postmaster.pid")).doesNotExist();
      assertThat(process.log())
          .doesNotContain("ERROR")
          .doesNotContain("Exception")
          .contains("stopped");
      assertThat(glebe("logs", "--data", data().toString()).out().lines())
          .isNotEmpty()
          .anyMatch(line -> line.contains("/health/ready 200"))
          .noneMatch(line -> line.contains(token.out()))
          .noneMatch(LogWatch::givesAway);
    }
  }

  @Test
  void aKilledPlatformRestartsAndAnInterruptStopsIt() throws Exception {
    try (PlatformProcess killed = PlatformProcess.shortLived(data(), Map.of())) {
      killed.running();
      killed.kill();
    }
    assertThat(glebe("token", "--data", data().toString()).err())
        .contains("no platform runs on the data folder");
    try (PlatformProcess again = PlatformProcess.shortLived(data(), Map.of())) {
      ObjectNode status = again.running();
      assertThat(get(status, "/health/ready", "").statusCode()).isEqualTo(200);
      assertThat(again.stop(interruptsReach() ? "INT" : "TERM")).isZero();
    }
  }

  @Test
  void anUnknownAreaSuggestsTheNearestName() {
    Glebe.CommandResult output =
        glebe("run", "--port", "0", "--data", data().toString(), "--areas", "opps");
    assertThat(output.code()).isEqualTo(2);
    assertThat(output.err()).contains("there is no area opps; did you mean ops?");
    assertThat(data()).as("nothing was started").doesNotExist();
  }

  @Test
  void aTakenPortIsReportedBeforeAnythingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      Glebe.CommandResult http =
          glebe("run", "--port", port, "--data", data().toString(), "--areas", "ops");
      assertThat(http.code()).isEqualTo(1);
      assertThat(http.err()).contains("port " + port + " is taken").contains("--port");

      Files.writeString(data().resolve("glebe.properties"), "mqtts.port=" + port);
      Glebe.CommandResult mqtt =
          glebe("run", "--port", "0", "--data", data().toString(), "--areas", "sensors");
      assertThat(mqtt.code()).isEqualTo(1);
      assertThat(mqtt.err()).contains("port " + port + " is taken").contains("GLEBE_MQTTS_PORT");
      assertThat(data().resolve("postgres")).doesNotExist();
    }
  }

  @Test
  void configShowsOriginsAndMasksSecrets() {
    Glebe.CommandResult output = glebe("config", "--port", "0");
    assertThat(output.code()).isZero();
    assertThat(output.out())
        .containsPattern("GLEBE_HTTP_PORT +0 +flag")
        .containsPattern("GLEBE_DEV_TOKEN +\\*{6} +default")
        .doesNotContain("glebe-dev-token");
  }
}
