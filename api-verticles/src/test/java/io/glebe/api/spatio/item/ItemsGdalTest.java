package io.glebe.api.spatio.item;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GDAL opens the spatio-temporal API as an OGC API - Features service. */
final class ItemsGdalTest {
  private static final String FEATURE =
      "{\"type\":\"Feature\",\"id\":\"%s\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%s]},"
          + "\"properties\":{\"crop\":\"%s\",\"area\":%s}}";

  @ParameterizedTest
  @ValueSource(strings = {"/api/v2", ""})
  void ogrinfoReadsItemsWithAToken(String prefix) throws Exception {
    SpatioClient client = new SpatioClient(prefix);
    String id = client.collection();
    String items = "/collections/" + id + "/items";
    for (int i = 0; i < 15; i++) { // more than one page
      String near =
          FEATURE.formatted("n" + i, 15.1 + i / 100.0 + ",46.1", i == 7 ? "rye" : "oat", i);
      expect(201, client.post(items, "application/geo+json", near));
    }
    String far = FEATURE.formatted("far", "-70,-30", "maize", 99);
    expect(201, client.post(items, "application/geo+json", far));

    String text = ogrinfo(prefix, id, "-spat", "15", "46", "16", "47");
    assertThat(text).contains("Feature Count: 15", "rye", "POINT (15.17 46.1)");
    assertThat(text).doesNotContain("maize", "FAILURE", "ERROR");
    String filtered = ogrinfo(prefix, id, "-where", "crop = 'rye'");
    assertThat(filtered).contains("Feature Count: 1").doesNotContain("ERROR");
  }

  private static String ogrinfo(String prefix, String id, String... more) throws Exception {
    List<String> command = new java.util.ArrayList<>(List.of("ogrinfo", "-ro", "-al"));
    command.addAll(List.of(more));
    command.add("OAPIF:" + TestPlatform.shared().uri(prefix.isEmpty() ? "/" : prefix));
    command.add(id);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GDAL_HTTP_HEADERS", "Authorization: Bearer glebe-dev-token");
    builder.environment().put("GDAL_HTTP_NETRC", "NO");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      Assumptions.abort("ogrinfo of gdal-bin is not installed");
      throw e;
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }
}
