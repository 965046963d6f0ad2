package io.glebe.api.console;

import io.glebe.zarr.digest.Sha256;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

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
  private static final int ETAG_BYTES = 12;

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

  private final Map<String, ConsoleFile> read = new ConcurrentHashMap<>();

  /** The file if it is cached; never blocks. */
  Optional<ConsoleFile> known(String name) {
    return Optional.ofNullable(read.get(name));
  }

  /** The file of that name below the console's folder; empty when the build has none. */
  Optional<ConsoleFile> find(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    return Optional.ofNullable(read.computeIfAbsent(name, n -> load(n).orElse(null)));
  }

  private static Optional<ConsoleFile> load(String name) {
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

  private static ConsoleFile file(String name, String type, byte[] bytes) throws IOException {
    Buffer plain = Buffer.buffer(bytes);
    boolean text = type.startsWith("text/") || type.contains("json") || type.contains("svg");
    Buffer gzipped = text ? Buffer.buffer(gzip(bytes)) : plain;
    String cache = name.startsWith(HASHED) ? IMMUTABLE : ASK;
    return new ConsoleFile(type, plain, gzipped, '"' + digest(bytes) + '"', cache);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream(bytes.length / 3 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(target)) {
      gzip.write(bytes);
    }
    return target.toByteArray();
  }

  private static String digest(byte[] bytes) {
    byte[] digest = Sha256.of(bytes);
    return HexFormat.of().formatHex(digest, 0, ETAG_BYTES);
  }
}
