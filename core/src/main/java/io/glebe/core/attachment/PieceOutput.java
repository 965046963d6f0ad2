package io.glebe.core.attachment;

import io.glebe.core.config.MemoryShares;
import io.glebe.core.thread.BackgroundThreads;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Collects what is written in pieces of {@value #PIECE} bytes, and has {@link BackgroundThreads}
 * write them. The writer waits for each piece, so that no more than one is in memory. Used by one
 * thread.
 */
final class PieceOutput extends OutputStream {
  static final int PIECE = MemoryShares.ATTACHMENT_BYTES;

  private final OutputStream out;
  private final BackgroundThreads threads;
  private final byte[] piece = new byte[PIECE];
  private int size;

  PieceOutput(OutputStream out, BackgroundThreads threads) {
    this.out = out;
    this.threads = threads;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int rest = length;
    while (rest > 0) {
      int n = Math.min(rest, PIECE - size);
      System.arraycopy(bytes, from, piece, size, n);
      size += n;
      from += n;
      rest -= n;
      if (size == PIECE) {
        pass();
      }
    }
  }

  private void pass() throws IOException {
    int filled = size;
    size = 0;
    threads.run(() -> out.write(piece, 0, filled));
  }

  @Override
  public void close() throws IOException {
    try {
      if (size > 0) {
        pass();
      }
    } finally {
      out.close();
    }
  }
}
