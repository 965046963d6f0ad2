package io.glebe.api.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.PlatformProcess;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The example services as processes of their own, which are killed in the middle of a commission:
 * after another start every result is there once.
 */
class ExampleServiceTest {
  private static final Path EXAMPLES = Path.of("..", "examples", "mean-ndvi").toAbsolutePath();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration TIME = Duration.ofMinutes(1);

  @TempDir private static Path folder;
  private static PlatformProcess platform;
  private static String server;

  @BeforeAll
  static void start() throws IOException {
    platform = PlatformProcess.withSample(folder.resolve("data"), true);
    server = platform.running().path("http").asText();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static JsonNode send(HttpRequest.Builder request) {
    try {
      var response = HTTP.send(request.build(), BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isLessThan(300);
      return Json.parse(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String token(String user, String audience) {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&user="
            + user
            + "&audience="
            + audience;
    return send(HttpRequest.newBuilder(URI.create(server + "/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)))
        .path("access_token")
        .asText();
  }

  private static HttpRequest.Builder request(String user, String audience, String path) {
    return HttpRequest.newBuilder(URI.create(server + path))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token(user, audience));
  }

  private static JsonNode get(String path) {
    return send(request("owner", "farm-api", path));
  }

  private static JsonNode post(String user, String path, ObjectNode body) {
    return send(request(user, "farm-api", path).POST(BodyPublishers.ofString(Json.write(body))));
  }

  /** The fields of one farm of the sample. */
  private static List<JsonNode> fields() {
    List<JsonNode> all = get("/v1/fields?limit=100").path("items").valueStream().toList();
    String farm = all.getFirst().path("farmId").asText();
    return all.stream().filter(field -> field.path("farmId").asText().equals(farm)).toList();
  }

  private static ObjectNode order(List<JsonNode> fields) {
    ObjectNode order = Json.object().put("farmId", fields.getFirst().path("farmId").asText());
    fields.forEach(field -> order.withArray("fieldIds").add(field.path("id").asText()));
    List.of(
            "field:read",
            "data:read",
            "data:create",
            "data:update",
            "dataType:read",
            "file:read",
            "file:create",
            "result:read",
            "result:create",
            "result:update")
        .forEach(order.withArray("permissions")::add);
    order.put("endsAt", Instant.now().plus(Duration.ofHours(1)).toString());
    order.putObject("parameters").put("collection", "demo-s2").put("layer", "NDVI");
    return order;
  }

  private static Process run(String language, JsonNode service, double pause) throws IOException {
    List<String> command =
        language.equals("java")
            ? List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                EXAMPLES.resolve("MeanNdvi.java").toString())
            : List.of("/usr/bin/python3", EXAMPLES.resolve("mean_ndvi.py").toString());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(language)));
    builder
        .environment()
        .putAll(
            Map.of(
                "GLEBE_URL", server,
                "GLEBE_CLIENT_ID", service.path("clientId").asText(),
                "GLEBE_CLIENT_SECRET", service.path("clientSecret").asText(),
                "EXAMPLE_PAUSE", Double.toString(pause),
                "EXAMPLE_COMMISSIONS", "1"));
    return builder.start();
  }

  private static java.io.File log(String language) {
    return folder.resolve(language + ".log").toFile();
  }

  private static double mean(String field) {
    String path =
        "/api/v2/collections/demo-s2/aggregate/summary?layers=NDVI&statistics=mean&fieldId="
            + field;
    return send(request("owner", "spatio-api", path))
        .path("layers")
        .path(0)
        .path("mean")
        .asDouble();
  }

  private static List<JsonNode> items(String path) {
    return get(path).path("items").valueStream().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"python", "java"})
  void aServiceThatIsKilledInTheMiddleDeliversItsResultOnce(String language)
      throws IOException, InterruptedException {
    ObjectNode named = Json.object().put("name", "Mean NDVI in " + language);
    JsonNode service = post("maintainer", "/services", named);
    String registry = "/services/" + service.path("id").asText();
    List<JsonNode> fields = fields();
    assertThat(fields).hasSizeGreaterThan(1);
    String commission = post("owner", registry + "/commissions", order(fields)).path("id").asText();
    String results = registry + "/results?commissionId=" + commission;

    Process killed = run(language, service, 2);
    try {
      await().atMost(TIME).until(() -> !items(results).isEmpty());
    } finally {
      killed.destroyForcibly().waitFor();
    }
    assertThat(items(results)).hasSizeLessThan(fields.size());
    assertThat(get(registry + "/commissions/" + commission).path("state").asText())
        .isEqualTo("OPEN");

    Process again = run(language, service, 0);
    boolean ended = again.waitFor(TIME.toSeconds(), TimeUnit.SECONDS);
    again.destroyForcibly().waitFor();
    String log = java.nio.file.Files.readString(log(language).toPath());
    assertThat(ended).as(log).isTrue();

    JsonNode done = get(registry + "/commissions/" + commission);
    assertThat(done.path("state").asText()).as(done + log).isEqualTo("COMPLETED");
    Set<String> answered = new HashSet<>();
    for (JsonNode result : items(results)) {
      String field = result.path("fieldId").asText();
      assertThat(answered.add(field)).as("one result of a field").isTrue();
      assertThat(Math.abs(result.path("value").asDouble() - mean(field))).isLessThan(1e-5);
    }
    assertThat(answered).hasSize(fields.size());
    assertThat(
            items("/v1/files?limit=1000").stream()
                .filter(file -> file.path("createdByJobId").asText().equals(commission)))
        .hasSize(1);
    assertThat(
            items("/v1/data?limit=1000").stream()
                .filter(data -> data.path("createdByJobId").asText().equals(commission)))
        .hasSize(1);
  }
}
