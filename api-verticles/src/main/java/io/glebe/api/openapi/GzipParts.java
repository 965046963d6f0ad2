package io.glebe.api.openapi;

import io.glebe.api.http.fastpath.SharedBuffers;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * A text as one gzip stream (RFC 1952) of which only a short middle changes: both ends are
 * compressed once, and the middle is a stored block between them (RFC 1951, 3.2.4). Immutable.
 */
final class GzipParts {
  private static final byte[] HEAD = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, 0};
  private static final int MOST_STORED = 0xffff;
  private static final int BUFFER = 64 * 1024;

  private final byte[] start;
  private final byte[] rest;
  private final byte[] compressedStart;
  private final byte[] compressedRest;

  /** Compresses both ends. */
  GzipParts(byte[] start, byte[] rest) {
    this.start = start;
    this.rest = rest;
    compressedStart = deflated(start, false);
    compressedRest = deflated(rest, true);
  }

  /** The blocks of these bytes, which refer to nothing before them and end at a whole byte. */
  private static byte[] deflated(byte[] bytes, boolean isLast) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4 + 64);
    byte[] buffer = new byte[BUFFER];
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(bytes);
      if (isLast) {
        deflater.finish();
      }
      int flush = isLast ? Deflater.NO_FLUSH : Deflater.FULL_FLUSH;
      for (int n = BUFFER; n == BUFFER; ) {
        n = deflater.deflate(buffer, 0, BUFFER, flush);
        out.write(buffer, 0, n);
      }
    } finally {
      deflater.end();
    }
    return out.toByteArray();
  }

  /**
   * The stream with this middle, over the compressed ends themselves.
   *
   * @param middle at most 65,535 bytes
   */
  Buffer with(byte[] middle) {
    if (middle.length > MOST_STORED) {
      throw new IllegalArgumentException("a stored block is shorter");
    }
    return SharedBuffers.of(HEAD, compressedStart, stored(middle), compressedRest, trailer(middle));
  }

  private static byte[] stored(byte[] middle) {
    return ByteBuffer.allocate(5 + middle.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0)
        .putShort((short) middle.length)
        .putShort((short) ~middle.length)
        .put(middle)
        .array();
  }

  private byte[] trailer(byte[] middle) {
    CRC32 checksum = new CRC32();
    checksum.update(start);
    checksum.update(middle);
    checksum.update(rest);
    return ByteBuffer.allocate(8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) checksum.getValue())
        .putInt(start.length + middle.length + rest.length)
        .array();
  }
}
