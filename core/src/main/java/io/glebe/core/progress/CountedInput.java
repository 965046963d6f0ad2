package io.glebe.core.progress;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reports the number of bytes that are read through it to a listener, which may refuse more. */
public final class CountedInput extends FilterInputStream {
  /** Receives the number of bytes after they have been read. */
  @FunctionalInterface
  public interface Counter {
    /**
     * Some bytes, at least one.
     *
     * @throws IOException when there are too many of them
     */
    void read(long more) throws IOException;
  }

  private final Counter counter;

  public CountedInput(InputStream in, Counter counter) {
    super(in);
    this.counter = counter;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    count(next < 0 ? 0 : 1);
    return next;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = super.read(target, offset, length);
    count(read);
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    count(skipped);
    return skipped;
  }

  private void count(long bytes) throws IOException {
    if (bytes > 0) {
      counter.read(bytes);
    }
  }
}
