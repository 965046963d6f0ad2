package io.glebe.api.service;

import static io.glebe.api.service.CommissionedFarm.OWNER;
import static io.glebe.api.service.ServicesClient.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages as server-sent events. */
class MessageStreamTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final CommissionedFarm farm = new CommissionedFarm();

  /** An open stream and the lines that it has received. */
  private static final class EventReader implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final InputStream input;
    private final Thread reader;

    EventReader(HttpResponse<InputStream> response) {
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
      input = response.body();
      reader = Thread.ofVirtual().start(this::read);
    }

    private void read() {
      try (BufferedReader text =
          new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
        text.lines().forEach(lines::add);
      } catch (IOException | UncheckedIOException e) {
        lines.add("end");
      }
      lines.add("end");
    }

    /** The content of the events. */
    List<JsonNode> messages() {
      List<JsonNode> messages = new ArrayList<>();
      for (String line : lines) {
        if (line.startsWith("data: ")) {
          messages.add(Json.parse(line.substring("data: ".length())));
        }
      }
      return messages;
    }

    String lastId() {
      return lines.stream()
          .filter(line -> line.startsWith("id: "))
          .reduce("", (before, line) -> line.substring("id: ".length()));
    }

    boolean hasEnded() {
      return lines.contains("end");
    }

    @Override
    public void close() {
      try {
        input.close();
        reader.join();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private HttpResponse<InputStream> request(String token, String... headers) {
    return stream(farm.path, token, headers);
  }

  private static HttpResponse<InputStream> stream(String path, String token, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path + "/messages/stream"))
            .header("Authorization", "Bearer " + token);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits while streams that have just been closed still have all places. */
  private EventReader open(String... headers) {
    return new EventReader(
        await()
            .until(() -> request(farm.token, headers), response -> response.statusCode() != 503));
  }

  @Test
  void waitingAndNewMessagesArriveInTheirOrder() {
    String first = farm.ordered("field:read");
    try (EventReader stream = open()) {
      await().until(() -> stream.messages().size() == 1);
      String second = farm.ordered("field:read");
      await().until(() -> stream.messages().size() == 2);

      assertThat(stream.messages())
          .extracting(message -> message.path("commission").path("id").asText())
          .containsExactly(first, second);
      ok(farm.cancel(OWNER, first), 200);
      await().until(() -> stream.messages().size() == 3);
      assertThat(stream.messages().getLast().path("kind").asText()).isEqualTo("CANCELLATION");
    }
  }

  @Test
  void aStreamContinuesBehindTheLastEvent() {
    farm.ordered("field:read");
    String last;
    try (EventReader stream = open()) {
      await().until(() -> !stream.lastId().isEmpty());
      last = stream.lastId();
    }
    String next = farm.ordered("field:read");

    try (EventReader stream = open("Last-Event-ID", last)) {
      await().until(() -> stream.messages().size() == 1);
      assertThat(stream.messages().getFirst().path("commission").path("id").asText())
          .isEqualTo(next);
    }
    try (EventReader stream = open()) { // without an event: all that is not acknowledged
      await().until(() -> stream.messages().size() == 2);
    }
  }

  @Test
  void aStreamEndsWithTheTokenOfItsService() {
    try (EventReader stream = open()) {
      await().until(() -> !stream.lines.isEmpty());
      ok(
          farm.client.post(
              "maintainer", farm.path + "/disable", Json.object().put("reason", "an end")),
          200);
      await().until(stream::hasEnded);
    }
  }

  @Test
  @Tag("GLEBE_SERVICE_STREAMS")
  void allServicesTogetherHaveALimitedNumberOfStreams() {
    List<CommissionedFarm> services = List.of(farm, new CommissionedFarm(), new CommissionedFarm());
    List<EventReader> open = new ArrayList<>();
    try {
      HttpResponse<InputStream> last = request(farm.token);
      for (int i = 1; last.statusCode() == 200; i++) {
        open.add(new EventReader(last));
        CommissionedFarm next = services.get(i % services.size());
        last = stream(next.path, next.token);
      }
      assertThat(last.statusCode()).isEqualTo(503);
      assertThat(last.headers().firstValue("Retry-After")).isPresent();
      assertThat(open).hasSizeBetween(1, 10);
    } finally {
      open.forEach(EventReader::close);
    }
    open().close(); // places are free again
  }

  @Test
  @Tag("GLEBE_SERVICE_STREAMS_PER_SERVICE")
  void aServiceHasAFewStreamsOfItsOwnOnly() {
    List<EventReader> open = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        open.add(open());
      }
      HttpResponse<InputStream> refused =
          await().until(() -> request(farm.token), response -> response.statusCode() != 503);
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(request(farm.client.token(OWNER)).statusCode()).isEqualTo(403);
      assertThat(request(new CommissionedFarm().token).statusCode()).isEqualTo(403);
      assertThat(request(farm.token, "Last-Event-ID", "x").statusCode()).isEqualTo(400);
    } finally {
      open.forEach(EventReader::close);
    }
  }
}
