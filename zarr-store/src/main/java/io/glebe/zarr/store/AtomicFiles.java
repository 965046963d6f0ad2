package io.glebe.zarr.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Writes files atomically: a file is written under a temporary name in the same file system, forced
 * to the disk, and then renamed (or linked); the folder is forced as well.
 */
final class AtomicFiles {
  private static final String TEMPORARY = Keys.RESERVED + "tmp";

  /** Temporary files older than this belong to no running write. */
  private static final Duration STALE = Duration.ofHours(6);

  /** Maximum number of staged files before an automatic flush. */
  private static final int MAX_STAGED = 4096;

  /** Another thread may empty and remove a folder between its creation and its use. */
  private static final int FOLDER_ATTEMPTS = 16;

  /** Largest single write: for longer buffers the JDK would allocate the same amount again. */
  private static final int WRITE_STEP = 1 << 20;

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path root;
  private final Path temporary;
  private final AtomicLong counter = new AtomicLong();
  private final Set<Path> staged = new LinkedHashSet<>();

  AtomicFiles(Path root) {
    this.root = root;
    this.temporary = root.resolve(TEMPORARY);
    try {
      Files.createDirectories(temporary);
      clearStale();
    } catch (IOException failed) {
      throw new StoreException("", "cannot use folder " + root + ": " + failed, failed);
    }
  }

  private void clearStale() throws IOException {
    Instant limit = Instant.now().minus(STALE);
    try (Stream<Path> left = Files.list(temporary)) {
      for (Path path : left.toList()) {
        if (Files.getLastModifiedTime(path).toInstant().isBefore(limit)) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

  void replace(Path target, MemorySegment bytes) throws IOException {
    move(write(bytes, true), target);
    force(folder(target));
  }

  void replaceLater(Path target, MemorySegment bytes) throws IOException {
    move(write(bytes, false), target);
    boolean full;
    synchronized (staged) {
      staged.add(target);
      full = staged.size() >= MAX_STAGED;
    }
    if (full) {
      flush();
    }
  }

  void flush() throws IOException {
    List<Path> now;
    synchronized (staged) {
      now = List.copyOf(staged);
    }
    Set<Path> folders = new HashSet<>();
    for (Path path : now) {
      force(path);
      folders.add(folder(path));
    }
    for (Path folder : folders) {
      force(folder);
    }
    synchronized (staged) {
      now.forEach(staged::remove);
    }
  }

  /**
   * Links the written file to its name, which fails if the name exists: this is the atomic
   * "create".
   */
  boolean create(Path target, MemorySegment bytes) throws IOException {
    if (Files.exists(target)) {
      return false;
    }
    Path written = write(bytes, true);
    try {
      inFolder(target, () -> Files.createLink(target, written));
      force(folder(target));
      return true;
    } catch (FileAlreadyExistsException other) {
      return false;
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /** Removes the file and the folders that become empty. */
  void delete(Path target) throws IOException {
    if (!Files.isRegularFile(target) || !Files.deleteIfExists(target)) {
      return;
    }
    for (Path up = target.getParent(); up != null && !up.equals(root); up = up.getParent()) {
      // Files.delete refuses a folder with content, so it tests and removes in one step.
      try {
        Files.delete(up);
      } catch (IOException notEmpty) {
        return;
      }
    }
  }

  private Path write(MemorySegment bytes, boolean durable) throws IOException {
    String name = ProcessHandle.current().pid() + "-" + counter.incrementAndGet();
    Path path = temporary.resolve(name);
    try {
      fill(path, bytes, durable);
      return path;
    } catch (IOException | RuntimeException failed) {
      Files.deleteIfExists(path);
      throw failed;
    }
  }

  private static void fill(Path path, MemorySegment bytes, boolean durable) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path,
            Set.of(
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING),
            OWNER_ONLY)) {
      for (long at = 0; at < bytes.byteSize(); at += WRITE_STEP) {
        long length = Math.min(WRITE_STEP, bytes.byteSize() - at);
        ByteBuffer step = bytes.asSlice(at, length).asByteBuffer();
        while (step.hasRemaining()) {
          channel.write(step);
        }
      }
      if (durable) {
        channel.force(true);
      }
    }
  }

  private void move(Path from, Path target) throws IOException {
    try {
      inFolder(target, () -> Files.move(from, target, StandardCopyOption.ATOMIC_MOVE));
    } catch (IOException | RuntimeException failed) {
      Files.deleteIfExists(from);
      throw failed;
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void inFolder(Path target, Step step) throws IOException {
    for (int attempt = 1; ; attempt++) {
      Files.createDirectories(folder(target));
      try {
        step.run();
        return;
      } catch (NoSuchFileException folderGone) {
        if (attempt == FOLDER_ATTEMPTS) {
          throw folderGone;
        }
      }
    }
  }

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.getParent(), "files lie below the root folder");
  }

  /** A file that was deleted before its flush needs no force. */
  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (NoSuchFileException deleted) {
      return;
    }
  }
}
