package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.metrics.MeterNames;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the meters of the running platform with the list of names and with the documentation.
 */
class MetersTest {
  private static final TestPlatform PLATFORM = TestPlatform.shared();

  /** Meters that exist only with an outside MQTT broker, a bucket, or settings for them. */
  private static final Set<String> OF_OUTSIDE_SYSTEMS =
      Set.of(
          MeterNames.MQTT_BRIDGE_CONNECTED,
          MeterNames.MQTT_BRIDGE_DROPPED,
          MeterNames.MQTT_BRIDGE_UNPUBLISHED,
          MeterNames.CACHE_DAMAGED,
          MeterNames.CACHE_FAILURES,
          MeterNames.STORE_HEDGES,
          MeterNames.STORE_AVAILABLE,
          MeterNames.JVM_EVENTS);

  private static List<String> names() {
    return Arrays.stream(MeterNames.class.getFields()).map(MetersTest::value).toList();
  }

  private static String value(Field field) {
    try {
      return (String) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** The beginnings of the names of {@link #OF_OUTSIDE_SYSTEMS} in Prometheus. */
  static Stream<String> ofOutsideSystems() {
    return OF_OUTSIDE_SYSTEMS.stream().map(MetersTest::inPrometheus);
  }

  private static String inPrometheus(String name) {
    return name.replace('.', '_');
  }

  /** The second page also has the meters of the first request. */
  static String page() throws IOException, InterruptedException {
    HttpRequest page = HttpRequest.newBuilder(PLATFORM.uri("/metrics")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(page, BodyHandlers.ofString());
      return client.send(page, BodyHandlers.ofString()).body();
    }
  }

  @Test
  void everyMeterOfOursSaysWhatItIs() throws IOException, InterruptedException {
    List<String> described =
        page()
            .lines()
            .filter(line -> line.startsWith("# HELP glebe_"))
            .map(line -> line.split(" ", 4))
            .filter(words -> words.length == 4 && !words[3].isBlank())
            .map(words -> words[2])
            .toList();
    List<String> all =
        page()
            .lines()
            .filter(line -> line.startsWith("# TYPE glebe_"))
            .map(line -> line.split(" ", -1)[2])
            .toList();
    assertThat(all).hasSizeGreaterThan(50).isSubsetOf(described);
  }

  @Test
  void theMetricsPageHasEveryMeter() throws IOException, InterruptedException {
    String text = page();
    List<String> missing = new ArrayList<>(names());
    missing.removeAll(OF_OUTSIDE_SYSTEMS);
    missing.removeIf(name -> text.contains("\n" + inPrometheus(name)));
    assertThat(missing).isEmpty();
  }

  @Test
  void theDocumentationDescribesEveryMeter() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "metrics.md"));

    List<String> missing = new ArrayList<>(names());
    missing.removeIf(name -> page.contains("`" + inPrometheus(name)));
    assertThat(missing).isEmpty();
  }
}
