package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Deflate streams, zlib-wrapped or raw, with the JDK's implementation. One thread at a time. */
final class DeflateStream {
  private final Inflater inflater;
  private final boolean raw;
  private @Nullable Deflater deflater;
  private long consumed;

  DeflateStream(boolean raw) {
    this.raw = raw;
    this.inflater = new Inflater(raw);
  }

  /**
   * Inflates one stream from the start of the input and returns the number of bytes written, at
   * most the size of the output. Bytes after the stream are ignored: see {@link #consumed}.
   */
  long inflate(MemorySegment in, MemorySegment out) {
    ByteBuffer input = in.asByteBuffer();
    ByteBuffer output = out.asByteBuffer();
    inflater.reset();
    inflater.setInput(input);
    try {
      while (!inflater.finished()) {
        int previous = input.position() + output.position();
        inflater.inflate(output);
        boolean noProgress = previous == input.position() + output.position();
        if (noProgress && !inflater.finished()) {
          throw new CorruptChunkException(
              inflater.needsInput() ? "deflate: stream is cut off" : "deflate: stream is too long");
        }
      }
    } catch (DataFormatException malformed) {
      throw new CorruptChunkException("deflate: " + malformed.getMessage(), malformed);
    }
    consumed = input.position();
    return output.position();
  }

  /** Number of input bytes of the last stream. */
  long consumed() {
    return consumed;
  }

  /** Compresses into an output of at least {@link #bound} bytes. */
  long deflate(MemorySegment in, MemorySegment out, int level) {
    if (deflater == null) {
      deflater = new Deflater(level, raw);
    }
    deflater.reset();
    deflater.setLevel(level);
    deflater.setInput(in.asByteBuffer());
    deflater.finish();
    ByteBuffer output = out.asByteBuffer();
    while (!deflater.finished()) {
      if (deflater.deflate(output) == 0 && !output.hasRemaining()) {
        throw new IllegalStateException("deflate output is larger than its bound");
      }
    }
    return output.position();
  }

  static long bound(long bytes) {
    return bytes + bytes / 1000 + 64;
  }
}
