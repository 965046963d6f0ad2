package io.glebe.api.spatio.stac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.PlatformProcess;
import io.glebe.api.spatio.Tools;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The catalogue of the sample farm, read link by link as a crawler does and judged by {@code
 * stac-node-validator} of npm with the schemas of {@link StacSchemas}.
 */
final class StacValidatorTest {
  private static final Set<String> FOLLOWED =
      Set.of("self", "root", "data", "child", "item", "items", "collection", "search", "next");
  private static final List<String> COMMAND =
      List.of("node", "node_modules/stac-node-validator/bin/cli.js");

  @TempDir private static Path folder;
  private static PlatformProcess platform;
  private static Path validator;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws Exception {
    platform = PlatformProcess.withSample(folder.resolve("data"), true);
    validator = Tools.npm("stac");
    platform.running();
  }

  @AfterAll
  static void stop() {
    if (platform != null) {
      platform.close();
    }
  }

  @Test
  void everyDocumentThatACrawlerReachesIsValid() throws Exception {
    for (String root : List.of("/api/v2/stac", "/stac")) {
      Map<String, ObjectNode> found = crawl(root);
      assertThat(found.values())
          .extracting(each -> each.path("type").asText())
          .contains("Catalog", "Collection", "Feature", "FeatureCollection");
      assertThat(found.keySet()).hasSizeGreaterThan(40);
      String output = validate(root, List.copyOf(found.values()));
      assertThat(output)
          .contains("Valid: " + found.size(), "Invalid: 0")
          .doesNotContain("Skipping");
    }
  }

  @Test
  void theValidatorRefusesABrokenMemberOfAnExtension() throws Exception {
    String item =
        crawl("/api/v2/stac").entrySet().stream()
            .filter(each -> each.getValue().at("/properties/proj:epsg").isInt())
            .map(each -> Json.write(each.getValue()))
            .findFirst()
            .orElseThrow();
    ObjectNode broken = Json.parseObject(item);
    ((ObjectNode) broken.path("properties")).put("proj:epsg", "3794");
    ObjectNode unlocated = Json.parseObject(item);
    unlocated.remove("geometry");
    String output = validate("broken", List.of(broken, unlocated, Json.parseObject(item)));
    assertThat(output).contains("Valid: 1", "Invalid: 2");
  }

  /** The documents of a catalogue by address, from its root along the links. */
  private static Map<String, ObjectNode> crawl(String root) throws Exception {
    String server = platform.running().path("http").asText();
    Map<String, ObjectNode> found = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>(List.of(server + root));
    while (!open.isEmpty()) {
      String address = open.remove();
      if (found.containsKey(address)) {
        continue;
      }
      ObjectNode document = read(HttpRequest.newBuilder(URI.create(address)));
      found.put(address, document);
      links(document, server + root, open);
    }
    HttpRequest.Builder post =
        HttpRequest.newBuilder(URI.create(server + root + "/search"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"limit\":100}"));
    found.put("POST", read(post));
    return found;
  }

  private static void links(JsonNode document, String root, Deque<String> open) {
    for (JsonNode each : document.findValues("links")) {
      for (JsonNode link : each) {
        String href = link.path("href").asText();
        if (FOLLOWED.contains(link.path("rel").asText())
            && link.path("method").asText("GET").equals("GET")
            && href.startsWith(root)) {
          open.add(href);
        }
      }
    }
  }

  private static ObjectNode read(HttpRequest.Builder request) throws Exception {
    HttpRequest sent = request.header("Authorization", "Bearer glebe-dev-token").build();
    HttpResponse<byte[]> answer = HTTP.send(sent, HttpResponse.BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).as(sent.uri().toString()).isEqualTo(200);
    return Json.parseObject(answer.body());
  }

  /** What the validator says of these documents. */
  private static String validate(String name, List<ObjectNode> documents)
      throws IOException, InterruptedException {
    Path files = Files.createDirectories(folder.resolve(name.replace('/', '-')));
    List<String> command = new ArrayList<>(COMMAND);
    command.addAll(List.of("--schemaMap", schemas()));
    for (JsonNode document : documents) {
      Path file = files.resolve(command.size() + ".json");
      Files.write(file, Json.bytes(document));
      command.add(file.toString());
    }
    Path report = files.resolve("report.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(validator.toFile())
            .redirectErrorStream(true)
            .redirectOutput(report.toFile())
            .start();
    process.waitFor();
    return Files.readString(report);
  }

  /** Addresses of schemas and their files: the validator downloads any other one, and fails. */
  private static String schemas() throws IOException {
    Path schemas = Path.of("src/test/resources/stac").toAbsolutePath();
    try (var files = Files.list(schemas)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .map(StacValidatorTest::addressed)
          .collect(Collectors.joining(";"));
    }
  }

  private static String addressed(Path schema) {
    try {
      String id = Json.parseObject(Files.readAllBytes(schema)).path("$id").asText();
      return id.replaceAll("#$", "") + "=" + schema;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
