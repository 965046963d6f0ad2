package io.glebe.zarr.store.disk;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of ranges of objects in a folder, within a limit of bytes, one file each. The next process
 * finds them again, also after kill -9; a copy is checked whenever it is read. No failure reaches a
 * reader: he reads the store, and the cache pauses.
 *
 * <p>All calls block on the disk. One process uses a folder at a time.
 */
public final class DiskCache implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskCache.class);

  /** Larger objects are not copied: a copy is read into the heap at once. */
  private static final long LARGEST = 16L << 20;

  /** A copy may use at most this part of the limit. */
  private static final int LARGEST_PART = 8;

  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final String UNFINISHED = "unfinished";

  /**
   * The bounds of a cache.
   *
   * @param bytes of all files, in whole blocks of 4 KiB
   * @param free bytes that the disk keeps free; below, copies are removed and none is added
   */
  public record Limits(long bytes, long free) {}

  private final UUID store;
  private final Path folder;
  private final Limits limits;
  private final FileLock lock;
  private final CopyIndex index;
  private final AtomicLong files = new AtomicLong();
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final LongAdder damaged = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private volatile long resumesAt = System.nanoTime();

  private DiskCache(UUID store, Path folder, Limits limits, FileLock lock) {
    this.store = store;
    this.folder = folder;
    this.limits = limits;
    this.lock = lock;
    this.index = new CopyIndex(limits.bytes);
  }

  /**
   * Opens the folder, or creates it, and finds the copies of the store in it. Copies of another
   * store are removed.
   *
   * @param store identity of the store, see {@link StoreIdentity}
   * @throws IOException also when another process uses the folder
   */
  public static DiskCache open(Path folder, UUID store, Limits limits) throws IOException {
    Files.createDirectories(folder);
    FileLock lock = lock(folder.resolve("lock"));
    try {
      Path own = folder.resolve(store.toString());
      removeOthers(folder, own);
      removeAll(own.resolve(UNFINISHED));
      Files.createDirectories(own.resolve(UNFINISHED));
      DiskCache cache = new DiskCache(store, own, limits, lock);
      cache.find();
      return cache;
    } catch (IOException | RuntimeException failed) {
      lock.acquiredBy().close();
      throw failed;
    }
  }

  private static FileLock lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
    } catch (OverlappingFileLockException ofThisProcess) {
      // as if it were of another one
    }
    channel.close();
    throw new IOException("another process uses " + file.getParent());
  }

  private static void removeOthers(Path folder, Path own) throws IOException {
    try (Stream<Path> stores = Files.list(folder)) {
      for (Path other : stores.filter(path -> !path.equals(own)).toList()) {
        if (isIdentity(String.valueOf(other.getFileName()))) {
          removeAll(other);
        }
      }
    }
  }

  private static boolean isIdentity(String name) {
    try {
      return UUID.fromString(name).toString().equals(name);
    } catch (IllegalArgumentException other) {
      return false;
    }
  }

  private static void removeAll(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

  /** Reads the names and sizes of the files, the oldest first, and none of their content. */
  private void find() throws IOException {
    record KnownFile(CopyId id, int size, long written) {}
    List<KnownFile> all = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            int size = (int) Math.min(Integer.MAX_VALUE, attributes.size());
            CopyId.of(folder, file)
                .map(id -> new KnownFile(id, size, attributes.lastModifiedTime().toMillis()))
                .ifPresent(all::add);
            return FileVisitResult.CONTINUE;
          }
        });
    all.sort(Comparator.comparingLong(KnownFile::written));
    for (KnownFile one : all) {
      remove(index.add(one.id, one.size));
    }
  }

  /** The copy of a range of an object, if there is a whole one. */
  Optional<CopyFile.Content> get(CopyName name) {
    Optional<CopyFile.Content> found = isPaused() ? Optional.empty() : read(name.bytes());
    (found.isPresent() ? hits : misses).increment();
    return found;
  }

  private Optional<CopyFile.Content> read(byte[] name) {
    CopyId id = CopyId.of(name);
    OptionalInt size = index.touch(id);
    if (size.isEmpty()) {
      return Optional.empty();
    }
    try {
      Optional<CopyFile.Content> content = CopyFile.read(id.in(folder), size.getAsInt(), name);
      if (content.isEmpty()) {
        damaged.increment();
        index.remove(id);
        Files.deleteIfExists(id.in(folder));
      }
      return content;
    } catch (NoSuchFileException evicted) {
      index.remove(id);
    } catch (ClosedByInterruptException stopped) {
      return Optional.empty();
    } catch (IOException failed) {
      pause(failed);
    }
    return Optional.empty();
  }

  /** Keeps a copy of a range of an object. */
  void put(CopyName name, CopyFile.Content content) {
    byte[] bytes = name.bytes();
    long size = CopyFile.size(bytes, content.bytes().byteSize());
    CopyId id = CopyId.of(bytes);
    if (size > Math.min(LARGEST, limits.bytes / LARGEST_PART) || isPaused() || index.has(id)) {
      return;
    }
    if (folder.toFile().getUsableSpace() < limits.free + size) {
      remove(index.shrink(size));
      return;
    }
    Path temporary = folder.resolve(UNFINISHED).resolve("" + files.incrementAndGet());
    try {
      Files.createDirectories(Objects.requireNonNull(id.in(folder).getParent(), "below it"));
      CopyFile.write(id.in(folder), temporary, bytes, content);
      remove(index.add(id, (int) size));
    } catch (IOException failed) {
      discard(temporary);
      if (!(failed instanceof ClosedByInterruptException)) {
        pause(failed);
      }
    }
  }

  private void remove(List<CopyId> evicted) {
    evictions.add(evicted.size());
    evicted.forEach(id -> discard(id.in(folder)));
  }

  private void discard(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      pause(failed);
    }
  }

  private boolean isPaused() {
    return System.nanoTime() - resumesAt < 0;
  }

  private void pause(IOException failed) {
    if (isPaused()) {
      return;
    }
    resumesAt = System.nanoTime() + PAUSE.toNanos();
    failures.increment();
    LOG.warn("the copies of chunks in {} are not used for {}: {}", folder, PAUSE, "" + failed);
  }

  UUID store() {
    return store;
  }

  /** Reads that found a whole copy. */
  public long hits() {
    return hits.sum();
  }

  public long misses() {
    return misses.sum();
  }

  /** Copies removed for newer ones, or because the disk is nearly full. */
  public long evictions() {
    return evictions.sum();
  }

  /** Copies that were not what had been written; they were removed. */
  public long damaged() {
    return damaged.sum();
  }

  /** Failures of the disk, each of which pauses the cache. */
  public long failures() {
    return failures.sum();
  }

  /** Bytes of all files, in whole blocks. */
  public long bytes() {
    return index.bytes();
  }

  /** Number of copies. */
  public int count() {
    return index.count();
  }

  /** The limit of {@link #bytes()}; 0 while the cache pauses. */
  public long maxBytes() {
    return isPaused() ? 0 : limits.bytes;
  }

  /** Lets another process use the folder. */
  @Override
  public void close() {
    try {
      lock.acquiredBy().close();
    } catch (IOException ignored) {
      LOG.debug("the lock of {} was not released", folder, ignored);
    }
  }
}
