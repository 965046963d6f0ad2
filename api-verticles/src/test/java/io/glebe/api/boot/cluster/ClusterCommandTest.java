package io.glebe.api.boot.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.Glebe;
import io.glebe.api.boot.PlatformProcess;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.json.Json;
import io.glebe.zarr.fixture.S3Server;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code glebe cluster --demo} as a process. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClusterCommandTest {
  private static final Duration START = Duration.ofMinutes(4);
  private static final Pattern PART = Pattern.compile("(?m)^(\\S+) +(\\S+) +process (\\d+)$");

  @TempDir private Path folder;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(boolean sample, String... options) throws IOException {
    // tests that run in the background of a shell would pass on that Ctrl-C is ignored
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(PlatformProcess.shortLivedJava());
    command.add("io.glebe.api.boot.Main");
    command.addAll(List.of("cluster", "--demo", "--port", "0", "--gateways", "1"));
    command.addAll(List.of("--s3-server", S3Server.jar().toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile());
    if (!sample) {
      builder.environment().put("GLEBE_SAMPLE", "false");
    }
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + folder);
    Process process = builder.start();
    started.add(process);
    await()
        .atMost(START)
        .until(() -> !process.isAlive() || output().contains("The cluster serves at "));
    assertThat(process.isAlive()).as(output()).isTrue();
    return process;
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("out"));
  }

  private Matcher part(String name) throws IOException {
    return PART.matcher(output())
        .results()
        .filter(line -> line.group(1).equals(name))
        .findFirst()
        .map(line -> PART.matcher(line.group()))
        .filter(Matcher::matches)
        .orElseThrow(() -> new AssertionError(name + " is not in the output"));
  }

  private List<ProcessHandle> parts() throws IOException {
    return PART.matcher(output())
        .results()
        .flatMap(line -> ProcessHandle.of(Long.parseLong(line.group(3))).stream())
        .toList();
  }

  @Test
  void aKilledPartIsStartedAgainAndCtrlCLeavesNothing() throws Exception {
    Process cluster = start(true);
    assertThat(output())
        .contains("token glebe-dev-token")
        .contains(InstalledProgram.find("nginx").isPresent() ? "\nproxy " : "no proxy: nginx");
    assertThat(parts()).hasSizeGreaterThanOrEqualTo(3).allMatch(ProcessHandle::isAlive);

    long store = Long.parseLong(part("store").group(3));
    ProcessHandle.of(store).orElseThrow().destroyForcibly();

    await().atMost(START).until(() -> output().contains("store serves again after "));
    assertThat(output()).contains("store ended (process " + store + ") and is started again");
    URI gateway = URI.create(part("gateway-1").group(2));
    HttpRequest collections =
        HttpRequest.newBuilder(gateway.resolve("/api/v2/collections"))
            .header("Authorization", "Bearer glebe-dev-token")
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(collections, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).contains("demo-s2");
    }

    if (InstalledProgram.find("prometheus").isPresent()) {
      URI page = URI.create(part("prometheus").group(2));
      awaitMetrics(page);
      showsTheDashboard(page);
    }
    List<ProcessHandle> all = cluster.descendants().toList();
    new ProcessBuilder("kill", "-INT", Long.toString(cluster.pid())).start().waitFor();
    assertThat(cluster.waitFor(3, TimeUnit.MINUTES)).as(output()).isTrue();
    assertThat(cluster.exitValue()).as(output()).isZero();
    assertThat(all).hasSizeGreaterThanOrEqualTo(3).noneMatch(ProcessHandle::isAlive);
    assertThat(folder.toFile().list()).filteredOn(name -> name.startsWith("glebe-")).isEmpty();
  }

  /** Prometheus has read the metrics of the gateway. */
  private static void awaitMetrics(URI prometheus) {
    HttpRequest query =
        HttpRequest.newBuilder(prometheus.resolve("/api/v1/query?query=glebe_build")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      await()
          .atMost(START)
          .until(
              () -> {
                String read = client.send(query, HttpResponse.BodyHandlers.ofString()).body();
                return read.contains("\"job\":\"glebe\"");
              });
    }
  }

  /** With all panels of the file for Grafana and their legends. */
  private static void showsTheDashboard(URI page) throws Exception {
    Path dashboard = Path.of("..", "docker", "grafana", "glebe.json");
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> shown =
          client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
      String panels =
          shown
              .body()
              .lines()
              .filter(line -> line.contains("const dashboard"))
              .findFirst()
              .orElseThrow();
      JsonNode read =
          Json.parse(
              panels.substring(panels.indexOf('['), panels.lastIndexOf(']') + 1).getBytes(UTF_8));
      assertThat(read.findValuesAsText("title"))
          .isEqualTo(
              Json.parse(Files.readAllBytes(dashboard))
                  .path("panels")
                  .valueStream()
                  .map(panel -> panel.path("title").asText())
                  .toList());
      assertThat(read.findValuesAsText("legendFormat")).contains("{{status}}");
    }
  }

  @Test
  void theProcessesOfAKilledClusterEnd() throws Exception {
    Process cluster = start(false, "--data", folder.resolve("kept").toString());
    List<ProcessHandle> parts = parts();
    assertThat(parts).hasSizeGreaterThanOrEqualTo(3);

    cluster.destroyForcibly();

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(parts).noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void theNumberOfGatewaysIsLimited() {
    Glebe.CommandResult refused = Glebe.run("cluster", "--demo", "--gateways", "9");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("--gateways must be from 1 to 4");
  }

  static List<String> addresses() {
    return ListenHosts.http(Settings.defaults()); // 127.0.0.1, and ::1 where the machine has it
  }

  @ParameterizedTest
  @MethodSource("addresses")
  void aPortOfAnotherProgramIsNamedBeforeAnythingStarts(String address) throws IOException {
    try (ServerSocket program = listener(address)) {
      int port = program.getLocalPort();
      Path data = folder.resolve("none");
      String first = Integer.toString(port - 1);
      Glebe.CommandResult refused =
          Glebe.run("cluster", "--demo", "--port", first, "--data", data.toString());
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err())
          .isEqualTo("glebe: port " + port + " is taken; choose another with --port");
      assertThat(data).doesNotExist();
    }
  }

  /** Listens at a port of one address only, above a port that nobody has. */
  private static ServerSocket listener(String address) throws IOException {
    while (true) {
      ServerSocket program = new ServerSocket(0, 1, InetAddress.getByName(address));
      try (ServerSocket below = new ServerSocket(program.getLocalPort() - 1)) {
        assertThat(below.isBound()).isTrue();
        return program;
      } catch (BindException taken) {
        program.close();
      }
    }
  }
}
