package io.glebe.api.spatio.item;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that request large pages of features, with little memory for responses. */
class LargePagesTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int FEATURES = 20;
  private static final int CLIENTS = 30;

  @TempDir private static Path folder;
  private static Platform platform;
  private static SpatioClient client;
  private static String large;
  private static String small;

  @BeforeAll
  static void start() throws Exception {
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(SpatioSettings.PAGE_BYTES, "10M")
                .with(MemorySettings.RESPONSE_MEMORY, "60M")
                .with(MemorySettings.RESPONSE_MEMORY_OF_CALLER, "45M"));
    client = SpatioClient.founded(platform);
    large = items(FEATURES, "a".repeat(MEGABYTE));
    small = items(FEATURES, "a".repeat(1000));
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  /** The path of new features with this text each. */
  private static String items(int count, String text) {
    String items = "/collections/" + client.collection() + "/items";
    for (int i = 0; i < count; i++) {
      expect(200, client.post(items, "application/x-ndjson", feature("f" + i, text)));
    }
    return items;
  }

  private static String feature(String id, String text) {
    ObjectNode feature = Json.object().put("type", "Feature").put("id", id);
    feature
        .putObject("geometry")
        .put("type", "Point")
        .set("coordinates", Json.array().add(15).add(46));
    feature.putObject("properties").put("text", text);
    return Json.write(feature);
  }

  private static List<String> ids(JsonNode page) {
    return page.path("features").findValuesAsText("id");
  }

  private static String next(JsonNode page) {
    for (JsonNode link : page.path("links")) {
      if (link.path("rel").asText().equals("next")) {
        String href = link.path("href").asText();
        return href.substring(href.indexOf("/collections/"));
      }
    }
    return "";
  }

  @Test
  @Tag("GLEBE_PAGE_BYTES")
  void pagesAreBoundedAndTogetherComplete() {
    List<String> found = new ArrayList<>();
    for (String path = large + "?limit=1000"; !path.isEmpty(); ) {
      byte[] body = expect(200, client.get(path)).body();
      assertThat(body.length).isLessThan(10 * MEGABYTE + 100_000);
      JsonNode page = Json.parse(body);
      found.addAll(ids(page));
      path = next(page);
    }
    assertThat(found)
        .containsExactlyElementsOf(IntStream.range(0, FEATURES).mapToObj(i -> "f" + i).toList());
  }

  @Test
  void manyLargePagesAtOnceAreAnsweredOrRefused() throws Exception {
    for (String form : List.of("?limit=1000", "?limit=1000&f=html", "?limit=1000&crs=EPSG:3857")) {
      Map<Integer, Integer> statuses = statuses(large + form);
      assertThat(statuses.keySet()).as(form + " " + statuses).isSubsetOf(200, 429, 503);
      assertThat(statuses.getOrDefault(200, 0)).as(form + " " + statuses).isPositive();
      expect(200, client.get(small + form));
    }
  }

  @Test
  void manyOrdinaryPagesAtOnceAreAllAnswered() throws Exception {
    assertThat(statuses(small + "?limit=1000")).isEqualTo(Map.of(200, CLIENTS));
    assertThat(statuses(small + "?filter=CASEI(id)='f1'")).isEqualTo(Map.of(200, CLIENTS));
  }

  /** The number of clients that got each status. */
  private static Map<Integer, Integer> statuses(String path) throws Exception {
    List<Callable<Integer>> requests = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      requests.add(() -> client.get(path).statusCode());
    }
    Map<Integer, Integer> statuses = new TreeMap<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> answer : clients.invokeAll(requests)) {
        statuses.merge(answer.get(), 1, Integer::sum);
      }
    }
    return statuses;
  }

  @Test
  void aLargeFeatureIsReadAloneAndInAPage() {
    String items = items(1, "\u00e4".repeat(5 * MEGABYTE));
    assertThat(json(expect(200, client.get(items + "/f0"))).at("/properties/text").asText())
        .hasSize(5 * MEGABYTE);
    assertThat(ids(json(expect(200, client.get(items + "?limit=5"))))).containsExactly("f0");
    expect(200, client.get(items + "/f0?f=html"));
  }
}
