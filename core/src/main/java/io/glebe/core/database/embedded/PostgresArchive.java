package io.glebe.core.database.embedded;

import io.glebe.core.progress.CountedInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * The archive of PostgreSQL programs for this machine, a resource of a jar.
 *
 * @param resource name on the class path
 * @param bytes size of the compressed archive
 * @param checksum of these bytes, as eight hexadecimal digits
 */
record PostgresArchive(String resource, long bytes, String checksum) {
  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * Returns the archive for the operating system and processor of this machine.
   *
   * @throws IOException when there is none
   */
  static PostgresArchive ofThisMachine() throws IOException {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /**
   * Returns the archive for a machine, with the names that Java uses for systems and processors.
   */
  static PostgresArchive of(String os, String arch) throws IOException {
    String resource = "postgres-" + system(os) + "-" + processor(arch) + ".txz";
    try (InputStream stream = PostgresArchive.class.getResourceAsStream("/" + resource)) {
      if (stream == null) {
        throw new IOException(
            "there are no PostgreSQL programs for this machine (%s on %s); set GLEBE_DATABASE_URL to"
                    .formatted(os, arch)
                + " a PostgreSQL server of yours");
      }
      return measured(resource, stream);
    }
  }

  private static String system(String os) {
    String name = os.toLowerCase(Locale.ROOT);
    return name.contains("mac") ? "darwin" : name.contains("win") ? "windows" : name;
  }

  private static String processor(String arch) {
    String name = arch.toLowerCase(Locale.ROOT);
    return switch (name) {
      case "aarch64", "arm64" -> "arm_64";
      case "amd64", "x86_64" -> "x86_64";
      default -> name;
    };
  }

  private static PostgresArchive measured(String resource, InputStream stream) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[BUFFER_BYTES];
    long bytes = 0;
    for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
      crc.update(buffer, 0, n);
      bytes += n;
    }
    return new PostgresArchive(resource, bytes, HexFormat.of().toHexDigits((int) crc.getValue()));
  }

  /**
   * Opens the compressed bytes.
   *
   * @param read receives the number of bytes read so far
   */
  InputStream open(LongConsumer read) {
    InputStream stream = PostgresArchive.class.getResourceAsStream("/" + resource);
    if (stream == null) {
      throw new IllegalStateException(resource + " was there a moment ago");
    }
    long[] count = {0};
    return new CountedInput(
        stream,
        more -> {
          count[0] += more;
          read.accept(count[0]);
        });
  }
}
