package io.glebe.api.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.core.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads the feed of tasks from its cursor; after a failure through the next gateway. */
final class ChangeReader {
  private final String name;
  private final FaultClient client;
  private final Map<String, Integer> seen = new ConcurrentHashMap<>();
  private int gateway;
  private String cursor = "";

  ChangeReader(String name, FaultClient client, int gateway) {
    this.name = name;
    this.client = client;
    this.gateway = gateway;
  }

  String name() {
    return name;
  }

  /** The highest number of each task that was read. */
  Map<String, Integer> seen() {
    return seen;
  }

  private void next() {
    gateway = (gateway + 1) % client.gateways();
  }

  /** Reads all pages until the end of the feed. */
  void readToEnd() throws IOException, InterruptedException {
    while (more()) {
      // the next page
    }
  }

  /** Reads one page and moves the cursor. */
  void readPage() throws IOException, InterruptedException {
    more();
  }

  /** Reads one page and returns whether there are more. */
  private boolean more() throws IOException, InterruptedException {
    try {
      return page();
    } catch (IOException lost) {
      next();
      throw lost;
    }
  }

  private boolean page() throws IOException, InterruptedException {
    String from = cursor.isEmpty() ? "" : "&cursor=" + cursor;
    HttpResponse<byte[]> answer =
        client.get(gateway, Audience.FARM, "/v1/tasks?limit=" + TaskLoad.page() + from);
    if (answer.statusCode() != 200) {
      throw new IOException("status " + answer.statusCode());
    }
    JsonNode page = Json.parseObject(answer.body());
    take(page);
    cursor = page.path("nextCursor").asText();
    return page.path("hasMore").asBoolean();
  }

  private void take(JsonNode page) {
    page.path("items")
        .forEach(item -> seen.merge(item.path("id").asText(), TaskLoad.number(item), Integer::max));
  }

  /** Reads a stream of events until it ends; the next one continues after its last event. */
  void readStream() throws IOException, InterruptedException {
    String from = cursor.isEmpty() ? "" : "&cursor=" + cursor;
    HttpRequest.Builder request =
        client.request(gateway, Audience.FARM, "/v1/changes?collections=tasks" + from);
    next();
    HttpResponse<InputStream> answer = client.stream(request.build());
    try (InputStream body = answer.body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      if (answer.statusCode() != 200) {
        throw new IOException("status " + answer.statusCode());
      }
      String id = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          take(Json.parseObject(line.substring(6)));
          cursor = id.startsWith("tasks=") ? id.substring("tasks=".length()) : id;
        }
      }
    }
  }
}
