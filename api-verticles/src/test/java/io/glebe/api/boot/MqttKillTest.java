package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole process is killed while a device publishes to a subscriber with a session. */
@Timeout(180)
class MqttKillTest {
  private static final int MESSAGES = 20_000;
  private static final int BEFORE_THE_KILL = 500;
  private static final Duration START = Duration.ofMinutes(3);
  private static final String PASSWORD = "sensor-dev-password";

  @TempDir Path folder;

  private final Set<Integer> delivered = ConcurrentHashMap.newKeySet();

  private static ObjectNode send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
      return Json.parseObject(answer.body());
    }
  }

  private static HttpRequest.Builder sensorThings(ObjectNode status, String path) throws Exception {
    String basic =
        Base64.getEncoder().encodeToString(("sensor:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    String base = status.path("http").asText();
    ObjectNode token =
        send(
            HttpRequest.newBuilder(URI.create(base + "/dev/identity/token"))
                .header("Authorization", "Basic " + basic)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&audience=sensor-api"
                            + "&scope=sensor-read%20sensor-write")));
    return HttpRequest.newBuilder(URI.create(base + "/sta/v1.1" + path))
        .header("Authorization", "Bearer " + token.path("access_token").asText())
        .header("Content-Type", "application/json");
  }

  private static long datastream(ObjectNode status) throws Exception {
    String body =
        """
        {"name": "d", "unitOfMeasurement": {"name": "percent", "symbol": "%"},
         "ObservedProperty": {"name": "p"},
         "Thing": {"name": "t", "Locations": [{"location": {"type": "Point", "coordinates": [15, 46]}}]},
         "Sensor": {"name": "s", "encodingType": "text/plain", "metadata": "-"}}
        """;
    return send(sensorThings(status, "/Datastreams")
            .POST(HttpRequest.BodyPublishers.ofString(body)))
        .path("@iot.id")
        .longValue();
  }

  private static Mqtt5AsyncClient device(ObjectNode status) {
    Mqtt5AsyncClient device = client(status, UUID.randomUUID().toString());
    device.connect().join();
    return device;
  }

  /** A subscriber with a session. */
  private Mqtt5AsyncClient reader(ObjectNode status) {
    Mqtt5AsyncClient reader = client(status, "reader");
    reader.publishes(
        MqttGlobalPublishFilter.ALL,
        message ->
            delivered.add(Json.parse(message.getPayloadAsBytes()).path("result").intValue()));
    reader.connectWith().cleanStart(false).sessionExpiryInterval(3_600).send().join();
    return reader;
  }

  private static Mqtt5AsyncClient client(ObjectNode status, String id) {
    return Mqtt5Client.builder()
        .identifier(id)
        .serverHost("127.0.0.1")
        .serverPort(URI.create(status.path("mqtt").asText()).getPort())
        .simpleAuth()
        .username("sensor")
        .password(PASSWORD.getBytes(StandardCharsets.UTF_8))
        .applySimpleAuth()
        .buildAsync();
  }

  private static String topic(long datastream) {
    return "v1.1/Datastreams(" + datastream + ")/Observations";
  }

  private static CompletableFuture<?> publish(Mqtt5AsyncClient device, long datastream, int i) {
    Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(i);
    return device
        .publishWith()
        .topic(topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(
            ("{\"result\":" + i + ",\"phenomenonTime\":\"" + time + "\"}")
                .getBytes(StandardCharsets.UTF_8))
        .send();
  }

  private static long stored(ObjectNode status, long datastream) throws Exception {
    String path = "/Datastreams(" + datastream + ")/Observations?$count=true&$top=1";
    return send(sensorThings(status, path).GET()).path("@iot.count").longValue();
  }

  @Test
  void everyMessageIsStoredOnceAndDeliveredAlthoughThePlatformIsKilled() throws Exception {
    Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    Path data = folder.resolve("data");
    long datastream;
    try (PlatformProcess first = PlatformProcess.shortLived(data, Map.of())) {
      ObjectNode status = first.running();
      datastream = datastream(status);
      reader(status)
          .subscribeWith()
          .topicFilter(topic(datastream))
          .qos(MqttQos.AT_LEAST_ONCE)
          .send()
          .join();
      Mqtt5AsyncClient device = device(status);
      for (int i = 0; i < MESSAGES; i++) {
        int n = i;
        var _ = publish(device, datastream, i).thenRun(() -> acknowledged.add(n));
      }
      await().atMost(START).until(() -> acknowledged.size() >= BEFORE_THE_KILL);
      first.kill();
    }
    Set<Integer> known = Set.copyOf(acknowledged);
    assertThat(known.size()).as("killed in mid-flow").isLessThan(MESSAGES);
    try (PlatformProcess second = PlatformProcess.shortLived(data, Map.of())) {
      ObjectNode status = second.running();
      assertThat(stored(status, datastream)).isGreaterThanOrEqualTo(known.size());
      Mqtt5AsyncClient reader = reader(status);
      Mqtt5AsyncClient device = device(status);
      CompletableFuture.allOf(
              IntStream.range(0, MESSAGES)
                  .filter(i -> !known.contains(i))
                  .mapToObj(i -> publish(device, datastream, i))
                  .toArray(CompletableFuture[]::new))
          .get(START.toSeconds(), TimeUnit.SECONDS);
      assertThat(stored(status, datastream)).isEqualTo(MESSAGES);
      await().atMost(START).until(() -> delivered.size() == MESSAGES);
      reader.disconnect().join();
      device.disconnect().join();
      second.stop("TERM");
    }
  }
}
