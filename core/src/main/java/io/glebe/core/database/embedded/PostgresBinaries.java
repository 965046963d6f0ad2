package io.glebe.core.database.embedded;

import io.glebe.core.folder.FileFault;
import io.glebe.core.folder.Folders;
import io.glebe.core.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Unpacks the PostgreSQL programs from a jar into a cache folder (about 60 MB), once per version.
 * If several processes start, one of them unpacks and the others wait. The programs are unpacked
 * into a temporary folder, which is then renamed; an incomplete folder is replaced.
 */
final class PostgresBinaries {
  private static final String CHOICE = "GLEBE_CACHE_DIR";
  private static final String BESIDE = "unpacking-";
  private static final String LOCK = "unpacking.lock";
  private static final int EXECUTE_BITS = 0111;

  private PostgresBinaries() {}

  /**
   * Returns the folder with {@code bin/}, {@code lib/} and {@code share/}.
   *
   * @throws IOException when there are no programs for this machine, or when they cannot be
   *     unpacked or executed; the message is one line for the person at the terminal
   */
  static Path unpacked(Path cache, Progress progress) throws IOException {
    PostgresArchive archive = PostgresArchive.ofThisMachine();
    Path folder = cache.resolve("postgres-" + archive.checksum());
    if (!Manifest.holds(folder) || hasLeftOvers(cache)) {
      Folders.make(cache, CHOICE);
      unpackLocked(archive, cache, folder, progress);
    }
    if (!Files.isExecutable(folder.resolve("bin/postgres"))) {
      throw new FileFault(
          folder
              + ": the programs cannot be executed there (is it mounted noexec?); choose another"
              + " folder with "
              + CHOICE);
    }
    return folder;
  }

  /**
   * Checks for the temporary folders of a killed process; they are ignored in a read-only cache.
   */
  private static boolean hasLeftOvers(Path cache) throws IOException {
    return Files.isWritable(cache) && !leftOvers(cache).isEmpty();
  }

  private static List<Path> leftOvers(Path cache) throws IOException {
    return Folders.beginningWith(cache, BESIDE).stream().filter(Files::isDirectory).toList();
  }

  private static void clear(Path cache) throws IOException {
    for (Path left : leftOvers(cache)) {
      Folders.delete(left);
    }
  }

  /**
   * Uses a lock of the operating system, which is released when a process is killed during
   * unpacking.
   */
  private static synchronized void unpackLocked(
      PostgresArchive archive, Path cache, Path folder, Progress progress) throws IOException {
    try (FileChannel lock =
        FileChannel.open(
            cache.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      progress.step("waiting for another process that unpacks PostgreSQL into " + cache);
      lock.lock();
      clear(cache); // their processes hold no lock, so these processes have ended
      if (!Manifest.holds(folder)) {
        progress.begin("unpacking PostgreSQL into " + cache);
        unpack(archive, cache, folder, progress);
      }
    } catch (FileFault e) {
      throw e;
    } catch (IOException e) {
      throw new FileFault(
          cache
              + ": PostgreSQL cannot be unpacked there: "
              + FileFault.reason(e)
              + "; make room for 70 MB, or choose another folder with "
              + CHOICE,
          e);
    }
  }

  private static void unpack(PostgresArchive archive, Path cache, Path folder, Progress progress)
      throws IOException {
    Path temporary = Files.createTempDirectory(cache, BESIDE);
    try {
      extract(archive.open(read -> progress.reached(read, archive.bytes())), temporary);
      Manifest.write(temporary);
      Files.setPosixFilePermissions(temporary, Folders.READABLE);
      if (Files.exists(folder)) {
        Files.move(folder, Files.createTempDirectory(cache, BESIDE).resolve("broken"));
      }
      Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      clear(cache);
    }
  }

  /** Unpacks an archive of programs into a folder. */
  static void extract(InputStream archive, Path root) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(tar, entry, root);
      }
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
