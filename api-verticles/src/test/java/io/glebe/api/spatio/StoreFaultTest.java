package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.zarr.fixture.S3Server;
import io.glebe.zarr.store.S3Location;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** A platform on an S3 server that fails while it works. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class StoreFaultTest {
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String KEY = "aws.accessKeyId";
  private static final String SECRET = "aws.secretAccessKey";

  @TempDir private static Path folder;

  private static void keys(String key, String secret) {
    System.setProperty(KEY, key);
    System.setProperty(SECRET, secret);
  }

  @BeforeAll
  static void correctKeys() {
    S3Location.Credentials right = S3Server.credentials();
    keys(right.accessKey(), right.secretKey());
  }

  @AfterAll
  static void noKeys() {
    System.clearProperty(KEY);
    System.clearProperty(SECRET);
  }

  private static Settings settings(String name, String address) {
    return TestPlatform.settings(folder.resolve(name))
        .with(StorageSettings.ZARR_URL, address)
        .with(FaultSettings.STORE_INTERVAL, "200ms");
  }

  private static HttpResponse<String> get(Platform platform, String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(platform.address() + path)).build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static byte[] cells(int value) {
    byte[] cells = new byte[2 * 200];
    Arrays.fill(cells, (byte) value);
    return cells;
  }

  @Test
  void whileTheStoreIsAwayRequestsGet503AndReadinessAndMetricsSaySo() throws Exception {
    S3Server server = S3Server.start(folder);
    try (Platform platform = Platform.start(settings("away", server.newAddress()))) {
      SpatioClient client = SpatioClient.founded(platform);
      String id = client.cube();
      expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1)));
      await().until(() -> get(platform, "/health/ready").statusCode() == 200);
      assertThat(get(platform, "/metrics").body())
          .contains("glebe_store_available{store=\"zarr\"} 1.0");

      server.close();

      HttpResponse<byte[]> refused = client.fill(id, "NDVI", "datetime=" + MAY, cells(2));
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("5");
      assertThat(new String(refused.body(), StandardCharsets.UTF_8))
          .contains("the object store is not available");
      await()
          .untilAsserted(
              () ->
                  assertThat(get(platform, "/health/ready").body())
                      .contains("\"status\":503", "zarr store is "));
      assertThat(get(platform, "/metrics").body())
          .contains("glebe_store_available{store=\"zarr\"} 0.0");
    }
  }

  @Test
  void aRestartedProcessReadsChunksFromItsDisk() throws Exception {
    try (S3Server server = S3Server.start(folder)) {
      Settings settings = settings("warm", server.newAddress());
      String path;
      byte[] tile;
      try (Platform platform = Platform.start(settings)) {
        SpatioClient client = SpatioClient.founded(platform);
        String id = client.cube();
        expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1)));
        path = "/collections/" + id + "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI";
        tile = expect(200, client.get(path)).body();
        assertThat(get(platform, "/metrics").body()).contains(found("miss", 1), found("hit", 0));
      }
      try (Platform platform = Platform.start(settings)) {
        SpatioClient client = new SpatioClient("/api/v2", platform);
        assertThat(expect(200, client.get(path)).body()).isEqualTo(tile);
        assertThat(get(platform, "/metrics").body())
            .contains(found("miss", 0), found("hit", 1), "glebe_store_hedges_total{");
      }
    }
  }

  private static String found(String result, int times) {
    return "glebe_cache_requests_total{cache=\"chunk-disk\",result=\"%s\"} %d.0"
        .formatted(result, times);
  }

  @Test
  void wrongKeysEndTheStart() throws IOException {
    try (S3Server server = S3Server.start(folder)) {
      String address = server.newAddress();
      keys(S3Server.credentials().accessKey(), "another secret");
      try {
        assertThatThrownBy(() -> Platform.start(settings("keys", address)))
            .hasMessageContaining("GLEBE_ZARR_URL")
            .hasMessageContaining("the keys are not allowed");
      } finally {
        correctKeys();
      }
    }
  }

  @Test
  void anUnknownParameterOfTheAddressEndsTheStart() {
    assertThatThrownBy(
            () -> Platform.start(settings("parameter", "s3://bucket?endpont=http://127.0.0.1:9")))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("region and endpoint, not endpont");
  }

  @Test
  @Tag("GLEBE_FREE_SPACE")
  void tooLittleFreeSpaceIsReportedByReadinessAndMetrics() throws IOException {
    Settings settings =
        TestPlatform.settings(folder.resolve("space"))
            .with(FaultSettings.STORE_INTERVAL, "200ms")
            .with(FaultSettings.FREE_SPACE, "900000G");
    try (Platform platform = Platform.start(settings)) {
      await()
          .untilAsserted(
              () ->
                  assertThat(get(platform, "/health/ready").body())
                      .contains("data folder is only ", "GLEBE_FREE_SPACE"));
      assertThat(get(platform, "/metrics").body())
          .contains("glebe_disk_free_bytes{folder=\"data\"}");
    }
  }
}
