package io.glebe.core.cube.upload;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Says how many bytes went through it, from time to time. */
final class CountedInput extends FilterInputStream {
  private static final long STEP = 2L << 20;

  private final LongConsumer listener;
  private long untold;

  CountedInput(InputStream in, LongConsumer listener) {
    super(in);
    this.listener = listener;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    count(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = super.read(target, offset, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int bytes) {
    untold += bytes;
    if (untold >= STEP) {
      tell();
    }
  }

  /** Tells the rest. */
  void tell() {
    listener.accept(untold);
    untold = 0;
  }
}
