package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.glebe.api.cli.RunningFile;
import io.glebe.api.cli.StatusCommand;
import io.glebe.core.folder.DataFolderLock;
import io.glebe.core.json.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningPlatformTest {
  @TempDir private Path data;

  @Test
  void anotherProcessWithTheIdOfADeadPlatformIsNeitherShownNorStopped() throws Exception {
    RunningFile.write(data, Json.object().put("http", "http://localhost:1"));
    ObjectNode status = Json.parseObject(Files.readAllBytes(data.resolve("running.json")));
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      status.put("pid", other.pid());
      Files.write(data.resolve("running.json"), Json.bytes(status));
      assertThat(Glebe.run("stop", "--data", data.toString()).code()).isEqualTo(3);
      assertThat(Glebe.run("status", "--data", data.toString()).code()).isEqualTo(3);
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void aStartingPlatformIsFoundByItsLock() throws Exception {
    assertThat(DataFolderLock.holder(data)).isEmpty();
    try (DataFolderLock _ = DataFolderLock.take(data)) {
      Glebe.CommandResult output = Glebe.run("status", "--data", data.toString());
      assertThat(output.code()).isEqualTo(4);
      assertThat(output.out())
          .contains("starting or stopping")
          .contains(Long.toString(ProcessHandle.current().pid()));
    }
    Files.writeString(data.resolve("glebe.lock"), "1 of-another-boot/5");
    assertThat(Glebe.run("status", "--data", data.toString()).code()).isEqualTo(3);
  }

  @Test
  void aPlatformThatDoesNotRespondIsNotReady() throws Exception {
    RunningFile.write(data, Json.object().put("http", "http://127.0.0.1:1"));
    Glebe.CommandResult output = Glebe.run("status", "--data", data.toString());
    assertThat(output.code()).isEqualTo(4);
    assertThat(output.out())
        .contains("is not ready")
        .contains("not answering at http://127.0.0.1:1");
  }

  @Test
  void thePartsThatAreNotReadyAreListed() throws Exception {
    HttpServer refusing =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    byte[] problem =
        "{\"detail\": \"not ready: database is not answering\"}".getBytes(StandardCharsets.UTF_8);
    refusing.createContext(
        "/health/ready",
        exchange -> {
          exchange.sendResponseHeaders(503, problem.length);
          exchange.getResponseBody().write(problem);
          exchange.close();
        });
    refusing.start();
    try {
      String address = "http://127.0.0.1:" + refusing.getAddress().getPort();
      RunningFile.write(data, Json.object().put("http", address));
      Glebe.CommandResult output = Glebe.run("status", "--json", "--data", data.toString());
      assertThat(output.code()).isEqualTo(4);
      assertThat(Json.parseObject(output.out()).path("parts").path("database").asText())
          .isEqualTo("not answering");
    } finally {
      refusing.stop(0);
    }
  }

  @Test
  void durationsAreShownInTheirTwoLargestUnits() {
    assertThat(StatusCommand.readable(Duration.ofSeconds(7))).isEqualTo("7 s");
    assertThat(StatusCommand.readable(Duration.ofSeconds(187))).isEqualTo("3 min 7 s");
    assertThat(StatusCommand.readable(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    assertThat(StatusCommand.readable(Duration.ofHours(50))).isEqualTo("2 d 2 h");
  }
}
