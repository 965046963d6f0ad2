package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A raw LZ4 block after its decoded size in four little-endian bytes. */
record Lz4Codec(int acceleration) implements BytesCodec {
  private static final int HEADER_BYTES = 4;
  private static final int MAX_ACCELERATION = 65537;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  Lz4Codec {
    acceleration = Math.clamp(acceleration, 1, MAX_ACCELERATION);
  }

  @Override
  public long decode(MemorySegment in, MemorySegment out, Workspace workspace) {
    if (in.byteSize() < HEADER_BYTES) {
      throw new CorruptChunkException("lz4: too short for its header");
    }
    long size = Integer.toUnsignedLong(in.get(INT, 0));
    if (size > out.byteSize()) {
      throw new CorruptChunkException(
          "lz4: header says " + size + " bytes, but at most " + out.byteSize() + " are expected");
    }
    MemorySegment block = in.asSlice(HEADER_BYTES);
    long written = workspace.lz4().decompress(block, out.asSlice(0, size));
    if (written != size) {
      throw new CorruptChunkException("lz4: " + written + " bytes instead of " + size);
    }
    return written;
  }

  @Override
  public long encode(MemorySegment in, MemorySegment out, Workspace workspace) {
    out.set(INT, 0, Math.toIntExact(in.byteSize()));
    return HEADER_BYTES + workspace.lz4().compress(in, out.asSlice(HEADER_BYTES), acceleration);
  }

  @Override
  public long maxEncoded(long decodedBytes) {
    return HEADER_BYTES + Lz4Block.bound(decodedBytes);
  }
}
