package io.glebe.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The tar of an image: its configuration and the entries of its layers, in their order.
 *
 * @param layers entries of each layer
 */
record Image(JsonNode manifest, JsonNode config, List<List<TarArchiveEntry>> layers) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Path tar() {
    return Path.of(System.getProperty("glebe.image"));
  }

  static Image read() throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (var file = new BufferedInputStream(Files.newInputStream(tar()), 1 << 16);
        var tar = new TarArchiveInputStream(file)) {
      for (TarArchiveEntry next = tar.getNextEntry(); next != null; next = tar.getNextEntry()) {
        files.put(next.getName(), tar.readAllBytes());
      }
    }
    JsonNode manifest = JSON.readTree(files.get("manifest.json")).get(0);
    JsonNode config = JSON.readTree(files.get(manifest.path("Config").asText()));
    List<List<TarArchiveEntry>> layers = new ArrayList<>();
    for (JsonNode layer : manifest.path("Layers")) {
      layers.add(entries(files.get(layer.asText())));
    }
    return new Image(manifest, config, layers);
  }

  private static List<TarArchiveEntry> entries(byte[] layer) throws IOException {
    List<TarArchiveEntry> entries = new ArrayList<>();
    try (var tar =
        new TarArchiveInputStream(new GZIPInputStream(new ByteArrayInputStream(layer), 1 << 16))) {
      for (TarArchiveEntry next = tar.getNextEntry(); next != null; next = tar.getNextEntry()) {
        entries.add(next);
      }
    }
    return entries;
  }

  /**
   * All entries by path, without a slash at the end; entries of later layers override earlier ones.
   */
  Map<String, TarArchiveEntry> merged() {
    Map<String, TarArchiveEntry> all = new HashMap<>();
    for (List<TarArchiveEntry> layer : layers) {
      layer.forEach(entry -> all.put(entry.getName().replaceFirst("/$", ""), entry));
    }
    return all;
  }

  /** The index of the only layer that has a file. */
  int layerOf(String path) {
    for (int index = 0; index < layers.size(); index++) {
      if (layers.get(index).stream().anyMatch(entry -> entry.getName().equals(path))) {
        return index;
      }
    }
    throw new AssertionError("no layer has " + path);
  }

  /** Unpacks the layers over each other, as a container engine does. */
  static void unpack(Path into) throws IOException, InterruptedException {
    String script =
        """
        set -e
        mkdir "$2/.image"
        tar -xf "$1" -C "$2/.image"
        for layer in $(tr ',' '\\n' < "$2/.image/manifest.json" | grep -o '[0-9a-f]*\\.tar\\.gz'); do
          tar -xzf "$2/.image/$layer" -C "$2" --numeric-owner --warning=no-unknown-keyword
        done
        rm -rf "$2/.image"
        """;
    Process unpacking =
        new ProcessBuilder("sh", "-c", script, "unpack", tar().toString(), into.toString())
            .inheritIO()
            .start();
    if (unpacking.waitFor() != 0) {
      throw new IOException("the image cannot be unpacked");
    }
  }
}
