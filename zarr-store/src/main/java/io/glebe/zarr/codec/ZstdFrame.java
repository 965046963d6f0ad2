package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Checks the outer structure of a zstd frame (RFC 8878) before the native library reads it. */
final class ZstdFrame {
  static final int CHECKSUM_FLAG = 4;
  static final int DESCRIPTOR_AT = 4;
  private static final int MAGIC = 0xFD2FB528;
  private static final int SINGLE_SEGMENT_FLAG = 0x20;
  private static final int RESERVED_FLAG = 0x08;
  private static final int CHECKSUM_BYTES = 4;
  private static final int BLOCK_HEADER_BYTES = 3;
  private static final int RLE_BLOCK = 1;
  private static final int RESERVED_BLOCK = 3;
  private static final int LARGEST_BLOCK = 128 << 10;
  private static final int[] DICTIONARY_BYTES = {0, 1, 2, 4};
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ZstdFrame() {}

  /**
   * Checks that the bytes are exactly one frame without a dictionary and without missing or extra
   * bytes, so that every byte is used.
   */
  static void check(MemorySegment in) {
    long size = in.byteSize();
    if (size < DESCRIPTOR_AT + 1 || in.get(INT, 0) != MAGIC) {
      throw corrupt("not a zstd frame");
    }
    int descriptor = in.get(BYTE, DESCRIPTOR_AT);
    if ((descriptor & RESERVED_FLAG) != 0 || DICTIONARY_BYTES[descriptor & 3] != 0) {
      throw corrupt("frame needs a dictionary or an unknown feature");
    }
    long at = DESCRIPTOR_AT + 1L + headerBytes(descriptor);
    boolean last = false;
    while (!last) {
      if (size - at < BLOCK_HEADER_BYTES) {
        throw corrupt("frame is cut off");
      }
      int low =
          Byte.toUnsignedInt(in.get(BYTE, at)) | Byte.toUnsignedInt(in.get(BYTE, at + 1)) << 8;
      int header = low | Byte.toUnsignedInt(in.get(BYTE, at + 2)) << 16;
      int type = header >>> 1 & 3;
      int length = header >>> 3;
      if (type == RESERVED_BLOCK || length > LARGEST_BLOCK) {
        throw corrupt("block header is not valid");
      }
      at += BLOCK_HEADER_BYTES + (type == RLE_BLOCK ? 1 : length);
      last = (header & 1) != 0;
    }
    at += (descriptor & CHECKSUM_FLAG) != 0 ? CHECKSUM_BYTES : 0;
    if (at != size) {
      throw corrupt(at > size ? "frame is cut off" : "bytes after the frame");
    }
  }

  /** Size of the window descriptor and the content size, bytes. */
  private static int headerBytes(int descriptor) {
    boolean single = (descriptor & SINGLE_SEGMENT_FLAG) != 0;
    int sizeCode = (descriptor & 0xff) >>> 6;
    int sizeBytes = sizeCode == 0 ? (single ? 1 : 0) : 1 << sizeCode;
    return sizeBytes + (single ? 0 : 1);
  }

  private static CorruptChunkException corrupt(String reason) {
    return new CorruptChunkException("zstd: " + reason);
  }
}
