package io.glebe.core.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.zip.CRC32C;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Unpacks the PostgreSQL programs that travel in a jar, once per version, into a cache folder
 * (about 60 MB). Several processes may do so at the same time: each unpacks beside and renames.
 */
final class PostgresBinaries {
  private static final int EXECUTE_BITS = 0111;

  private PostgresBinaries() {}

  /**
   * The folder with {@code bin/}, {@code lib/} and {@code share/}.
   *
   * @throws IOException when this platform's programs are not on the class path or cannot be
   *     unpacked
   */
  static Path unpacked(Path cache) throws IOException {
    String resource = resource();
    Path home = cache.resolve("postgres-" + checksum(resource));
    if (!Files.isDirectory(home)) {
      Files.createDirectories(cache);
      unpack(resource, cache, home);
    }
    return home;
  }

  private static String resource() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String system = os.contains("mac") ? "darwin" : os.contains("win") ? "windows" : "linux";
    String arch =
        switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
          case "aarch64", "arm64" -> "arm_64";
          default -> "x86_64";
        };
    return "postgres-" + system + "-" + arch + ".txz";
  }

  private static InputStream open(String resource) throws IOException {
    InputStream stream = PostgresBinaries.class.getResourceAsStream("/" + resource);
    if (stream == null) {
      throw new IOException(
          "the embedded PostgreSQL has no programs for this machine ("
              + resource
              + "); set GLEBE_DATABASE_URL");
    }
    return stream;
  }

  private static String checksum(String resource) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[1 << 16];
    try (InputStream stream = open(resource)) {
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        crc.update(buffer, 0, n);
      }
    }
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static void unpack(String resource, Path cache, Path home) throws IOException {
    Path beside = Files.createTempDirectory(cache, "unpacking-");
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(open(resource)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(tar, entry, beside);
      }
    }
    Files.setPosixFilePermissions(beside, Folders.READABLE);
    try {
      Files.move(beside, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
      Folders.delete(beside); // another process was faster
    }
  }

  private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path root)
      throws IOException {
    Path target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException("the PostgreSQL archive names a path outside of itself");
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, target, StandardCopyOption.REPLACE_EXISTING);
    Set<PosixFilePermission> permissions =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OTHERS_READ);
    if ((entry.getMode() & EXECUTE_BITS) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    Files.setPosixFilePermissions(target, permissions);
  }
}
