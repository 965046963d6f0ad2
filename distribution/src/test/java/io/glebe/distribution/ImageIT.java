package io.glebe.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.distribution.StrangeMachine.Running;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The image of the profile {@code release}: its configuration, its layers and its start. */
@EnabledIfSystemProperty(named = "glebe.image", matches = ".+")
class ImageIT {
  private static final String HOME = "opt/glebe/";
  private static final int EXECUTABLE = 0111;
  private static final int OTHERS_WRITE = 0002;
  private static Image image;

  @TempDir private Path folder;

  @BeforeAll
  static void read() throws IOException {
    image = Image.read();
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Test
  void theConfigurationDescribesTheStartOfTheImage() throws Exception {
    JsonNode config = image.config().path("config");
    assertThat(texts(image.manifest().path("RepoTags")))
        .containsExactly("glebe:" + Release.name().split("-", -1)[1]);
    assertThat(texts(config.path("Entrypoint"))).containsExactly("/opt/glebe/bin/glebe");
    assertThat(texts(config.path("Cmd"))).containsExactly("run");
    assertThat(config.path("User").asText()).isEqualTo("10001:10001");
    assertThat(config.path("WorkingDir").asText()).isEqualTo("/data");
    assertThat(config.path("ExposedPorts").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("8080/tcp", "8883/tcp");
    assertThat(config.path("Volumes").fieldNames()).toIterable().containsExactly("/data");
    assertThat(texts(config.path("Env")))
        .contains("GLEBE_DATA_DIR=/data", "GLEBE_CACHE_DIR=/data/cache")
        .anyMatch(variable -> variable.startsWith("PATH=/opt/glebe/bin:"));
    assertThat(Release.name()).endsWith("linux-" + image.config().path("architecture").asText());
  }

  @Test
  void runtimeLibrariesAndApplicationAreLayersOrderedByFrequencyOfChange() {
    int runtime = image.layerOf(HOME + "runtime/lib/modules");
    int libraries = image.layerOf(HOME + "lib/" + library("vertx-core-"));
    int application = image.layerOf(HOME + "lib/api-verticles.jar");
    assertThat(runtime).isLessThan(libraries);
    assertThat(libraries).isLessThan(application);
    assertThat(image.layerOf(HOME + "lib/" + library("core-"))).isEqualTo(application);
    assertThat(image.layerOf(HOME + "bin/glebe")).isEqualTo(application);
    assertThat(image.layerOf(HOME + "THIRD-PARTY.txt")).isEqualTo(application);

    assertThat(files(runtime)).allMatch(path -> path.startsWith(HOME + "runtime/"));
    assertThat(files(libraries)).allMatch(path -> path.matches(HOME + "lib/[^/]+\\.jar"));
  }

  private static String library(String start) {
    return image.merged().keySet().stream()
        .map(path -> path.substring(path.lastIndexOf('/') + 1))
        .filter(name -> name.matches(start + "\\d.*\\.jar"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> files(int layer) {
    return image.layers().get(layer).stream()
        .filter(entry -> !entry.isDirectory())
        .map(TarArchiveEntry::getName)
        .toList();
  }

  @Test
  void theImageHasTheFilesOfThePackageWithTheirPermissions() throws Exception {
    Map<String, TarArchiveEntry> inside = image.merged();
    Path packaged = Release.folder();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(packaged)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    assertThat(files).hasSizeGreaterThan(100);
    for (Path file : files) {
      TarArchiveEntry entry = inside.get(HOME + packaged.relativize(file));
      assertThat(entry).as(file.toString()).isNotNull();
      assertThat(entry.getSize()).as(file.toString()).isEqualTo(Files.size(file));
      assertThat((entry.getMode() & EXECUTABLE) != 0)
          .as("executable: " + file)
          .isEqualTo(Files.isExecutable(file));
    }
    assertThat(inside.values().stream().filter(entry -> (entry.getMode() & OTHERS_WRITE) != 0))
        .extracting(TarArchiveEntry::getName)
        .containsExactlyInAnyOrder("data/", "tmp/");
  }

  /** This machine replaces the base image: it provides the C library, the shell and the tools. */
  @Test
  void theImageStartsAsItsUserWithAReadOnlyRoot() throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
    assumeTrue(canMount(), "mount name spaces are not allowed here");
    Image.unpack(root);

    List<String> command = inContainer(root, data);
    command.addAll(List.of("/usr/bin/env", "-i"));
    command.addAll(texts(image.config().path("config").path("Env")));
    command.addAll(texts(image.config().path("config").path("Entrypoint")));
    command.addAll(texts(image.config().path("config").path("Cmd")));
    command.addAll(List.of("--port", "0", "--no-sample"));
    Path err = folder.resolve("run.err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    try (Running platform = new Running(process, data, err);
        HttpClient http = HttpClient.newHttpClient()) {
      URI ready = URI.create(platform.status().path("http").asText() + "/health/ready");
      HttpRequest request = HttpRequest.newBuilder(ready).build();
      assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      assertThat(Files.getAttribute(data.resolve("running.json"), "unix:uid")).isEqualTo(10001);
      process.destroy();
      assertThat(platform.ended()).isZero();
      assertThat(platform.log()).doesNotContain("ERROR").doesNotContain("Exception");
    }
  }

  private static boolean canMount() throws IOException, InterruptedException {
    Process tried =
        new ProcessBuilder("unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return tried.waitFor() == 0;
  }

  /**
   * A command line that starts a program in the image. Every step is an exec, so that signals reach
   * the program.
   */
  private static List<String> inContainer(Path root, Path data) {
    String script =
        """
        set -e
        root=$1 data=$2
        shift 2
        mount --bind "$root" "$root"
        mkdir -p "$root/usr" "$root/proc" "$root/dev"
        mount --bind /usr "$root/usr"
        for place in bin sbin lib lib64; do
          [ -e "/$place" ] || continue
          if [ -L "/$place" ]; then cp -P "/$place" "$root/$place"
          else mkdir "$root/$place"; mount --bind "/$place" "$root/$place"; fi
        done
        mount --rbind /proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount --bind "$data" "$root/data"
        mount -t tmpfs -o mode=1777 none "$root/tmp"
        mount -o remount,ro,bind "$root"
        cd "$root/data"
        exec chroot --userspec=10001:10001 "$root" "$@"
        """;
    return new ArrayList<>(
        List.of("unshare", "--mount", "sh", "-c", script, "run", root.toString(), data.toString()));
  }
}
