package io.glebe.core.cube.item;

import io.glebe.tile.deflate.MatchDeflater;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Compresses tiles to gzip (RFC 1952) at a fast level: vertex deltas are short numbers without
 * repetition, so a longer search makes a tile 6 to 17 per cent smaller and takes about ten times as
 * long. Not thread-safe, because its tables are reused.
 */
final class TileGzip {
  private static final byte DEFLATED = 8;
  private static final byte[] HEAD = {0x1f, (byte) 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, -1};
  private static final int TRAILER = 2 * Integer.BYTES;

  private final MatchDeflater deflater = new MatchDeflater();
  private final CRC32 checksum = new CRC32();
  private byte[] out = new byte[1 << 16];

  byte[] compressed(byte[] bytes) {
    int worst = HEAD.length + MatchDeflater.worstCase(bytes.length) + TRAILER;
    if (out.length < worst) {
      out = new byte[Math.max(worst, 2 * out.length)];
    }
    System.arraycopy(HEAD, 0, out, 0, HEAD.length);
    int size = deflater.deflate(bytes, bytes.length, out, HEAD.length);
    checksum.reset();
    checksum.update(bytes);
    ByteBuffer.wrap(out)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(size, (int) checksum.getValue())
        .putInt(size + Integer.BYTES, bytes.length);
    return Arrays.copyOf(out, size + TRAILER);
  }
}
