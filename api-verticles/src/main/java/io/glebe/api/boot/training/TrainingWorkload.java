package io.glebe.api.boot.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.core.sample.SampleIds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * The requests of the first minute of a platform with the sample: pages, tiles, series, records and
 * observations, over HTTP and MQTT.
 */
final class TrainingWorkload implements AutoCloseable {
  private static final int ROUNDS = 12;
  private static final String[] DAYS = {"2026-04-10", "2026-06-22", "2026-07-20", "2026-08-25"};
  private static final String COLLECTIONS = "/api/v2/collections";
  private static final String SERIES =
      COLLECTIONS + "/demo-s2/aggregate/time-series?layers=NDVI&bbox=15.495,46.010,15.505,46.0";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final URI mqtt;
  private final String token;

  /**
   * The requests for a running platform in the development profile.
   *
   * @param running its running.json
   */
  TrainingWorkload(JsonNode running) {
    base = running.path("http").asText();
    mqtt = URI.create(running.path("mqtt").asText());
    token = Settings.defaults().get(IdentitySettings.DEV_TOKEN).orElseThrow();
  }

  /** Sends all requests; fails when a response is not as expected. */
  void runRequests() throws IOException, InterruptedException {
    for (String page : new String[] {"/console/", "/docs/", "/metrics", COLLECTIONS}) {
      get(page);
    }
    for (int round = 0; round < ROUNDS; round++) {
      get("/health/ready");
      tiles(round);
      get(SERIES + (180 + round) + "&resolution=P1M");
      records(farmToken());
    }
    observations();
  }

  private void tiles(int round) throws IOException, InterruptedException {
    for (int zoom = 12; zoom <= 16; zoom++) {
      int shift = zoom - 12;
      int x = (2224 << shift) + (1 << shift) / 4;
      int y = (1456 << shift) + (3 << shift) / 4;
      for (String day : DAYS) {
        for (int column = 0; column < 3; column++) {
          String tile = "/WebMercatorQuad/" + zoom + "/" + (x + column) + "/" + y;
          get(
              COLLECTIONS
                  + ("/demo-s2/tiles" + tile + "?layers=NDVI&datetime=" + day)
                  + ("&rescale=0,0." + (500 + round)));
        }
      }
      get(COLLECTIONS + "/demo-parcels/tiles/WebMercatorQuad/" + zoom + "/" + x + "/" + y);
    }
  }

  private String farmToken() throws IOException, InterruptedException {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&user=owner"
            + "&audience=farm-api&scope=farm-read+farm-write";
    byte[] answer =
        send(
            HttpRequest.newBuilder(URI.create(base + "/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    return Json.parseObject(answer).path("access_token").asText();
  }

  private void records(String farmToken) throws IOException, InterruptedException {
    UUID id = UUID.randomUUID();
    byte[] task =
        Json.bytes(
            Json.object()
                .put("id", id.toString())
                .put("farmId", SampleIds.FARM.toString())
                .put("name", "mow the meadow")
                .put("status", "PLANNED")
                .put("typeUri", "https://example.org/activity-types/mowing")
                .put("originType", "USER"));
    send(
        request("/v1/tasks/" + id, farmToken)
            .header("Content-Type", "application/json")
            .header("If-None-Match", "*")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(task)));
    send(request("/v1/tasks/" + id, farmToken).GET());
    send(request("/v1/fields?farmId=" + SampleIds.FARM, farmToken).GET());
  }

  private void observations() throws IOException, InterruptedException {
    JsonNode streams = Json.parseObject(get("/sta/v1.1/Datastreams?$top=1"));
    String topic =
        "v1.1/Datastreams(" + streams.path("value").path(0).path("@iot.id") + ")/Observations";
    Mqtt3BlockingClient client =
        MqttClient.builder()
            .useMqttVersion3()
            .serverHost(mqtt.getHost())
            .serverPort(mqtt.getPort())
            .simpleAuth()
            .username("sensor")
            .password("sensor-dev-password".getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    Instant start = Instant.parse("2026-05-01T12:00:00Z");
    for (int i = 0; i < 50 * ROUNDS; i++) {
      String observation =
          "{\"result\": " + i + ", \"phenomenonTime\": \"" + start.plusSeconds(i) + "\"}";
      client
          .publishWith()
          .topic(topic)
          .qos(MqttQos.AT_LEAST_ONCE)
          .payload(observation.getBytes(StandardCharsets.UTF_8))
          .send();
    }
    client.disconnect();
  }

  private byte[] get(String path) throws IOException, InterruptedException {
    return send(request(path, token).GET());
  }

  private HttpRequest.Builder request(String path, String bearer) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("Authorization", "Bearer " + bearer);
  }

  private byte[] send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() >= 400 && answer.statusCode() != 404) { // no console without Node.js
      throw new IOException(
          answer.request().uri()
              + ": "
              + answer.statusCode()
              + " "
              + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return answer.body();
  }

  @Override
  public void close() {
    http.close();
  }
}
