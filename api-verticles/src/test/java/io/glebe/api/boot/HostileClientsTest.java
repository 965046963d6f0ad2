package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.RawConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process with the default heap goes on serving an ordinary person while another one sends bodies
 * that stop short, deep trees, and requests whose responses he does not read.
 */
@Timeout(300)
class HostileClientsTest {
  private static final String AREAS = "ops,farm,identity,development-identity,openapi";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MOST_RESIDENT_KILOBYTES = 1 << 20;
  private static final int REQUESTS_AFTERWARDS = 20;

  @TempDir private Path folder;

  /** Opens the connections of one abuse. They stay open until the ordinary person is done. */
  private interface Abuse {
    void run(Hostile hostile) throws IOException;
  }

  private static final Map<String, Abuse> ABUSES =
      Map.of(
          "records that stop short", Hostile::stallRecords,
          "batches that stop short", Hostile::stallBatches,
          "batches of empty objects", Hostile::sendDeepTrees,
          "documents that are not read", Hostile::readNothing);

  private String token(String user) {
    StringWriter token = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(token, true))
            .execute("token", "--user", user, "--data", folder.resolve("data").toString());
    assertThat(code).isZero();
    return token.toString().strip();
  }

  private static long residentKilobytes(PlatformProcess process) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anOrdinaryPersonIsServedDuringEachAbuse() throws Exception {
    try (PlatformProcess process =
        PlatformProcess.shortLived(folder.resolve("data"), Map.of(), "--areas", AREAS)) {
      URI server = URI.create(process.running().path("http").asText());
      try (Person person = new Person(server, token("owner"))) {
        person.begin();
        for (Map.Entry<String, Abuse> abuse : ABUSES.entrySet()) {
          try (Hostile hostile = new Hostile(server, token("manager"))) {
            person.workDuring(() -> abuse.getValue().run(hostile));
            assertThat(person.failures()).as(abuse.getKey()).isEmpty();
            assertThat(hostile.failures()).as(abuse.getKey()).allMatch(Hostile::isRefusal);
            assertThat(residentKilobytes(process))
                .as(abuse.getKey())
                .isLessThan(MOST_RESIDENT_KILOBYTES);
          }
        }
      }
      assertThat(process.stop("TERM")).as(process.log()).isZero();
      assertThat(process.output()).doesNotContain("OutOfMemoryError");
    }
  }

  /** Writes and reads a record again and again, and remembers each request that fails. */
  private record Person(
      HttpClient http, URI server, String token, UUID farm, ConcurrentLinkedQueue<String> failures)
      implements AutoCloseable {
    private interface Work {
      void run() throws Exception;
    }

    Person(URI server, String token) {
      this(
          HttpClient.newHttpClient(),
          server,
          token,
          UUID.randomUUID(),
          new ConcurrentLinkedQueue<>());
    }

    void begin() {
      UUID organization = UUID.randomUUID();
      send(
          "PUT",
          "/v1/organizations/" + organization,
          "{'id': '%s', 'name': 'Estate', 'originType': 'USER'}".formatted(organization));
      send(
          "PUT",
          "/v1/farms/" + farm,
          ("{'id': '%s', 'name': 'Home', 'organizationId': '%s', 'timezone': 'Europe/Ljubljana',"
                  + " 'originType': 'USER'}")
              .formatted(farm, organization));
      assertThat(failures).isEmpty();
    }

    void workDuring(Work abuse) throws Exception {
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        Future<?> under =
            threads.submit(
                () -> {
                  abuse.run();
                  return null;
                });
        int after = 0;
        while (after < REQUESTS_AFTERWARDS) {
          work();
          after += under.isDone() ? 1 : 0;
        }
        under.get();
      }
    }

    private void work() {
      String task = "/v1/tasks/" + UUID.randomUUID();
      String body =
          "{'id': '%s', 'name': 'written', 'farmId': '%s', 'status': 'PLANNED', 'originType': 'USER'}";
      send("PUT", task, body.formatted(task.substring("/v1/tasks/".length()), farm));
      send("GET", task, "");
      send("GET", "/health/ready", "");
    }

    private void send(String method, String path, String body) {
      HttpRequest request =
          HttpRequest.newBuilder(server.resolve(path))
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .timeout(PATIENCE)
              .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
              .build();
      try {
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
          failures.add(method + " " + path + ": " + response.statusCode() + " " + response.body());
        }
      } catch (IOException e) {
        failures.add(method + " " + path + ": " + e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }

  /** Holds connections that behave badly. */
  private record Hostile(
      URI server, String token, List<RawConnection> connections, List<String> failures)
      implements AutoCloseable {
    private static final int RECORDS = 130;
    private static final int RECORD_BYTES = 3_900_000;
    private static final int BATCHES = 60;
    private static final int BATCH_BYTES = 15_000_000;
    private static final int TREES = 8;
    private static final int READERS = 60;
    private static final int DOCUMENTS = 100;

    Hostile(URI server, String token) {
      this(server, token, new ArrayList<>(), new ArrayList<>());
    }

    static boolean isRefusal(String failure) {
      return failure.contains("closed") || failure.contains("reset") || failure.contains("pipe");
    }

    private void stall(String line, int bytes, int times, String content) throws IOException {
      for (int i = 0; i < times; i++) {
        RawConnection connection = new RawConnection(server);
        connections.add(connection);
        try {
          connection.say(
              line + " HTTP/1.1",
              "Host: 127.0.0.1",
              "Authorization: Bearer " + token,
              "Content-Type: application/json",
              "Content-Length: " + (bytes + 100),
              "",
              content);
        } catch (IOException refused) {
          failures.add(refused.getMessage());
        }
      }
    }

    void stallRecords() throws IOException {
      stall(
          "PUT /v1/tasks/" + UUID.randomUUID(),
          RECORD_BYTES,
          RECORDS,
          "{\"name\": \"" + "a".repeat(RECORD_BYTES - 20));
    }

    void stallBatches() throws IOException {
      stall(
          "POST /v1/$batch",
          BATCH_BYTES,
          BATCHES,
          "{\"operations\": \"" + "a".repeat(BATCH_BYTES - 20));
    }

    void sendDeepTrees() throws IOException {
      String tree = "{\"operations\": [" + "{},".repeat(BATCH_BYTES / 3) + "{}]}";
      for (int i = 0; i < TREES; i++) {
        try (RawConnection connection = new RawConnection(server)) {
          connection.say(
              "POST /v1/$batch HTTP/1.1",
              "Host: 127.0.0.1",
              "Authorization: Bearer " + token,
              "Content-Type: application/json",
              "Content-Length: " + (tree.length() + 2), // and the end of the line
              "",
              tree);
          assertThat(connection.read(true).status()).isEqualTo(413);
        }
      }
    }

    void readNothing() throws IOException {
      for (int i = 0; i < READERS; i++) {
        RawConnection connection = new RawConnection(server);
        connections.add(connection);
        for (int j = 0; j < DOCUMENTS; j++) {
          connection.say("GET /v1/openapi.json HTTP/1.1", "Host: 127.0.0.1", "");
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (RawConnection connection : connections) {
        connection.close();
      }
    }
  }
}
