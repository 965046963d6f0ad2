package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The platform as people run it: a process of its own with its embedded database. */
class ProcessTest {
  private static final Duration START = Duration.ofMinutes(3);
  private static final long STOP_SECONDS = 120;

  @TempDir private Path folder;

  private record Said(int code, String out, String err) {}

  private static Said glebe(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = line.execute(args);
    return new Said(code, out.toString().strip(), err.toString().strip());
  }

  private Process run() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--add-modules", "jdk.incubator.vector"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "run"));
    command.addAll(List.of("--port", "0", "--data", data().toString(), "--no-sample"));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private Path data() {
    return folder.resolve("data");
  }

  private ObjectNode running(Process process) throws IOException {
    await()
        .atMost(START)
        .until(() -> !process.isAlive() || Files.exists(data().resolve("running.json")));
    assertThat(process.isAlive()).as(Files.readString(folder.resolve("err"))).isTrue();
    return Json.parseObject(Files.readAllBytes(data().resolve("running.json")));
  }

  private static HttpResponse<String> get(ObjectNode facts, String path, String token)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(facts.path("http").asText() + path))
              .header("Authorization", "Bearer " + token)
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  private static void signal(Process process, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** A shell that runs this in the background lets nothing below it hear interrupts. */
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
  void aPlatformIsStartedAskedRefusedASecondTimeAndStopped() throws Exception {
    Process process = run();
    try {
      ObjectNode facts = running(process);
      assertThat(facts.path("pid").asLong()).isEqualTo(process.pid());
      assertThat(get(facts, "/health/ready", "").statusCode()).isEqualTo(200);
      assertThat(Files.readString(folder.resolve("out")))
          .contains("/console/")
          .contains(facts.path("http").asText());

      Said token = glebe("token", "--data", data().toString());
      assertThat(token.err()).isEmpty();
      assertThat(token.out()).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
      assertThat(glebe("token", "--data", data().toString(), "--user", "nobody-known").code())
          .isEqualTo(1);

      Said second = glebe("run", "--port", "0", "--data", data().toString());
      assertThat(second.code()).isEqualTo(1);
      assertThat(second.err()).contains("in use by another process (pid " + process.pid() + ")");

      signal(process, "TERM");
      assertThat(process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(data().resolve("running.json")).doesNotExist();
      assertThat(data().resolve("postgres/postmaster.pid")).doesNotExist();
      assertThat(Files.readString(folder.resolve("err")))
          .doesNotContain("ERROR")
          .doesNotContain("Exception")
          .contains("stopped");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aKilledPlatformStartsAgainAndAnInterruptStopsIt() throws Exception {
    Process killed = run();
    running(killed);
    killed.destroyForcibly().waitFor();
    assertThat(glebe("token", "--data", data().toString()).err())
        .contains("no platform runs on the data folder");
    Files.delete(data().resolve("running.json"));
    Process again = run();
    try {
      ObjectNode facts = running(again);
      assertThat(get(facts, "/health/ready", "").statusCode()).isEqualTo(200);
      signal(again, interruptsReach() ? "INT" : "TERM");
      assertThat(again.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(again.exitValue()).isZero();
    } finally {
      again.destroyForcibly().waitFor();
    }
  }

  @Test
  void wrongUseNamesTheNearestKnownWord() {
    assertThat(glebe("run", "--prot=1").err()).contains("did you mean --port?");
    assertThat(glebe("confg").err()).contains("did you mean config?");
    assertThat(glebe("run", "--prot=1").code()).isEqualTo(2);
    assertThat(glebe("config", "--areas", "all", "--port", "x").err())
        .contains("GLEBE_HTTP_PORT")
        .contains("must be a whole number");
  }

  @Test
  void anUnknownAreaNamesTheNearest() {
    Said said = glebe("run", "--port", "0", "--data", data().toString(), "--areas", "opps");
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("there is no area opps; did you mean ops?");
  }

  @Test
  void aTakenPortIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      Said said = glebe("run", "--port", port, "--data", data().toString(), "--areas", "ops");
      assertThat(said.code()).isEqualTo(1);
      assertThat(said.err()).contains("port " + port + " is taken");
    }
  }

  @Test
  void configShowsOriginsAndMasksSecrets() {
    Said said = glebe("config", "--port", "0");
    assertThat(said.code()).isZero();
    assertThat(said.out())
        .containsPattern("GLEBE_HTTP_PORT +0 +flag")
        .containsPattern("GLEBE_DEV_TOKEN +\\*{6} +default")
        .doesNotContain("glebe-dev-token");
  }
}
