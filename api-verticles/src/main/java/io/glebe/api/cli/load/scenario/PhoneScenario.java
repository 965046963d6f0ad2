package io.glebe.api.cli.load.scenario;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Phones that were out of reach for a while: each sends its outbox, then reads the change feeds
 * from its cursors. Outboxes create tasks, and change tasks that they have created themselves or
 * that a phone had from the beginning.
 */
public final class PhoneScenario implements Scenario {
  /** Tasks that a phone has at the start. */
  public static final int FIRST_TASKS = 10;

  private static final List<String> FEEDS = List.of("tasks", "fields", "activities", "devices");
  private static final List<String> PRIORITIES = List.of("LOW", "NORMAL", "HIGH", "URGENT");
  private static final int MOST_OPERATIONS = 50;
  private static final double MEAN_OPERATIONS = 8;
  private static final int PAGE = 500;

  private final UUID farm;
  private final SplittableRandom random;
  private final List<Phone> phones = new ArrayList<>();

  /** A phone: its cursors, and the number of tasks that it has created. */
  private static final class Phone {
    private final int number;
    private final List<FeedReader> feeds;
    private int created = FIRST_TASKS;

    Phone(int number) {
      this.number = number;
      this.feeds = FEEDS.stream().map(feed -> new FeedReader()).toList();
    }
  }

  /** Reads the pages of a feed and remembers the cursor. */
  private static final class FeedReader implements LoadRequest.AnswerReader {
    private volatile String cursor = "";

    @Override
    public LoadRequest.Reading read(LoadAnswer answer) {
      String next = Json.parse(answer.body().getBytes()).path("nextCursor").asText("");
      if (!next.isEmpty()) {
        cursor = next;
      }
      return LoadRequest.Reading.of("pull");
    }

    @Override
    public boolean keepsBody() {
      return true;
    }
  }

  /** Reads the results of an outbox. */
  private static final class OutboxReader implements LoadRequest.AnswerReader {
    @Override
    public LoadRequest.Reading read(LoadAnswer answer) {
      List<String> faults = new ArrayList<>();
      for (var result : Json.parse(answer.body().getBytes()).path("results")) {
        String outcome = result.path("outcome").asText("");
        if (!outcome.equals("DONE")) {
          faults.add("operation " + outcome + " " + result.path("status").asInt());
        }
      }
      return new LoadRequest.Reading("push", faults);
    }

    @Override
    public boolean keepsBody() {
      return true;
    }
  }

  /**
   * @param farm the farm that all phones work on
   */
  public PhoneScenario(UUID farm, int clients, long seed) {
    this.farm = farm;
    this.random = new SplittableRandom(seed);
    for (int number = 0; number < clients; number++) {
      phones.add(new Phone(number));
    }
  }

  /** The tasks that all phones have at the start, as operations of an outbox. */
  public List<ObjectNode> firstTasks() {
    List<ObjectNode> operations = new ArrayList<>();
    for (Phone phone : phones) {
      for (int task = 0; task < FIRST_TASKS; task++) {
        operations.add(create(phone, task));
      }
    }
    return operations;
  }

  private UUID task(Phone phone, int number) {
    return NameUuids.v5(farm, "task " + phone.number + " " + number);
  }

  @Override
  public List<LoadRequest> next(long atNanos) {
    Phone phone = phones.get(random.nextInt(phones.size()));
    int chance = random.nextInt(100);
    if (chance < 40) {
      return List.of(push(phone));
    }
    if (chance < 80) {
      return pull(phone);
    }
    String path = "/v1/tasks/" + task(phone, random.nextInt(FIRST_TASKS));
    return List.of(LoadRequest.get(RequestClass.RECORD, Audience.FARM, path, "one"));
  }

  private List<LoadRequest> pull(Phone phone) {
    List<LoadRequest> requests = new ArrayList<>();
    for (int feed = 0; feed < FEEDS.size(); feed++) {
      FeedReader reader = phone.feeds.get(feed);
      String path = "/v1/%s?farmId=%s&limit=%d".formatted(FEEDS.get(feed), farm, PAGE);
      String cursor = reader.cursor;
      requests.add(
          new LoadRequest(
              RequestClass.SYNC,
              Audience.FARM,
              HttpMethod.GET,
              cursor.isEmpty()
                  ? path
                  : path + "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8),
              Optional.empty(),
              "GET %s of phone %d".formatted(path, phone.number),
              () -> "",
              reader));
    }
    return requests;
  }

  private LoadRequest push(Phone phone) {
    int count =
        (int) Math.min(MOST_OPERATIONS, 1 - MEAN_OPERATIONS * Math.log(1 - random.nextDouble()));
    ObjectNode body = Json.object();
    ArrayNode operations = body.putArray("operations");
    int firstOwn = phone.created;
    for (int i = 0; i < count; i++) {
      if (random.nextInt(100) < 60) {
        operations.add(create(phone, phone.created++));
      } else {
        int own = phone.created - firstOwn;
        boolean isOwn = own > 0 && random.nextBoolean();
        int number = isOwn ? firstOwn + random.nextInt(own) : random.nextInt(FIRST_TASKS);
        operations.add(change(task(phone, number)));
      }
    }
    return LoadRequest.post(
        RequestClass.SYNC,
        Audience.FARM,
        "/v1/$batch",
        body,
        "POST $batch " + body,
        new OutboxReader());
  }

  private ObjectNode create(Phone phone, int number) {
    UUID id = task(phone, number);
    ObjectNode operation = operation("PUT", id);
    operation.putObject("headers").put("If-None-Match", "*");
    ObjectNode body = operation.putObject("body");
    body.put("id", id.toString()).put("name", "Task " + number + " of phone " + phone.number);
    body.put("farmId", farm.toString()).put("originType", "USER").put("status", "PLANNED");
    body.put("priority", priority());
    return operation;
  }

  private ObjectNode change(UUID id) {
    ObjectNode operation = operation("PATCH", id);
    ObjectNode body = operation.putObject("body").put("priority", priority());
    body.put("description", "seen at " + random.nextInt(100_000) + " m");
    return operation;
  }

  private static ObjectNode operation(String method, UUID id) {
    return Json.object().put("method", method).put("path", "/tasks/" + id);
  }

  private String priority() {
    return PRIORITIES.get(random.nextInt(PRIORITIES.size()));
  }
}
