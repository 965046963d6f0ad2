package io.glebe.api.spatio.tile;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.HttpSettings;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tiles that are served before HTTP request parsing count as requests for the rate limit. */
final class LimitedTileTest {
  private static final int BURST = 100;
  private static final int CELLS = 20 * 10;

  @TempDir private Path folder;

  @Test
  void cachedTilesAreCountedAndRefusedOverTheLimit() throws Exception {
    Platform platform =
        Platform.start(
            TestPlatform.settings(folder).with(HttpSettings.RATE_LIMITS, "spatio=60/" + BURST));
    try {
      SpatioClient client = SpatioClient.founded(platform);
      String collection = client.cube();
      expect(
          200,
          client.fill(collection, "NDVI", "datetime=2026-05-01T10:00:00Z", new byte[2 * CELLS]));
      String tile =
          "/api/v2/collections/" + collection + "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI";
      int passed = 0;
      try (RawConnection connection = new RawConnection(URI.create(platform.address()))) {
        RawConnection.RawResponse received = send(connection, tile);
        while (received.status() == 200 && passed < 3 * BURST) {
          assertThat(received.headers()).containsEntry("RateLimit-Policy", "\"spatio\";q=60;w=60");
          assertThat(received.headers().get("RateLimit")).startsWith("\"spatio\";r=");
          passed++;
          received = send(connection, tile);
        }
        assertThat(received.status()).isEqualTo(429);
        assertThat(received.headers()).containsKeys("Retry-After", "RateLimit");
        assertThat(passed).isBetween(BURST / 2, BURST + 60);
      }
    } finally {
      platform.close();
    }
  }

  private static RawConnection.RawResponse send(RawConnection connection, String path)
      throws Exception {
    connection.say(
        "GET " + path + " HTTP/1.1",
        "Host: localhost",
        "Authorization: Bearer glebe-dev-token",
        "");
    return connection.read(true);
  }
}
