package io.glebe.zarr.codec;

import io.glebe.zarr.meta.CodecSpec.Blosc.Shuffle;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The sixteen-byte header of a blosc 1 container, checked against the container's real size and the
 * output size.
 *
 * @param format the compressor of the streams
 * @param split whether whole blocks are compressed as one stream per byte of the element
 */
record BloscHeader(
    int format,
    Shuffle shuffle,
    boolean stored,
    boolean split,
    int typeSize,
    int decodedBytes,
    int blockSize) {
  static final int BYTES = 16;
  static final int FORMAT_LZ4 = 1;
  static final int FORMAT_ZLIB = 3;
  static final int FORMAT_ZSTD = 4;
  private static final int VERSION = 2;
  private static final int FLAG_SHUFFLE = 1;
  private static final int FLAG_STORED = 2;
  private static final int FLAG_BITSHUFFLE = 4;
  private static final int FLAG_RESERVED = 8;
  private static final int FLAG_NOT_SPLIT = 16;
  private static final int MAX_SPLITS = 16;
  private static final int SMALLEST_STREAM = 128;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /**
   * Reads and checks the header of a whole container; the decoded size must be at most {@code
   * outputBytes} bytes.
   */
  static BloscHeader read(MemorySegment in, long outputBytes) {
    if (in.byteSize() < BYTES) {
      throw corrupt("too short for its header");
    }
    int version = in.get(BYTE, 0);
    int flags = in.get(BYTE, 2);
    int typeSize = Byte.toUnsignedInt(in.get(BYTE, 3));
    int decoded = in.get(INT, 4);
    int blockSize = in.get(INT, 8);
    long encoded = Integer.toUnsignedLong(in.get(INT, 12));
    if (version != VERSION && version != 1) {
      throw corrupt("container version " + version + " is not 1 or 2");
    }
    if (encoded != in.byteSize()) {
      throw corrupt("header says " + encoded + " bytes, but there are " + in.byteSize());
    }
    if (decoded < 0 || decoded > outputBytes) {
      throw corrupt(
          "the header gives a decoded size of "
              + decoded
              + " bytes, but at most "
              + outputBytes
              + " are expected");
    }
    if (typeSize == 0 || (flags & FLAG_RESERVED) != 0) {
      throw corrupt("header has an unknown flag or a zero typesize");
    }
    boolean stored = (flags & FLAG_STORED) != 0;
    if (!stored && decoded > 0 && (blockSize <= 0 || blockSize > decoded)) {
      throw corrupt("block size " + blockSize + " is not possible");
    }
    boolean bits = (flags & FLAG_BITSHUFFLE) != 0;
    boolean bytes = (flags & FLAG_SHUFFLE) != 0 && typeSize > 1;
    Shuffle shuffle = bits ? Shuffle.BIT : bytes ? Shuffle.BYTE : Shuffle.NONE;
    boolean split = (flags & FLAG_NOT_SPLIT) == 0 && splits(typeSize, blockSize);
    int format = (flags & 0xff) >>> 5;
    return new BloscHeader(format, shuffle, stored, split, typeSize, decoded, blockSize);
  }

  /** Writes the header in front of {@code encodedBytes - 16} bytes. */
  void write(MemorySegment out, int encodedBytes) {
    int flags = format << 5;
    flags |= shuffle == Shuffle.BYTE ? FLAG_SHUFFLE : 0;
    flags |= shuffle == Shuffle.BIT ? FLAG_BITSHUFFLE : 0;
    flags |= stored ? FLAG_STORED : 0;
    flags |= split ? 0 : FLAG_NOT_SPLIT;
    out.set(BYTE, 0, (byte) VERSION);
    out.set(BYTE, 1, (byte) 1);
    out.set(BYTE, 2, (byte) flags);
    out.set(BYTE, 3, (byte) typeSize);
    out.set(INT, 4, decodedBytes);
    out.set(INT, 8, blockSize);
    out.set(INT, 12, encodedBytes);
  }

  BloscHeader asStored() {
    return new BloscHeader(format, Shuffle.NONE, true, split, typeSize, decodedBytes, blockSize);
  }

  /** Whether streams of this form are long enough to be split; part of the format. */
  static boolean splits(int typeSize, int blockSize) {
    return typeSize <= MAX_SPLITS && blockSize / typeSize >= SMALLEST_STREAM;
  }

  int blocks() {
    return decodedBytes == 0 ? 0 : (decodedBytes - 1) / blockSize + 1;
  }

  /** Decoded bytes of a block; the last one may be shorter. */
  int blockBytes(int block) {
    return Math.min(blockSize, decodedBytes - block * blockSize);
  }

  /** Number of streams of a block: a shorter last block is never split. */
  int streams(int block) {
    return split && blockBytes(block) == blockSize ? typeSize : 1;
  }

  static CorruptChunkException corrupt(String reason) {
    return new CorruptChunkException("blosc: " + reason);
  }
}
