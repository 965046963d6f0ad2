package io.glebe.api.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.folder.DataFolderLock;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The process that works on a data folder, seen from another process.
 *
 * @param details the addresses that it serves; empty while it starts or stops
 */
record RunningPlatform(ProcessHandle process, Optional<ObjectNode> details) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String NOT_READY = "not ready: ";

  /**
   * Whether it serves requests.
   *
   * @param parts name to "ready", or to the reason why not
   */
  record Health(boolean ready, Map<String, String> parts) {}

  /**
   * Finds the process. A different process that has the id of a dead platform is not accepted.
   *
   * @throws NotRunning when there is none
   */
  static RunningPlatform find(Path data) throws IOException {
    Optional<ObjectNode> details = RunningFile.read(data);
    Optional<ProcessHandle> process =
        details.isPresent()
            ? ProcessHandle.of(details.get().path("pid").asLong())
            : DataFolderLock.holder(data);
    return new RunningPlatform(process.orElseThrow(() -> new NotRunning(data)), details);
  }

  /** Asks the process for its health. */
  Health health() throws InterruptedException {
    if (details.isEmpty()) {
      return new Health(false, Map.of("process", "starting or stopping"));
    }
    String address = details.get().path("http").asText() + "/health/ready";
    try (HttpClient http = LocalHttp.open(details.get(), TIMEOUT)) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address)).timeout(TIMEOUT).build();
      return of(http.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      return new Health(false, Map.of("process", "not answering at " + address));
    }
  }

  private static Health of(HttpResponse<String> response) {
    Map<String, String> parts = new LinkedHashMap<>();
    ObjectNode body = Json.parseObject(response.body());
    body.path("parts")
        .properties()
        .forEach(part -> parts.put(part.getKey(), part.getValue().asText()));
    if (response.statusCode() != 200) {
      String detail = body.path("detail").asText("status " + response.statusCode());
      for (String reason : detail.replaceFirst(NOT_READY, "").split(", ", 0)) {
        String[] words = reason.split(" is ", 2);
        parts.put(words.length == 2 ? words[0] : "process", words[words.length - 1]);
      }
    }
    return new Health(response.statusCode() == 200, parts);
  }

  /** Thrown when a command needs a running platform and none runs on the data folder. */
  static final class NotRunning extends IOException {
    private static final long serialVersionUID = 1L;

    NotRunning(Path data) {
      super(
          "no platform runs on the data folder "
              + data
              + "; start it with 'glebe run', or name its folder with --data");
    }
  }
}
