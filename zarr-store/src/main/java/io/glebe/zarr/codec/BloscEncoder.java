package io.glebe.zarr.codec;

import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Blosc.Shuffle;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Writes blosc 1 containers. LZ4HC is written as LZ4: the format is the same, the compression is
 * weaker.
 */
final class BloscEncoder {
  private static final int BLOCK_BYTES =
      256 << 10; // a decoded and a shuffled block fit into a second-level cache
  private static final int SMALLEST_SPLIT =
      128 << 10; // shorter blocks reduce LZ4's ratio and speed
  private static final int MAX_LEVEL = 9;
  private static final int MAX_ZSTD_LEVEL = 22;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Blosc spec;

  BloscEncoder(Blosc spec) {
    this.spec = spec;
  }

  long maxEncoded(long decodedBytes) {
    long blockSize = blockSize(decodedBytes);
    long blocks = decodedBytes / blockSize + 1;
    long table = blocks * 4L * (1 + spec.typeSize());
    return BloscHeader.BYTES + decodedBytes + table + streamBound(blockSize);
  }

  long encode(MemorySegment in, MemorySegment out, Workspace workspace) {
    int bytes = Math.toIntExact(in.byteSize());
    BloscHeader header = header(bytes);
    if (spec.level() > 0) {
      long encoded = encodeBlocks(in, out, header, workspace);
      if (encoded < BloscHeader.BYTES + (long) bytes) {
        header.write(out, (int) encoded);
        return encoded;
      }
    }
    int stored = Math.addExact(BloscHeader.BYTES, bytes);
    header.asStored().write(out, stored);
    MemorySegment.copy(in, 0, out, BloscHeader.BYTES, bytes);
    return stored;
  }

  private BloscHeader header(int bytes) {
    int blockSize = blockSize(bytes);
    int format =
        switch (spec.compressor()) {
          case ZSTD -> BloscHeader.FORMAT_ZSTD;
          case ZLIB -> BloscHeader.FORMAT_ZLIB;
          default -> BloscHeader.FORMAT_LZ4;
        };
    boolean split =
        format == BloscHeader.FORMAT_LZ4
            && blockSize % spec.typeSize() == 0
            && blockSize / spec.typeSize() >= SMALLEST_SPLIT
            && BloscHeader.splits(spec.typeSize(), blockSize);
    Shuffle shuffle =
        spec.shuffle() == Shuffle.BYTE && spec.typeSize() == 1 ? Shuffle.NONE : spec.shuffle();
    return new BloscHeader(format, shuffle, false, split, spec.typeSize(), bytes, blockSize);
  }

  /** A multiple of eight elements, so that bit shuffling applies to every full block. */
  private int blockSize(long bytes) {
    int group = 8 * spec.typeSize();
    int wanted = spec.blockSize() > 0 ? spec.blockSize() : BLOCK_BYTES;
    long grouped = Math.max(group, wanted - wanted % group);
    return (int) Math.max(1, Math.min(grouped, bytes));
  }

  private long encodeBlocks(
      MemorySegment in, MemorySegment out, BloscHeader header, Workspace workspace) {
    int blocks = header.blocks();
    long at = BloscHeader.BYTES + 4L * blocks;
    for (int block = 0; block < blocks; block++) {
      out.set(INT, BloscHeader.BYTES + 4L * block, (int) at);
      at = encodeBlock(in, header, block, out, at, workspace);
    }
    return at;
  }

  private long encodeBlock(
      MemorySegment in,
      BloscHeader header,
      int block,
      MemorySegment out,
      long start,
      Workspace workspace) {
    int bytes = header.blockBytes(block);
    MemorySegment raw = shuffled(in, (long) block * header.blockSize(), bytes, workspace);
    int streams = header.streams(block);
    int streamBytes = bytes / streams;
    long at = start;
    for (int stream = 0; stream < streams; stream++) {
      MemorySegment source = raw.asSlice((long) stream * streamBytes, streamBytes);
      MemorySegment target = out.asSlice(at + 4, streamBound(streamBytes));
      long length = compress(source, target, workspace);
      if (length >= streamBytes) {
        length = streamBytes;
        MemorySegment.copy(source, 0, target, 0, length);
      }
      out.set(INT, at, (int) length);
      at += 4 + length;
    }
    return at;
  }

  private MemorySegment shuffled(MemorySegment in, long from, int bytes, Workspace workspace) {
    int typeSize = spec.typeSize();
    boolean unchanged = spec.shuffle() == Shuffle.NONE;
    if (unchanged || (spec.shuffle() == Shuffle.BYTE && typeSize == 1)) {
      return in.asSlice(from, bytes);
    }
    MemorySegment planes = workspace.block.atLeast(bytes);
    if (spec.shuffle() == Shuffle.BYTE) {
      Shuffler.Choice.SCALAR.shuffle(in, from, planes, 0, bytes, typeSize);
    } else {
      MemorySegment half = workspace.planes.atLeast(bytes);
      Shuffler.Choice.SCALAR.bitshuffle(in, from, planes, 0, bytes, typeSize, half);
    }
    return planes;
  }

  private long compress(MemorySegment source, MemorySegment target, Workspace workspace) {
    return switch (spec.compressor()) {
      case ZSTD ->
          workspace.zstd().compress(source, target, Math.min(2 * spec.level() - 1, MAX_ZSTD_LEVEL));
      case ZLIB -> workspace.zlib().deflate(source, target, spec.level());
      default -> workspace.lz4().compress(source, target, 1 + MAX_LEVEL - spec.level());
    };
  }

  private static long streamBound(long bytes) {
    return Math.max(ZstdBlock.bound(bytes), DeflateStream.bound(bytes));
  }
}
