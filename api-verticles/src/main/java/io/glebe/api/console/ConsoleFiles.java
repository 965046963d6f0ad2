package io.glebe.api.console;

import io.glebe.api.http.fastpath.StaticFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The built console on the class path. Files are read once and cached; only existing files are
 * cached, so the size of the build limits the memory. Thread-safe; reading blocks.
 */
final class ConsoleFiles {
  private static final String FOLDER = "console/";
  private static final String HASHED = "assets/";
  private static final String IMMUTABLE = "public, max-age=31536000, immutable";
  private static final String ASK = "no-cache";
  private static final Pattern NAME =
      Pattern.compile("([A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*");

  /** Browsers refuse modules, workers and styles whose type is wrong. */
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("webp", "image/webp"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("txt", "text/plain; charset=utf-8"));

  private final Map<String, StaticFile> read = new ConcurrentHashMap<>();

  /** The file if it is cached; never blocks. */
  Optional<StaticFile> known(String name) {
    return Optional.ofNullable(read.get(name));
  }

  /** The file of that name below the console's folder; empty when the build has none. */
  Optional<StaticFile> find(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    return Optional.ofNullable(read.computeIfAbsent(name, n -> load(n).orElse(null)));
  }

  private static Optional<StaticFile> load(String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      return Optional.empty();
    }
    try (InputStream stream =
        ConsoleFiles.class.getClassLoader().getResourceAsStream(FOLDER + name)) {
      return stream == null
          ? Optional.empty()
          : Optional.of(file(name, type, stream.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StaticFile file(String name, String type, byte[] bytes) {
    return StaticFile.of(type, bytes, name.startsWith(HASHED) ? IMMUTABLE : ASK);
  }
}
