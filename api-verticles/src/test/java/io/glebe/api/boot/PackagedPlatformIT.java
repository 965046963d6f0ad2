package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sample.SampleIds;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The built platform on a new machine: only the shipped jars, and an empty home, cache and data
 * folder.
 */
class PackagedPlatformIT {
  private static final String TILE =
      "/api/v2/collections/demo-s2/tiles/WebMercatorQuad/14/8897/5827?layers=NDVI&datetime=2026-06-22";

  @TempDir private Path folder;

  @Test
  void theShippedJarsStartOnANewMachineServeAndStop() throws Exception {
    Path cache = Files.createDirectory(folder.resolve("cache"));
    Path home = Files.createDirectory(folder.resolve("home"));
    Path data = folder.resolve("data");
    Map<String, String> settings =
        Map.of("GLEBE_CACHE_DIR", cache.toString(), "HOME", home.toString());

    try (PlatformProcess platform = PlatformProcess.packaged(data, settings);
        HttpClient http = HttpClient.newHttpClient()) {
      Client client = new Client(http, platform.running().path("http").asText());

      assertThat(client.get("/health/ready", "").statusCode()).isEqualTo(200);
      assertThat(unpackedIn(cache)).as("PostgreSQL programs").isPositive();
      assertImage(client.get(TILE, "glebe-dev-token").body());
      assertStores(client, token(data));

      assertThat(platform.stop("TERM")).isZero();
      assertThat(platform.log()).doesNotContain("ERROR").doesNotContain("Exception");
    }
    assertThat(data.resolve("running.json")).doesNotExist();
    assertThat(home).isEmptyDirectory();
  }

  private static void assertImage(byte[] tile) throws Exception {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(tile));
    assertThat(image.getWidth()).isEqualTo(256);
    assertThat(Arrays.stream(image.getRGB(0, 0, 256, 256, null, 0, 256)))
        .as("pixels that show something")
        .anyMatch(pixel -> pixel >>> 24 == 0xff);
  }

  private static void assertStores(Client client, String token) throws Exception {
    String path = "/v1/tasks/" + UUID.randomUUID();
    ObjectNode task =
        Json.object()
            .put("id", path.substring("/v1/tasks/".length()))
            .put("farmId", SampleIds.FARM.toString())
            .put("name", "mow the meadow")
            .put("status", "PLANNED")
            .put("typeUri", "https://example.org/activity-types/mowing")
            .put("originType", "USER");

    HttpResponse<byte[]> created = client.put(path, token, task);

    assertThat(created.statusCode())
        .as(new String(created.body(), StandardCharsets.UTF_8))
        .isEqualTo(201);
    assertThat(Json.parseObject(client.get(path, token).body()).path("name").asText())
        .isEqualTo("mow the meadow");
  }

  private static String token(Path data) {
    StringWriter out = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute("token", "--data", data.toString());
    assertThat(code).isZero();
    return out.toString().strip();
  }

  private static long unpackedIn(Path cache) throws Exception {
    try (Stream<Path> walk = Files.walk(cache)) {
      return walk.filter(path -> path.endsWith("bin/postgres")).count();
    }
  }

  private record Client(HttpClient http, String base) {
    HttpResponse<byte[]> get(String path, String token) throws Exception {
      return send(HttpRequest.newBuilder(URI.create(base + path)), token);
    }

    HttpResponse<byte[]> put(String path, String token, ObjectNode body) throws Exception {
      return send(
          HttpRequest.newBuilder(URI.create(base + path))
              .header("Content-Type", "application/json")
              .header("If-None-Match", "*")
              .PUT(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body))),
          token);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, String token) throws Exception {
      return http.send(
          request.header("Authorization", "Bearer " + token).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }
  }
}
