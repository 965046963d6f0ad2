package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every value that the documents publish for a parameter of the query of an operation that reads,
 * sent once to a platform with the sample. None is refused with 400.
 */
final class PublishedParametersTest {
  /** Requests that wait for their responses. */
  private static final int AT_ONCE = 8;

  /** Conditions in CQL2 are for features. */
  private static final Map<String, String> FEATURES =
      Map.of("collectionId", "demo-parcels", "tmsId", "WebMercatorQuad-Vector");

  /** The only list that is also served as arrays. */
  private static final Map<String, String> OBSERVATIONS =
      Map.of("path", "Datastreams(1)/Observations");

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private static Path folder;
  private static Platform platform;
  private static String server;
  private static final List<PublishedOperation> OPERATIONS = new ArrayList<>();
  private static final KnownPaths PATHS = new KnownPaths(new Random(20_261_127L));

  private final Set<String> refused = new TreeSet<>();
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final AtomicInteger named = new AtomicInteger();
  private int sent;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    platform =
        Platform.start(
            TestPlatform.settings(Files.createDirectory(folder.resolve("data")))
                .with(ProcessSettings.SAMPLE, "true"));
    server = platform.address();
    ServedDocuments.operations(server, "owner").values().forEach(OPERATIONS::addAll);
    OPERATIONS.addAll(ServedDocuments.services(server, "admin"));
    OPERATIONS.addAll(ServedDocuments.store(server, "admin"));
    OPERATIONS.removeIf(
        each -> !each.method().equals("GET") || each.streams() || !each.isPredictable());
    PATHS.learn(OPERATIONS, list -> path -> json(list, path));
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static Optional<JsonNode> json(PublishedOperation list, String path) {
    HttpResponse<String> response =
        HTTP.sendAsync(request(list, path), HttpResponse.BodyHandlers.ofString()).join();
    String type = response.headers().firstValue("Content-Type").orElse("");
    return response.statusCode() == 200 && type.contains("json")
        ? Optional.of(Json.parse(response.body()))
        : Optional.empty();
  }

  private static HttpRequest request(PublishedOperation operation, String target) {
    return HttpRequest.newBuilder(URI.create(server + target))
        .header("Authorization", "Bearer " + operation.token())
        .build();
  }

  @Test
  void everyPublishedValueOfAParameterIsTaken() throws InterruptedException {
    for (PublishedOperation operation : OPERATIONS) {
      for (JsonNode parameter : operation.parameters("query")) {
        String name = parameter.path("name").asText();
        for (String value : values(operation, parameter)) {
          List<String> query = required(operation, name);
          query.add(name + "=" + KnownPaths.encoded(value));
          send(path(operation, name), operation, query);
        }
      }
    }
    assertThat(refusals()).isEmpty();
    assertThat(sent).isGreaterThan(500);
  }

  @Test
  void aMisspeltWordOfAClosedSetIsRefusedWithTheRightWord() throws InterruptedException {
    for (PublishedOperation operation : OPERATIONS) {
      for (JsonNode parameter : operation.parameters("query")) {
        Optional<String> word = word(operation, parameter);
        if (word.isPresent()) {
          String name = parameter.path("name").asText();
          List<String> query = required(operation, name);
          query.add(name + "=" + KnownPaths.encoded(misspelt(word.get())));
          send(path(operation, name), operation, query, answer -> isNamed(answer, word.get()));
        }
      }
    }
    assertThat(refusals()).isEmpty();
    assertThat(named).hasValueGreaterThan(190);
  }

  /** A word of the closed set of a parameter that has one. */
  private static Optional<String> word(PublishedOperation operation, JsonNode parameter) {
    JsonNode schema = operation.check().resolved(parameter.path("schema"));
    JsonNode words = schema.has("items") ? schema.at("/items/enum") : schema.path("enum");
    return words
        .valueStream()
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .filter(each -> each.length() > 3)
        .findFirst();
  }

  /** The word without its third letter. */
  private static String misspelt(String word) {
    return word.substring(0, 2) + word.substring(3);
  }

  /** Not found: an unknown colour ramp, and paths below records that nobody knows. */
  private boolean isNamed(HttpResponse<String> response, String word) {
    if (response.statusCode() == 404) {
      return true;
    }
    named.incrementAndGet();
    return response.statusCode() == 400 && Json.parse(response.body()).toString().contains(word);
  }

  /** The parameters that each request must have, without this one. */
  private static List<String> required(PublishedOperation operation, String but) {
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : operation.parameters("query")) {
      String name = parameter.path("name").asText();
      if (parameter.path("required").asBoolean() && !name.equals(but)) {
        String value =
            values(operation, parameter).stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError(operation + " has no example of " + name));
        query.add(name + "=" + KnownPaths.encoded(value));
      }
    }
    return query;
  }

  /** The examples, the words and the default of a parameter. */
  private static Set<String> values(PublishedOperation operation, JsonNode parameter) {
    Set<String> values = new LinkedHashSet<>();
    add(values, parameter.path("example"));
    for (JsonNode example : parameter.path("examples")) {
      add(values, operation.check().resolved(example).path("value"));
    }
    JsonNode schema = operation.check().resolved(parameter.path("schema"));
    for (JsonNode described : List.of(schema, schema.path("items"))) {
      described.path("enum").forEach(each -> add(values, each));
      described.path("examples").forEach(each -> add(values, each));
      add(values, described.path("default"));
    }
    return values;
  }

  private static void add(Set<String> values, JsonNode value) {
    if (value.isArray()) {
      values.add(value.valueStream().map(JsonNode::asText).collect(Collectors.joining(",")));
    } else if (value.isValueNode()) {
      values.add(value.asText());
    }
  }

  /** A path at which the parameter has a meaning. */
  private static String path(PublishedOperation operation, String parameter) {
    if (operation.path().startsWith("/v1/")) {
      return PATHS.path(operation, new SchemaValues(operation.check(), Map.of(), new Random(1)));
    }
    boolean ofFeatures = parameter.startsWith("filter") && !operation.path().contains("/stac/");
    Map<String, String> given = parameter.equals("$resultFormat") ? OBSERVATIONS : Map.of();
    return ExampleRequest.path(operation, ofFeatures ? FEATURES : given);
  }

  private void send(String path, PublishedOperation operation, List<String> query)
      throws InterruptedException {
    send(
        path,
        operation,
        query,
        response -> response.statusCode() != 400 && response.statusCode() < 500);
  }

  private void send(
      String path,
      PublishedOperation operation,
      List<String> query,
      Predicate<HttpResponse<String>> isRight)
      throws InterruptedException {
    sent++;
    String target = path + (query.isEmpty() ? "" : "?" + String.join("&", query));
    places.acquire();
    var _ =
        HTTP.sendAsync(request(operation, target), HttpResponse.BodyHandlers.ofString())
            .whenComplete(
                (response, failure) -> {
                  if (failure != null) {
                    note(target + ": " + failure);
                  } else if (!isRight.test(response)) {
                    note(target + ": " + response.statusCode() + " " + response.body());
                  }
                  places.release();
                });
  }

  private void note(String refusal) {
    synchronized (refused) {
      refused.add(refusal);
    }
  }

  /** Waits for all responses. */
  private Set<String> refusals() throws InterruptedException {
    places.acquire(AT_ONCE);
    System.out.println("requests with published values: " + sent);
    return refused;
  }
}
