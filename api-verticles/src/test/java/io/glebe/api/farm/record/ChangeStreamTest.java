package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ChangeStreamTest {
  private static final TestFarm FARM = new TestFarm("owner");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @AfterAll
  static void close() {
    CLIENT.close();
  }

  /** An open stream of events, read on its own thread. */
  private static final class Events implements AutoCloseable {
    private final InputStream body;
    final BlockingQueue<Map<String, String>> read = new LinkedBlockingQueue<>();

    Events(String query, String... headers) throws Exception {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(TestPlatform.shared().uri("/v1/changes?" + query))
              .timeout(Duration.ofSeconds(60))
              .header("Authorization", "Bearer " + TestFarm.token("owner"));
      if (headers.length > 0) {
        request.headers(headers);
      }
      HttpResponse<InputStream> response =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
      body = response.body();
      Thread.ofVirtual().start(this::parse);
    }

    private void parse() {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
        String id = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith("id: ")) {
            id = line.substring(4);
          } else if (line.startsWith("data: ")) {
            read.add(Map.of("id", id, "data", line.substring(6)));
          }
        }
      } catch (IOException e) {
        read.add(Map.of("end", String.valueOf(e.getMessage())));
      }
    }

    Map<String, String> next() throws InterruptedException {
      Map<String, String> event = read.poll(1, TimeUnit.MINUTES);
      assertThat(event).as("an event within a minute").isNotNull().containsKey("data");
      String collection = Json.parseObject(event.get("data")).path("collection").asText();
      TestPlatform.shared().contract().checkBody("/v1/" + collection, event.get("data"));
      return event;
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  private static String start(String collection) {
    String answer = TestFarm.send("owner", "GET", "/v1/" + collection + "?limit=1000", "").body();
    JsonNode page = Json.parseObject(answer);
    while (page.path("hasMore").asBoolean()) {
      String next = "/v1/" + collection + "?limit=1000&cursor=" + page.path("nextCursor").asText();
      page = Json.parseObject(TestFarm.send("owner", "GET", next, "").body());
    }
    return page.path("nextCursor").asText();
  }

  private static UUID make(String collection, String members) {
    UUID id = UUID.randomUUID();
    String body =
        "{'id': '"
            + id
            + "', 'originType': 'USER', 'farmId': '"
            + FARM.farm
            + "', "
            + members
            + "}";
    HttpResponse<String> made =
        TestFarm.send("owner", "PUT", "/v1/" + collection + "/" + id, body.replace('\'', '"'));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return id;
  }

  @Test
  void aLongRecordAndThoseBesideItReachAllStreams() throws Exception {
    String cursor = start("sites");
    List<Events> streams = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        streams.add(new Events("collections=sites&cursor=" + cursor));
      }
      UUID before = make("sites", "'name': 'Before'");
      UUID large = make("sites", "'name': 'Large', 'text': '" + "a".repeat(1_000_000) + "'");
      UUID after = make("sites", "'name': 'After'");
      for (Events stream : streams) {
        List<String> ids = new ArrayList<>();
        while (ids.size() < 3) {
          Json.parseObject(stream.next().get("data"))
              .path("items")
              .forEach(item -> ids.add(item.path("id").asText()));
        }
        assertThat(ids).containsExactly(before.toString(), large.toString(), after.toString());
      }
    } finally {
      for (Events stream : streams) {
        stream.close();
      }
    }
  }

  @Test
  void aChangeIsSentAndItsEventIdIsTheListCursor() throws Exception {
    String cursor = start("sites");
    UUID first;
    String id;
    try (Events events = new Events("collections=sites&cursor=" + cursor)) {
      first = make("sites", "'name': 'Barn'");
      Map<String, String> event = events.next();
      JsonNode page = Json.parseObject(event.get("data"));
      id = event.get("id");
      assertThat(page.path("collection").asText()).isEqualTo("sites");
      assertThat(page.at("/items/0/id").asText()).isEqualTo(first.toString());
      assertThat(page.path("nextCursor").asText()).isEqualTo(id);
    }
    UUID second = make("sites", "'name': 'Yard'");
    JsonNode pulled =
        Json.parseObject(TestFarm.send("owner", "GET", "/v1/sites?cursor=" + id, "").body());
    assertThat(pulled.path("items"))
        .extracting(i -> i.path("id").asText())
        .contains(second.toString())
        .doesNotContain(first.toString());
    UUID third = make("sites", "'name': 'Shed'");
    try (Events events =
        new Events("collections=sites", "Last-Event-ID", pulled.path("nextCursor").asText())) {
      assertThat(Json.parseObject(events.next().get("data")).at("/items/0/id").asText())
          .isEqualTo(third.toString());
    }
  }

  @Test
  void severalCollectionsShareOneStreamAndOneEventId() throws Exception {
    String from = "sites=" + start("sites") + ";tasks=" + start("tasks");
    List<String> seen = new ArrayList<>();
    String id;
    try (Events events = new Events("collections=tasks,sites", "Last-Event-ID", from)) {
      make("sites", "'name': 'Barn'");
      seen.add(Json.parseObject(events.next().get("data")).path("collection").asText());
      make("tasks", "'name': 'Sweep', 'status': 'PLANNED'");
      Map<String, String> event = events.next();
      seen.add(Json.parseObject(event.get("data")).path("collection").asText());
      id = event.get("id");
    }
    assertThat(seen).containsExactly("sites", "tasks");
    UUID later = make("tasks", "'name': 'Mop', 'status': 'PLANNED'");
    try (Events events = new Events("collections=tasks,sites", "Last-Event-ID", id)) {
      assertThat(Json.parseObject(events.next().get("data")).at("/items/0/id").asText())
          .isEqualTo(later.toString());
    }
  }

  @Test
  void invalidStreamRequestsAreRefusedBeforeTheStreamStarts() {
    for (String query :
        List.of(
            "",
            "collections=nothing",
            "collections=sites&cursor=x",
            "collections=sites&limit=0",
            "collections=sites&colour=red")) {
      assertThat(TestFarm.send("owner", "GET", "/v1/changes?" + query, "").statusCode())
          .as(query)
          .isEqualTo(400);
    }
    assertThat(TestFarm.send("stranger", "GET", "/v1/changes?collections=sites", "").statusCode())
        .isEqualTo(403);
  }
}
