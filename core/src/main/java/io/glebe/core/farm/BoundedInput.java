package io.glebe.core.farm;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads no more than so many bytes, however many a compressed file would expand to. */
final class BoundedInput extends FilterInputStream {
  private final long most;
  private long left;

  BoundedInput(InputStream in, long most) {
    super(in);
    this.most = most;
    this.left = most;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    count(next < 0 ? 0 : 1);
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    count(Math.max(0, read));
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    count(skipped);
    return skipped;
  }

  private void count(long bytes) throws IOException {
    left -= bytes;
    if (left < 0) {
      throw new IOException("it expands to more than " + most + " bytes");
    }
  }
}
