package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A service account that sends SensorThings requests to the shared platform. */
final class StaClient {
  private static final Map<String, String> TOKENS = new ConcurrentHashMap<>();
  private static final String PASSWORD = "a long enough password";

  private final String account;

  StaClient(String account) {
    this.account = account;
  }

  String token() {
    return TOKENS.computeIfAbsent(account, StaClient::signIn);
  }

  private static String signIn(String account) {
    TestPlatform platform = TestPlatform.shared();
    platform
        .platform()
        .identity()
        .accounts()
        .put(account, PASSWORD, Set.of("sensor-read", "sensor-write"))
        .await();
    String form =
        "grant_type=client_credentials&client_id="
            + account
            + "&client_secret="
            + URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8)
            + "&audience=sensor-api&scope=sensor-read+sensor-write";
    HttpResponse<String> answer =
        platform.send(
            HttpRequest.newBuilder(platform.uri("/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  HttpResponse<String> send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri("/sta/v1.1" + path.replace(" ", "%20")))
            .header("Authorization", "Bearer " + token())
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return TestPlatform.shared().send(request);
  }

  HttpResponse<String> get(String path) {
    return send("GET", path, "");
  }

  /** A GET for an answer of a media type. */
  HttpResponse<String> get(String path, String accept) {
    return TestPlatform.shared()
        .send(
            HttpRequest.newBuilder(TestPlatform.shared().uri("/sta/v1.1" + path))
                .header("Authorization", "Bearer " + token())
                .header("Accept", accept));
  }

  /** The JSON of a GET that must succeed. */
  JsonNode json(String path) {
    HttpResponse<String> answer = get(path);
    assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(200);
    return Json.parse(answer.body());
  }

  /** The page after this one. */
  JsonNode next(JsonNode page) {
    String link = page.path("@iot.nextLink").asText();
    assertThat(link).contains("/sta/v1.1/");
    return json(link.substring(link.indexOf("/sta/v1.1/") + "/sta/v1.1".length()));
  }

  /** The JSON of a GET with one query option, which is URL-encoded. */
  JsonNode query(String path, String option, String text) {
    return json(path + "?" + option + "=" + encoded(text));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  ObjectNode post(String path, String body) {
    HttpResponse<String> answer = send("POST", path, body);
    assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(201);
    return Json.parseObject(answer.body());
  }

  /** Creates an entity and returns its id. */
  long id(String path, String body) {
    return post(path, body).path("@iot.id").asLong();
  }

  /** Creates a datastream with all its related entities in one request. */
  long datastream(String name) {
    return post(
            "/composite",
            "{'thing': {'name': '"
                + name
                + "'}, 'sensor': {'name': 's'}, 'observedProperty': {'name':"
                + " 'moisture'}, 'datastream': {'name': '"
                + name
                + "', 'unit': {'name': 'percent', 'symbol': '%'}}}")
        .at("/datastream/@iot.id")
        .asLong();
  }

  void observe(long datastream, String time, double result) {
    assertThat(
            send(
                    "POST",
                    "/Datastreams(" + datastream + ")/Observations",
                    "{'result': " + result + ", 'phenomenonTime': '" + time + "'}")
                .statusCode())
        .isEqualTo(201);
  }
}
