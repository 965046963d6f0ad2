package io.glebe.zarr.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Stores objects as files below one folder; the key is the relative path.
 *
 * <p>Small reads are copied to the heap, larger ones are mapped. A stored file is only replaced by
 * a rename, never truncated or overwritten, so a mapping stays valid while it is open.
 */
public final class FileObjectStore implements ObjectStore {
  /** From this size on, a mapping is cheaper than a copy. */
  private static final long MAP_FROM = 16 * 1024;

  private final Path root;
  private final AtomicFiles files;

  /** Opens (or creates) the folder and removes incomplete files of an earlier process. */
  public FileObjectStore(Path root) {
    this.root = root.toAbsolutePath().normalize();
    this.files = new AtomicFiles(this.root);
  }

  public Path root() {
    return root;
  }

  private Path path(String key) {
    return root.resolve(Keys.checked(key));
  }

  @Override
  public Optional<Blob> get(String key, List<ByteRange> ranges) {
    Path path = path(key);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      List<ByteRange> cut = new ArrayList<>(ranges.size());
      long bytes = 0;
      for (ByteRange range : ranges) {
        ByteRange one = size == 0 && range.isAll() ? null : range.within(key, size);
        cut.add(one);
        bytes += one == null ? 0 : one.length();
      }
      return Optional.of(
          bytes < MAP_FROM ? copied(channel, cut, size) : mapped(channel, cut, size));
    } catch (NoSuchFileException | NotDirectoryException missing) {
      return Optional.empty();
    } catch (FileSystemException failed) {
      if (isFolderOrBelowFile(path)) {
        return Optional.empty();
      }
      throw failure("read", key, failed);
    } catch (IOException failed) {
      if (Files.isDirectory(path)) {
        return Optional.empty();
      }
      throw failure("read", key, failed);
    }
  }

  private static boolean isFolderOrBelowFile(Path path) {
    return Files.isDirectory(path) || !Files.exists(path);
  }

  private static Blob copied(FileChannel channel, List<ByteRange> ranges, long size)
      throws IOException {
    List<MemorySegment> parts = new ArrayList<>(ranges.size());
    for (ByteRange range : ranges) {
      byte[] bytes = new byte[range == null ? 0 : (int) range.length()];
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, range.offset() + buffer.position()) < 0) {
          throw new IOException("file ended early");
        }
      }
      parts.add(MemorySegment.ofArray(bytes));
    }
    return Blob.onHeap(parts, size);
  }

  private static Blob mapped(FileChannel channel, List<ByteRange> ranges, long size)
      throws IOException {
    Arena arena = Arena.ofConfined();
    try {
      List<MemorySegment> parts = new ArrayList<>(ranges.size());
      for (ByteRange range : ranges) {
        parts.add(
            channel.map(FileChannel.MapMode.READ_ONLY, range.offset(), range.length(), arena));
      }
      return new Blob(parts, size, arena::close);
    } catch (IOException | RuntimeException failed) {
      arena.close();
      throw failed;
    }
  }

  @Override
  public void put(String key, MemorySegment bytes) {
    write(key, () -> files.replace(path(key), bytes));
  }

  @Override
  public void stage(String key, MemorySegment bytes) {
    write(key, () -> files.replaceLater(path(key), bytes));
  }

  @Override
  public void flush() {
    write("", files::flush);
  }

  @Override
  public boolean putIfAbsent(String key, MemorySegment bytes) {
    boolean[] stored = new boolean[1];
    write(key, () -> stored[0] = files.create(path(key), bytes));
    return stored[0];
  }

  @Override
  public void delete(String key) {
    write(key, () -> files.delete(path(key)));
  }

  @Override
  public long deletePrefix(String prefix) {
    try (Stream<ObjectEntry> below = list(prefix)) {
      long[] removed = new long[1];
      below.forEach(
          entry -> {
            delete(entry.key());
            removed[0]++;
          });
      return removed[0];
    }
  }

  @Override
  public Stream<ObjectEntry> list(String prefix) {
    Path from = prefix.isEmpty() ? root : path(prefix);
    if (!Files.isDirectory(from)) {
      return Stream.empty();
    }
    try {
      return walked(from);
    } catch (IOException failed) {
      throw failure("list", prefix, failed);
    }
  }

  @SuppressWarnings("StreamResourceLeak") // the caller closes it with the returned stream
  private Stream<ObjectEntry> walked(Path from) throws IOException {
    // One folder level at a time keeps the list small; a file that disappears meanwhile is left
    // out.
    Stream<Path> here = Files.list(from);
    return here.filter(path -> !path.getFileName().toString().startsWith(Keys.RESERVED))
        .flatMap(path -> Files.isDirectory(path) ? list(key(path)) : entry(path).stream())
        .onClose(here::close);
  }

  private Optional<ObjectEntry> entry(Path path) {
    try {
      BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class);
      return Optional.of(new ObjectEntry(key(path), is.size(), is.lastModifiedTime().toInstant()));
    } catch (NoSuchFileException vanished) {
      return Optional.empty();
    } catch (IOException failed) {
      throw failure("list", key(path), failed);
    }
  }

  private String key(Path path) {
    return root.relativize(path).toString().replace('\\', '/');
  }

  @Override
  @SuppressWarnings("StreamResourceLeak") // the caller closes it
  public Stream<String> children(String prefix) {
    Path from = prefix.isEmpty() ? root : path(prefix);
    if (!Files.isDirectory(from)) {
      return Stream.empty();
    }
    try {
      return Files.list(from)
          .map(path -> path.getFileName().toString())
          .filter(name -> !name.startsWith(Keys.RESERVED));
    } catch (IOException failed) {
      throw failure("list", prefix, failed);
    }
  }

  @Override
  public OptionalLong size(String key) {
    try {
      BasicFileAttributes is = Files.readAttributes(path(key), BasicFileAttributes.class);
      return is.isRegularFile() ? OptionalLong.of(is.size()) : OptionalLong.empty();
    } catch (NoSuchFileException missing) {
      return OptionalLong.empty();
    } catch (IOException failed) {
      if (!Files.exists(path(key))) {
        return OptionalLong.empty();
      }
      throw failure("size", key, failed);
    }
  }

  private interface Write {
    void run() throws IOException;
  }

  private static void write(String key, Write write) {
    try {
      write.run();
    } catch (IOException failed) {
      throw failure("write", key, failed);
    } catch (UncheckedIOException failed) {
      throw failure("write", key, Objects.requireNonNull(failed.getCause()));
    }
  }

  private static StoreException failure(String verb, String key, IOException cause) {
    String reason =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new StoreException(key, "cannot " + verb + " '" + key + "': " + reason, cause);
  }
}
