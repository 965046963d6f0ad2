package io.glebe.core.attachment;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Stores blobs as files of a folder, {@code 7f/7f3a….blob}. File names are derived from ids only.
 */
public final class FileBlobs implements BlobStore {
  private static final int FILE_PIECE = 64 * 1024;

  private final Path folder;
  private final Path spool;

  /** Opens the folder and deletes the spool files of uploads that a crash interrupted. */
  public FileBlobs(Path folder) throws IOException {
    this.folder = folder.toAbsolutePath();
    this.spool = emptied(this.folder.resolve("spool"));
  }

  /**
   * Opens the folder beside a process that uses it.
   *
   * @param spool a folder in the same file system that only this process uses
   */
  public FileBlobs(Path folder, Path spool) throws IOException {
    this.folder = folder.toAbsolutePath();
    this.spool = emptied(spool.toAbsolutePath());
  }

  static Path emptied(Path spool) throws IOException {
    Files.createDirectories(spool);
    try (Stream<Path> remaining = Files.list(spool)) {
      for (Path file : remaining.toList()) {
        Files.deleteIfExists(file);
      }
    }
    return spool;
  }

  @Override
  public Path spool() {
    return spool;
  }

  private Path path(UUID id) {
    String name = id.toString();
    return folder.resolve(name.substring(name.length() - 2)).resolve(name + ".blob");
  }

  @Override
  public void keep(UUID id, Path spooled) throws IOException {
    try (FileChannel channel = FileChannel.open(spooled, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Path target = path(id);
    Files.createDirectories(target.getParent());
    Files.move(spooled, target, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory = FileChannel.open(target.getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public Optional<Path> file(UUID id) {
    return Optional.of(path(id)).filter(Files::exists);
  }

  @Override
  public Optional<Long> size(UUID id) throws IOException {
    Path path = path(id);
    return Files.exists(path) ? Optional.of(Files.size(path)) : Optional.empty();
  }

  @Override
  public void copy(UUID id, long from, long length, OutputStream out) throws IOException {
    try (InputStream in = Files.newInputStream(path(id))) {
      in.skipNBytes(from);
      byte[] piece = new byte[FILE_PIECE];
      long rest = length;
      while (rest > 0) {
        int n = in.read(piece, 0, (int) Math.min(FILE_PIECE, rest));
        if (n < 0) {
          throw new IOException("a blob is shorter than the size in its record");
        }
        out.write(piece, 0, n);
        rest -= n;
      }
    }
  }

  @Override
  public void delete(UUID id) throws IOException {
    Files.deleteIfExists(path(id));
  }

  @Override
  public boolean isShared() {
    return false;
  }
}
