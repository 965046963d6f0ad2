package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * Stores bodies on disk that need random access, or must be complete before they are used. Their
 * files are deleted as soon as they are open, so that even a crash leaves no file behind.
 */
public final class Spool {
  private static final int BUFFER = 256 << 10;

  /** Shorter content needs no file. */
  private static final int IN_MEMORY = 64 << 10;

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path folder;

  /** Creates the folder when it is missing. */
  public Spool(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** Copies a stream to disk; the file is removed when the channel is closed. */
  FileChannel take(InputStream body) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(UUID.randomUUID().toString()),
            Set.of(
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE),
            OWNER_ONLY);
    try {
      byte[] buffer = new byte[BUFFER];
      for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
        write(channel, ByteBuffer.wrap(buffer, 0, n));
      }
      return channel;
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  /**
   * Reads a stream to its end and returns what it had, to be read once. Small content stays in
   * memory, the rest is on disk until the returned stream is closed. Blocks.
   */
  InputStream receive(InputStream body) throws IOException {
    byte[] first = body.readNBytes(IN_MEMORY);
    if (first.length < IN_MEMORY) {
      return new ByteArrayInputStream(first);
    }
    FileChannel channel = take(new SequenceInputStream(new ByteArrayInputStream(first), body));
    return Channels.newInputStream(channel.position(0));
  }

  private static void write(FileChannel channel, ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException full) {
      throw Problem.tooBusy(
          "there is no room for the file: " + full.getMessage(), RetrySeconds.DISK_SPACE);
    }
  }
}
