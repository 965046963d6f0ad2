package io.glebe.zarr.codec;

import io.glebe.zarr.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The bytes followed by their CRC32C in four little-endian bytes. */
record Crc32cCodec() implements BytesCodec {
  static final int CHECKSUM_BYTES = 4;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The bytes before the checksum, after it is verified; nothing is copied. */
  MemorySegment verified(MemorySegment in) {
    long length = in.byteSize() - CHECKSUM_BYTES;
    if (length < 0) {
      throw new CorruptChunkException("crc32c: too short for a checksum");
    }
    MemorySegment body = in.asSlice(0, length);
    int stored = in.get(INT, length);
    int computed = checksum(body);
    if (stored != computed) {
      throw new CorruptChunkException(
          "crc32c: checksum is %08x, computed %08x".formatted(stored, computed));
    }
    return body;
  }

  static int checksum(MemorySegment bytes) {
    CRC32C crc = new CRC32C();
    Segments.forEachBuffer(bytes, crc::update);
    return (int) crc.getValue();
  }

  @Override
  public long decode(MemorySegment in, MemorySegment out, Workspace workspace) {
    MemorySegment body = verified(in);
    if (body.byteSize() > out.byteSize()) {
      throw new CorruptChunkException("crc32c: more bytes than expected");
    }
    MemorySegment.copy(body, 0, out, 0, body.byteSize());
    return body.byteSize();
  }

  @Override
  public long encode(MemorySegment in, MemorySegment out, Workspace workspace) {
    long length = in.byteSize();
    MemorySegment.copy(in, 0, out, 0, length);
    out.set(INT, length, checksum(in));
    return length + CHECKSUM_BYTES;
  }

  @Override
  public long maxEncoded(long decodedBytes) {
    return decodedBytes + CHECKSUM_BYTES;
  }
}
