package io.glebe.api.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.cli.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that cannot continue ends with a code, and starts again on the same data folder. Each
 * test suspends or starves a real process.
 */
class ProcessEndTest {
  private static final String EVENT_LOOP = "vert.x-eventloop-thread-0";
  private static final String ACCEPTOR = "vert.x-acceptor-thread-0";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CONNECT_MILLIS = 1_000;

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private PlatformProcess debugged(Map<String, String> settings) throws IOException {
    return PlatformProcess.sensorsOnly(data(), settings, Main.class, SuspendedThread.FLAG);
  }

  /** The answer on a new connection, which may be one of the event loop that stands. */
  private static String answer(URI base, String path) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(CONNECT_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), base.getPort()), CONNECT_MILLIS);
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static void awaitAnswer(URI base, String path, String... parts) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(answer(base, path)).contains(parts));
  }

  private static URI address(PlatformProcess process) throws IOException {
    return URI.create(process.running().path("http").asText());
  }

  private void assertStartsAgain() throws Exception {
    try (PlatformProcess again =
        PlatformProcess.sensorsOnly(data(), Map.of("GLEBE_STALL_LIMIT", "1s"), Main.class)) {
      URI base = address(again);
      awaitAnswer(base, "/health/live", "200 OK", "live");
      awaitAnswer(base, "/health/ready", "200 OK", "\"liveness\":\"ready\"");
      assertThat(again.stop("TERM")).isZero();
      assertThat(again.output()).as("checks are quiet").doesNotContain(" ERROR ", "Exception");
    }
  }

  @Test
  void anOutOfMemoryErrorEndsTheProcessWithADumpOfTheHeap() throws Exception {
    Path dumps = folder.resolve("dumps");
    Map<String, String> settings =
        Map.of("GLEBE_HEAP_DUMP", dumps.toString(), "GLEBE_ATTACHMENT_UPLOADS", "50");
    try (PlatformProcess process =
        PlatformProcess.sensorsOnly(data(), settings, MainWithoutMemory.class, "-Xmx128m")) {
      awaitAnswer(address(process), "/health/live", "200 OK");

      Files.createFile(MainWithoutMemory.signal(data()));

      assertThat(process.ended()).as(process.log()).isEqualTo(ExitCode.OUT_OF_MEMORY);
      assertThat(dumps.resolve("java_pid" + process.pid() + ".hprof")).isNotEmptyFile();
    }
    assertStartsAgain();
  }

  @Test
  void anEventLoopThatStandsIsReportedAndEndsTheProcess() throws Exception {
    Map<String, String> settings = Map.of("GLEBE_STALL_LIMIT", "1s", "GLEBE_STALL_EXIT", "15s");
    try (PlatformProcess process = debugged(settings)) {
      URI base = address(process);
      awaitAnswer(base, "/health/live", "200 OK");

      SuspendedThread.of(process, EVENT_LOOP);

      awaitAnswer(base, "/health/live", "503 ", EVENT_LOOP, "does not execute tasks");
      awaitAnswer(base, "/health/ready", "503 ", "liveness");
      assertThat(process.ended()).as(process.log()).isEqualTo(ExitCode.STALLED);
      assertThat(process.output())
          .contains("the process ends with code 5")
          .containsPattern(EVENT_LOOP + " does not execute tasks for \\d+ s\\s+at ");
    }
    assertStartsAgain();
  }

  @Test
  void aListenerThatDoesNotAcceptEndsTheProcess() throws Exception {
    Map<String, String> settings = Map.of("GLEBE_STALL_LIMIT", "1s", "GLEBE_STALL_EXIT", "3s");
    try (PlatformProcess process = debugged(settings)) {
      awaitAnswer(address(process), "/health/live", "200 OK");

      SuspendedThread.of(process, ACCEPTOR);

      assertThat(process.ended()).as(process.log()).isEqualTo(ExitCode.STALLED);
    }
  }

  @Test
  void aDatabaseServerOfItsOwnThatDiesEndsTheProcess() throws Exception {
    Map<String, String> settings = Map.of("GLEBE_STALL_LIMIT", "1s", "GLEBE_STALL_EXIT", "3s");
    try (PlatformProcess process = PlatformProcess.sensorsOnly(data(), settings, Main.class)) {
      awaitAnswer(address(process), "/health/live", "200 OK");
      String server = Files.readAllLines(data().resolve("postgres/postmaster.pid")).getFirst();

      new ProcessBuilder("kill", "-KILL", server).start().waitFor();

      assertThat(process.ended()).as(process.log()).isEqualTo(ExitCode.STALLED);
      assertThat(process.output()).contains("the embedded PostgreSQL does not run");
    }
    assertStartsAgain();
  }

  @Test
  void aStoppingProcessReportsNotReadyBeforeItStopsListening() throws Exception {
    Map<String, String> settings = Map.of("GLEBE_STOP_DELAY", "10s");
    try (PlatformProcess process = PlatformProcess.sensorsOnly(data(), settings, Main.class)) {
      URI base = address(process);
      awaitAnswer(base, "/health/ready", "200 OK");
      assertThat(process.output())
          .as("addresses of its own areas only")
          .contains("/sta/v1.1/", "/health/ready")
          .doesNotContain("/console/", "/v1/\n", "/api/v2/", "/docs/");

      new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor();

      awaitAnswer(base, "/health/ready", "503 ", "process is stopping");
      assertThat(answer(base, "/health/live")).contains("200 OK");
      assertThat(process.ended()).as(process.log()).isZero();
    }
  }

  @Test
  void aStopThatCannotCloseAnEventLoopEndsTheProcessAfterItsLimit() throws Exception {
    Map<String, String> settings = Map.of("GLEBE_STALL_EXIT", "0s", "GLEBE_STOP_LIMIT", "2s");
    try (PlatformProcess process = debugged(settings)) {
      awaitAnswer(address(process), "/health/live", "200 OK");

      SuspendedThread.of(process, EVENT_LOOP);

      assertThat(process.stop("TERM")).as(process.log()).isEqualTo(ExitCode.FAILED);
    }
  }
}
