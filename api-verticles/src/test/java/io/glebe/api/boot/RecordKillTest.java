package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole process is killed while clients write records over HTTP, and during an import from the
 * partner.
 */
@Timeout(120)
class RecordKillTest {
  private static final int WRITERS = 4;
  private static final int BEFORE_THE_KILL = 300;
  private static final String BACK = "http://localhost/back";
  private static final Duration START = Duration.ofMinutes(3);

  @TempDir Path folder;

  private PlatformProcess run() throws IOException {
    String areas = "farm,partner,identity,development-identity";
    return PlatformProcess.shortLived(folder.resolve("data"), Map.of(), "--areas", areas);
  }

  /** A client of the process once it runs. */
  private Client running(PlatformProcess process) throws IOException {
    ObjectNode status = process.running();
    Path data = folder.resolve("data");
    StringWriter token = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(token, true))
            .execute("token", "--data", data.toString());
    assertThat(code).isZero();
    String base = status.path("http").asText();
    return new Client(HttpClient.newHttpClient(), base + "/v1", token.toString().strip());
  }

  /** A direct connection to the embedded database. */
  private Connection database() throws Exception {
    Path data = folder.resolve("data");
    String address =
        Json.parseObject(Files.readAllBytes(data.resolve("running.json")))
            .path("database")
            .asText();
    String password = Files.readString(data.resolve("postgres").resolve("glebe.password"));
    return DriverManager.getConnection("jdbc:postgresql://" + address, "glebe", password.strip());
  }

  private static boolean waits(Statement sql) throws Exception {
    try (ResultSet rows =
        sql.executeQuery(
            "select 1 from pg_locks where not granted and relation = 'record.fields'::regclass")) {
      return rows.next();
    }
  }

  private record Client(HttpClient http, String base, String token) implements AutoCloseable {
    ObjectNode send(String method, String path, String body) throws Exception {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(base + path))
              .header("Authorization", "Bearer " + token)
              .header(
                  "Content-Type",
                  method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
              .timeout(START)
              .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
              .build();
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(path + " " + answer.body()).isBetween(200, 299);
      return Json.parseObject(answer.body());
    }

    /** All entries of a feed after a cursor. */
    List<JsonNode> feed(String collection, String cursor) throws Exception {
      List<JsonNode> all = new ArrayList<>();
      String next = cursor;
      boolean more = true;
      while (more) {
        String from = next.isEmpty() ? "" : "&cursor=" + next;
        ObjectNode page = send("GET", "/" + collection + "?limit=1000" + from, "");
        page.path("items").forEach(all::add);
        next = page.path("nextCursor").asText();
        more = page.path("hasMore").asBoolean();
      }
      return all;
    }

    /** Connects to the sandbox partner as a person who consents. */
    void connect() throws Exception {
      String root = base.substring(0, base.length() - "/v1".length());
      HttpRequest agree =
          HttpRequest.newBuilder(URI.create(root + "/dev/partner/authorize"))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString("account=kill&redirect_uri=" + BACK))
              .build();
      String back =
          http.send(agree, HttpResponse.BodyHandlers.discarding())
              .headers()
              .firstValue("Location")
              .orElseThrow();
      String code = back.substring(back.indexOf("code=") + "code=".length()).split("&", -1)[0];
      send(
          "POST",
          "/vendors/partner/access-token",
          "{'code': '%s', 'redirectUri': '%s'}".formatted(code, BACK));
    }

    void runImport() {
      try {
        send("POST", "/vendors/partner/import", "{'organizations': [{'id': 'org-1'}]}");
      } catch (IOException killed) {
        return; // expected
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      throw new AssertionError("the import was not held up");
    }

    UUID farm() throws Exception {
      UUID organization = UUID.randomUUID();
      UUID farm = UUID.randomUUID();
      send(
          "PUT",
          "/organizations/" + organization,
          "{'id': '" + organization + "', 'name': 'Estate', 'originType': 'USER'}");
      send(
          "PUT",
          "/farms/" + farm,
          ("{'id': '%s', 'name': 'Home', 'organizationId': '%s', 'timezone': 'Europe/Ljubljana',"
                  + " 'originType': 'USER'}")
              .formatted(farm, organization));
      return farm;
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }

  /**
   * Creates and changes tasks until the platform is killed, and remembers the acknowledged writes.
   */
  private static void write(
      Client client, UUID farm, Map<String, Integer> acknowledged, CountDownLatch enough) {
    try {
      while (true) {
        String id = UUID.randomUUID().toString();
        String body =
            "{'id': '%s', 'name': 'written', 'farmId': '%s', 'status': 'PLANNED',"
                + " 'originType': 'USER'}";
        client.send("PUT", "/tasks/" + id, body.formatted(id, farm));
        acknowledged.put(id, 1);
        enough.countDown();
        client.send("PATCH", "/tasks/" + id, "{'name': 'changed'}");
        acknowledged.put(id, 2);
        enough.countDown();
      }
    } catch (IOException killed) {
      enough.countDown(); // the platform was killed, as this test intends
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, Integer> entries(Client client) throws Exception {
    Map<String, Integer> entries = new HashMap<>();
    for (JsonNode entry : client.feed("audit-logs", "")) {
      if (entry.path("entityType").asText().equals("Task")) {
        entries.merge(entry.path("entityId").asText(), 1, Integer::sum);
      }
    }
    return entries;
  }

  private static Map<String, String> names(List<JsonNode> tasks) {
    Map<String, String> names = new HashMap<>();
    tasks.forEach(t -> names.put(t.path("id").asText(), t.path("name").asText()));
    return names;
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES) // the whole platform starts twice
  void acknowledgedWritesSurviveWithTheirAuditEntriesAndOtherWritesLeaveNothing() throws Exception {
    Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
    CountDownLatch enough = new CountDownLatch(BEFORE_THE_KILL);
    String cursor;
    String job;
    try (PlatformProcess first = run();
        Client client = running(first);
        var writers = Executors.newVirtualThreadPerTaskExecutor()) {
      UUID farm = client.farm();
      cursor = client.send("GET", "/tasks", "").path("nextCursor").asText();
      for (int i = 0; i < WRITERS; i++) {
        writers.execute(() -> write(client, farm, acknowledged, enough));
      }
      assertThat(enough.await(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
      job = killedInTheMiddleOfAnImport(client, writers, first);
    }
    int writes = acknowledged.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(writes).as("killed in mid-flow").isGreaterThan(BEFORE_THE_KILL - WRITERS);
    assertThat(cursor).isNotEmpty();
    try (PlatformProcess second = run();
        Client client = running(second)) {
      check(client, cursor, acknowledged);
      ObjectNode ended = client.send("GET", "/processing-jobs/" + job, "");
      assertThat(ended.path("status").asText()).isEqualTo("FAILED");
      assertThat(ended.path("message").asText()).contains("run it again");
      assertThat(client.feed("organizations", "")).hasSize(1);
      second.stop("TERM");
    }
  }

  /** Kills the platform during an import and returns the id of the import job. */
  private String killedInTheMiddleOfAnImport(
      Client client, ExecutorService threads, PlatformProcess platform) throws Exception {
    client.connect();
    try (Connection beside = database();
        Statement sql = beside.createStatement()) {
      beside.setAutoCommit(false);
      sql.execute("lock table record.fields in exclusive mode");
      threads.execute(client::runImport);
      await().atMost(START).until(() -> waits(sql));
      String job =
          client
              .send("GET", "/processing-jobs?status=RUNNING", "")
              .path("items")
              .path(0)
              .path("id")
              .asText();
      platform.kill();
      assertThat(job).isNotEmpty();
      return job;
    }
  }

  private static void check(Client client, String cursor, Map<String, Integer> acknowledged)
      throws Exception {
    Map<String, String> there = names(client.feed("tasks", ""));
    Map<String, Integer> entries = entries(client);
    assertThat(there).containsOnlyKeys(entries.keySet());
    assertThat(there.keySet()).containsAll(acknowledged.keySet());
    there.forEach(
        (id, name) -> {
          int expected = name.equals("changed") ? 2 : 1;
          assertThat(entries.get(id)).as("accounts of " + id).isEqualTo(expected);
          assertThat(expected).as(id).isGreaterThanOrEqualTo(acknowledged.getOrDefault(id, 0));
        });
    assertThat(names(client.feed("tasks", cursor))).isEqualTo(there);
  }
}
