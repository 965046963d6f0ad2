package io.glebe.api.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.core.json.Json;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Creates observations with different results, over HTTP and at the broker. */
final class ObservationLoad {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Instant START = Instant.parse("2026-06-01T00:00:00Z");
  private static final int MOST_IDS = 65_535;
  private static final int PAGE = 1_000;

  private final FaultClient client;
  private final long httpStream;
  private final long mqttStream;
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger successes = new AtomicInteger();
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Long> published = new ConcurrentHashMap<>();
  private @Nullable RawClient broker;

  /**
   * @param datastreams two of a device: one for each protocol
   */
  ObservationLoad(FaultClient client, List<Long> datastreams) {
    this.client = client;
    httpStream = datastreams.get(0);
    mqttStream = datastreams.get(1);
  }

  /**
   * Begins the writers.
   *
   * @param brokerPort 0 without a broker
   */
  void begin(LoadThreads threads, int brokerPort, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    threads.repeat("observations", PAUSE, () -> post(random.nextInt(client.gateways())));
    if (brokerPort > 0) {
      threads.repeat("messages", PAUSE, () -> publish(brokerPort));
    }
  }

  private static String body(int number) {
    return "{\"result\": %d, \"phenomenonTime\": \"%s\"}"
        .formatted(number, START.plusSeconds(number));
  }

  private boolean post(int gateway) throws IOException, InterruptedException {
    int number = numbers.incrementAndGet();
    HttpResponse<byte[]> answer =
        client.send(
            gateway,
            Audience.SENSOR,
            "POST",
            "/sta/v1.1/Datastreams(" + httpStream + ")/Observations",
            Json.MEDIA_TYPE,
            body(number).getBytes(StandardCharsets.UTF_8));
    boolean done = answer.statusCode() == 201;
    if (done) {
      successes.incrementAndGet();
      acknowledged.add(number);
    }
    return done;
  }

  /** Whether a gateway accepts an observation. */
  boolean writesAt(int gateway) throws InterruptedException {
    try {
      return post(gateway);
    } catch (IOException lost) {
      return false;
    }
  }

  /**
   * A message counts when the broker says that somebody receives it: Mosquitto before 2.0.12 has no
   * shared subscriptions after its start until the gateways subscribe again, and says so.
   */
  private void publish(int port) throws IOException {
    int number = numbers.incrementAndGet();
    RawClient open = broker;
    try {
      if (open == null) {
        open = new RawClient(port);
        broker = open;
        if (open.connect5("device") != 0) {
          throw new IOException("the broker refuses the connection");
        }
      }
      int id = 1 + number % MOST_IDS;
      String topic = "v1.1/Datastreams(" + mqttStream + ")/Observations";
      int reason = open.publish5(id, topic, body(number).getBytes(StandardCharsets.US_ASCII));
      if (reason == 0) {
        successes.incrementAndGet();
        published.put(number, System.nanoTime());
      }
    } catch (IOException lost) {
      broker = null;
      if (open != null) {
        open.close();
      }
      throw lost;
    }
  }

  /**
   * Forgets messages that the broker had received in the last seconds before it was killed: it
   * writes its queue to its file once in a second.
   */
  void forgetMessagesAfter(long nanos) {
    published.values().removeIf(at -> at - nanos > 0);
  }

  int count() {
    return successes.get();
  }

  /** The acknowledged observations until now. */
  Set<Integer> expected() {
    return Set.copyOf(acknowledged);
  }

  /** The messages until now that the broker has acknowledged. */
  Set<Integer> expectedMessages() {
    return Set.copyOf(published.keySet());
  }

  /** Leaves lost messages out from now on, so that each is reported once. */
  void forget(Set<Integer> messages) {
    published.keySet().removeAll(messages);
  }

  /** Those that are not stored, or more than once. */
  List<String> lost(int gateway, Set<Integer> expected) throws IOException, InterruptedException {
    return lost(httpStream, gateway, expected, 1);
  }

  /** Messages that are not stored; a message that was not acknowledged is sent again. */
  List<String> lostMessages(int gateway, Set<Integer> expected)
      throws IOException, InterruptedException {
    return lost(mqttStream, gateway, expected, Integer.MAX_VALUE);
  }

  private List<String> lost(long datastream, int gateway, Set<Integer> expected, int most)
      throws IOException, InterruptedException {
    Map<Integer, Integer> stored = stored(datastream, gateway);
    List<String> lost = new ArrayList<>();
    for (int number : expected) {
      int times = stored.getOrDefault(number, 0);
      if (times < 1 || times > most) {
        lost.add("observation " + number + " is stored " + times + " times");
      }
    }
    return lost;
  }

  private Map<Integer, Integer> stored(long datastream, int gateway)
      throws IOException, InterruptedException {
    Map<Integer, Integer> stored = new HashMap<>();
    int last = -1;
    boolean more = true;
    while (more) {
      String path =
          "/sta/v1.1/Datastreams(%d)/Observations?$select=result&$orderby=phenomenonTime&$top=%d&$filter=result%%20gt%%20%d"
              .formatted(datastream, PAGE, last);
      HttpResponse<byte[]> answer = client.get(gateway, Audience.SENSOR, path);
      if (answer.statusCode() != 200) {
        throw new IOException("status " + answer.statusCode());
      }
      JsonNode values = Json.parseObject(answer.body()).path("value");
      for (JsonNode value : values) {
        last = value.path("result").asInt();
        stored.merge(last, 1, Integer::sum);
      }
      more = values.size() == PAGE;
    }
    return stored;
  }
}
