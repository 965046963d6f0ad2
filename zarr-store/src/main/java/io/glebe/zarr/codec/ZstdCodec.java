package io.glebe.zarr.codec;

import io.airlift.compress.v3.xxhash.XxHash64Hasher;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** One zstd frame, with a checksum if requested. */
record ZstdCodec(int level, boolean checksum) implements BytesCodec {
  private static final int CHECKSUM_BYTES = 4;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public long decode(MemorySegment in, MemorySegment out, Workspace workspace) {
    return workspace.zstd().decompress(in, out);
  }

  /**
   * The frame's checksum is the low half of the content's XXH64. It is appended here, because the
   * library call writes none.
   */
  @Override
  public long encode(MemorySegment in, MemorySegment out, Workspace workspace) {
    long length = workspace.zstd().compress(in, out, level);
    if (!checksum) {
      return length;
    }
    byte descriptor = out.get(ValueLayout.JAVA_BYTE, ZstdFrame.DESCRIPTOR_AT);
    out.set(
        ValueLayout.JAVA_BYTE,
        ZstdFrame.DESCRIPTOR_AT,
        (byte) (descriptor | ZstdFrame.CHECKSUM_FLAG));
    out.set(INT, length, (int) XxHash64Hasher.hash(in));
    return length + CHECKSUM_BYTES;
  }

  @Override
  public long maxEncoded(long decodedBytes) {
    return ZstdBlock.bound(decodedBytes) + CHECKSUM_BYTES;
  }
}
