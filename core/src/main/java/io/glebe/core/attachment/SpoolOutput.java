package io.glebe.core.attachment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes a spool file and waits every few megabytes until the bytes are on disk. Otherwise the
 * operating system would keep gigabytes in memory, and database commits would wait for them at the
 * end.
 */
final class SpoolOutput extends OutputStream {
  private static final long SYNC_BYTES = 2L << 20;

  private final FileChannel channel;
  private final UploadLimiter limiter;
  private long unsynced;

  SpoolOutput(Path file, UploadLimiter limiter) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.WRITE);
    this.limiter = limiter;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
    unsynced += length;
    if (unsynced >= SYNC_BYTES) {
      limiter.write(this::sync);
    }
  }

  private Long sync() throws IOException {
    channel.force(false);
    unsynced = 0;
    return unsynced;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
