package io.glebe.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.distribution.StrangeMachine.CommandResult;
import io.glebe.distribution.StrangeMachine.Running;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks the archive and starts it on a system where Java, Maven and Node cannot be found. */
class PackageIT {
  private static final String TILE =
      "/api/v2/collections/demo-s2/tiles/WebMercatorQuad/14/8897/5827?layers=NDVI&datetime=2026-06-22";

  @TempDir private static Path folder;
  private static StrangeMachine machine;
  private static Path glebe;

  /** Unpacks the archive below a path with a space, and calls it through two links. */
  @BeforeAll
  static void unpack() throws Exception {
    Path home = Release.unpacked(Files.createDirectory(folder.resolve("two words")));
    machine = new StrangeMachine(folder);
    Files.createSymbolicLink(folder.resolve("link"), Path.of("two words"));
    glebe =
        Files.createSymbolicLink(
            folder.resolve("glebe"),
            Path.of("link").resolve(home.getFileName()).resolve("bin/glebe"));
  }

  @Test
  void thePackageStartsServesAndStopsOnABareSystem() throws Exception {
    Path data = folder.resolve("data");
    try (Running platform = machine.run(glebe, data);
        HttpClient http = HttpClient.newHttpClient()) {
      String base = platform.status().path("http").asText();

      assertThat(get(http, base + "/health/ready", "").statusCode()).isEqualTo(200);
      HttpResponse<byte[]> tile = get(http, base + TILE, "glebe-dev-token");
      assertThat(ImageIO.read(new ByteArrayInputStream(tile.body())).getWidth()).isEqualTo(256);
      assertThat(new String(get(http, base + "/console/", "").body(), StandardCharsets.UTF_8))
          .contains("/console/assets/");
      assertStoresARecord(http, base, token(data));

      CommandResult status = machine.call(glebe, "status", "--data", data.toString());
      assertThat(status.code()).as(status.err()).isZero();
      assertThat(status.out()).contains(" is ready").contains(base);

      CommandResult stop = machine.call(glebe, "stop", "--data", data.toString());
      assertThat(stop.code()).as(stop.err()).isZero();
      assertThat(platform.ended()).isZero();
      assertThat(platform.log()).doesNotContain("ERROR").doesNotContain("Exception");
    }
    assertThat(data.resolve("running.json")).doesNotExist();
    assertThat(data.resolve("postgres/postmaster.pid")).doesNotExist();
  }

  @Test
  void commandsRunWithoutAPlatform() throws Exception {
    assertThat(machine.call(glebe, "--version").out())
        .isEqualTo("glebe " + Release.name().split("-", -1)[1]);
    assertThat(machine.call(glebe, "--help").out()).contains("run").contains("config");
    assertThat(machine.call(glebe, "config").out()).contains("GLEBE_HTTP_PORT");

    CommandResult unknown = machine.call(glebe, "rnu");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("glebe: unknown command 'rnu'");
  }

  @Test
  void anIncompleteFolderReportsTheSolution() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("incomplete/bin"));
    Path program = Files.copy(Release.folder().resolve("bin/glebe"), bin.resolve("glebe"));
    CommandResult output = machine.call(program, "--version");
    assertThat(output.code()).isEqualTo(1);
    assertThat(output.err()).endsWith("is not complete; unpack the archive again").hasLineCount(1);
  }

  private String token(Path data) throws IOException, InterruptedException {
    CommandResult output = machine.call(glebe, "token", "--data", data.toString());
    assertThat(output.code()).as(output.err()).isZero();
    return output.out();
  }

  private static void assertStoresARecord(HttpClient http, String base, String token)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + "/v1/organizations"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"name\": \"Meadow farm\"}"))
            .build();
    HttpResponse<String> created = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    String location = created.headers().firstValue("Location").orElseThrow();
    assertThat(new String(get(http, location, token).body(), StandardCharsets.UTF_8))
        .contains("Meadow farm");
  }

  private static HttpResponse<byte[]> get(HttpClient http, String address, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }
}
