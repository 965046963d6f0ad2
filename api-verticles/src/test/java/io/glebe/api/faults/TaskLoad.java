package io.glebe.api.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Creates and changes tasks through all gateways. The name of a task is the number of its last
 * change; each task has one writer, so its numbers grow. Readers by cursor and by stream of events
 * must see every acknowledged number or a later one, and a read after a write its number.
 */
final class TaskLoad {
  private static final String TASK =
      "{\"id\": \"%s\", \"name\": \"%d\", \"farmId\": \"%s\", \"status\": \"PLANNED\","
          + " \"originType\": \"USER\"}";
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration READ_PAUSE = Duration.ofMillis(150);
  private static final Duration OUTBOX_PAUSE = Duration.ofMillis(400);
  private static final String BATCH = "/v1/$batch";
  private static final int OUTBOX = 3;
  private static final int PAGE = 500;
  private static final int NEW_OF_TEN = 4;

  private final FaultClient client;
  private final UUID farm;
  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
  private final Map<String, Integer> attempted = new ConcurrentHashMap<>();
  private final List<ChangeReader> readers = new ArrayList<>();
  private final Queue<String> unseen = new ConcurrentLinkedQueue<>();

  TaskLoad(FaultClient client, UUID farm) {
    this.client = client;
    this.farm = farm;
  }

  /** Begins writers, and for each gateway a reader by cursor and one by stream. */
  void begin(LoadThreads threads, int writers, long seed) {
    for (int gateway = 0; gateway < client.gateways(); gateway++) {
      ChangeReader byCursor = new ChangeReader("cursor " + gateway, client, gateway);
      ChangeReader byStream = new ChangeReader("stream " + gateway, client, gateway);
      readers.addAll(List.of(byCursor, byStream));
      threads.repeat(byCursor.name(), READ_PAUSE, byCursor::readPage);
      threads.repeat(byStream.name(), READ_PAUSE, byStream::readStream);
    }
    for (int i = 0; i < writers; i++) {
      Writer writer = new Writer(new SplittableRandom(seed + i));
      threads.repeat("task writer " + i, PAUSE, writer::write);
    }
  }

  private final class Writer {
    private final SplittableRandom random;
    private final List<String> ids = new ArrayList<>();

    Writer(SplittableRandom random) {
      this.random = random;
    }

    void write() throws IOException, InterruptedException {
      if (ids.isEmpty() || random.nextInt(10) < NEW_OF_TEN) {
        ids.add(new UUID(random.nextLong(), random.nextLong()).toString());
      }
      String id = ids.get(random.nextInt(ids.size()));
      put(random.nextInt(client.gateways()), id);
    }
  }

  /** Sends outboxes of new tasks, as phones do that were without a network. */
  void beginOutbox(LoadThreads threads, Optional<URI> proxy, long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    threads.repeat("outbox", OUTBOX_PAUSE, () -> sendOutbox(proxy, random));
  }

  private void sendOutbox(Optional<URI> proxy, SplittableRandom random)
      throws IOException, InterruptedException {
    ObjectNode outbox = Json.object();
    ArrayNode operations = outbox.putArray("operations");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < OUTBOX; i++) {
      String id = new UUID(random.nextLong(), random.nextLong()).toString();
      ids.add(id);
      attempted.put(id, 1);
      operations
          .addObject()
          .put("method", "PUT")
          .put("path", "/tasks/" + id)
          .set("body", Json.parseObject(task(id, 1)));
    }
    HttpRequest.Builder request =
        proxy.isPresent()
            ? client.request(proxy.get(), Audience.FARM, BATCH)
            : client.request(random.nextInt(client.gateways()), Audience.FARM, BATCH);
    HttpResponse<byte[]> answer =
        client.send(
            request
                .header("Content-Type", Json.MEDIA_TYPE)
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(outbox)))
                .build());
    if (answer.statusCode() != 200) {
      return;
    }
    JsonNode results = Json.parse(answer.body()).path("results");
    for (int i = 0; i < results.size(); i++) {
      if (results.path(i).path("outcome").asText().equals("DONE")) {
        acknowledged.put(ids.get(i), 1);
      }
    }
  }

  /** Reads all changes after each of its writes, which must be among them. */
  void beginOwnReader(LoadThreads threads, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 31);
    ChangeReader reader = new ChangeReader("own reader", client, 0);
    threads.repeat(reader.name(), READ_PAUSE, () -> readOwn(reader, random));
  }

  private void readOwn(ChangeReader reader, SplittableRandom random)
      throws IOException, InterruptedException {
    String id = new UUID(random.nextLong(), random.nextLong()).toString();
    if (put(random.nextInt(client.gateways()), id)) {
      reader.readToEnd();
      if (!reader.seen().containsKey(id)) {
        unseen.add("a read after its write did not return task " + id);
      }
    }
  }

  /** Writes that a read after them did not return. */
  List<String> unseen() {
    return List.copyOf(unseen);
  }

  private byte[] task(String id, int number) {
    return TASK.formatted(id, number, farm).getBytes(StandardCharsets.UTF_8);
  }

  private boolean put(int gateway, String id) throws IOException, InterruptedException {
    int number = attempted.merge(id, 1, Integer::sum);
    HttpResponse<byte[]> answer =
        client.send(
            gateway, Audience.FARM, "PUT", "/v1/tasks/" + id, Json.MEDIA_TYPE, task(id, number));
    boolean done = answer.statusCode() < 300;
    if (done) {
      acknowledged.put(id, number);
    }
    return done;
  }

  /** Whether a gateway accepts a write. */
  boolean writesAt(int gateway) throws InterruptedException {
    try {
      return put(gateway, UUID.randomUUID().toString());
    } catch (IOException lost) {
      return false;
    }
  }

  int count() {
    return acknowledged.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The acknowledged numbers until now. */
  Map<String, Integer> expected() {
    return new HashMap<>(acknowledged);
  }

  /** Reads all tasks from the beginning and names those that are older than expected. */
  List<String> lost(int gateway, Map<String, Integer> expected)
      throws IOException, InterruptedException {
    ChangeReader all = new ChangeReader("list " + gateway, client, gateway);
    all.readToEnd();
    List<String> lost = missed(all, expected);
    all.seen()
        .forEach(
            (id, number) -> {
              if (attempted.getOrDefault(id, 0) < number) {
                lost.add("task " + id + " has number " + number + ", which nobody wrote");
              }
            });
    return lost;
  }

  /** What the readers have not seen yet. */
  List<String> missed(Map<String, Integer> expected) {
    List<String> missed = new ArrayList<>();
    readers.forEach(reader -> missed.addAll(missed(reader, expected)));
    return missed;
  }

  private static List<String> missed(ChangeReader reader, Map<String, Integer> expected) {
    List<String> missed = new ArrayList<>();
    expected.forEach(
        (id, number) -> {
          int seen = reader.seen().getOrDefault(id, 0);
          if (seen < number) {
            missed.add(reader.name() + " has " + seen + " of task " + id + ", not " + number);
          }
        });
    return missed;
  }

  /** The size of a page. */
  static int page() {
    return PAGE;
  }

  /** The number of a task in an item of a page; -1 for others. */
  static int number(JsonNode item) {
    String name = item.path("name").asText();
    return name.matches("\\d{1,9}") ? Integer.parseInt(name) : -1;
  }
}
