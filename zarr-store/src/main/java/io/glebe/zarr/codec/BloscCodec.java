package io.glebe.zarr.codec;

import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Blosc.Shuffle;
import io.glebe.zarr.meta.MetadataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The blosc 1 container: blocks of shuffled elements, each compressed separately, after a table of
 * their offsets. Containers of any compressor are decoded, independent of the metadata, except
 * blosclz and snappy.
 */
final class BloscCodec implements BytesCodec {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final BloscEncoder encoder;

  BloscCodec(Blosc spec) {
    encoder =
        switch (spec.compressor()) {
          case LZ4, LZ4HC, ZLIB, ZSTD -> new BloscEncoder(spec);
          default ->
              throw new MetadataException(
                  "blosc compressor " + spec.compressor() + " is not supported");
        };
  }

  @Override
  public long decode(MemorySegment in, MemorySegment out, Workspace workspace) {
    return decodeRange(in, out, 0, out.byteSize(), workspace);
  }

  /**
   * Decodes at least the blocks that hold the bytes {@code from} to {@code to}, at their positions
   * in the output. The container's header is still checked against the whole output.
   *
   * @return the size of the whole decoded container, bytes
   */
  long decodeRange(MemorySegment in, MemorySegment out, long from, long to, Workspace workspace) {
    BloscHeader header = BloscHeader.read(in, out.byteSize());
    if (header.stored()) {
      copyStored(in, out, header);
      return header.decodedBytes();
    }
    int blocks = header.blocks();
    long tableEnd = BloscHeader.BYTES + 4L * blocks;
    if (tableEnd > in.byteSize()) {
      throw BloscHeader.corrupt("too short for the offsets of " + blocks + " blocks");
    }
    int first = blocks == 0 ? 0 : (int) Math.min(from / header.blockSize(), blocks);
    for (int block = first; block < blocks; block++) {
      if ((long) block * header.blockSize() >= to) {
        break;
      }
      long start = Integer.toUnsignedLong(in.get(INT, BloscHeader.BYTES + 4L * block));
      if (start < tableEnd || start >= in.byteSize()) {
        throw BloscHeader.corrupt("block " + block + " is outside the container");
      }
      decodeBlock(in, start, header, block, out, workspace);
    }
    return header.decodedBytes();
  }

  private static void copyStored(MemorySegment in, MemorySegment out, BloscHeader header) {
    int bytes = header.decodedBytes();
    if (in.byteSize() != (long) BloscHeader.BYTES + bytes) {
      throw BloscHeader.corrupt("the number of stored bytes differs from the header");
    }
    MemorySegment.copy(in, BloscHeader.BYTES, out, 0, bytes);
  }

  private static void decodeBlock(
      MemorySegment in,
      long start,
      BloscHeader header,
      int block,
      MemorySegment out,
      Workspace workspace) {
    final int bytes = header.blockBytes(block);
    final long to = (long) block * header.blockSize();
    boolean direct = header.shuffle() == Shuffle.NONE;
    MemorySegment raw = direct ? out : workspace.block.atLeast(bytes);
    long rawAt = direct ? to : 0;
    int streams = header.streams(block);
    int streamBytes = bytes / streams;
    if (streamBytes * streams != bytes) {
      throw BloscHeader.corrupt("block size is not a multiple of the typesize");
    }
    long at = start;
    for (int stream = 0; stream < streams; stream++) {
      if (in.byteSize() - at < 4) {
        throw BloscHeader.corrupt("block " + block + " is cut off");
      }
      long length = in.get(INT, at);
      at += 4;
      if (length <= 0 || length > streamBytes || length > in.byteSize() - at) {
        throw BloscHeader.corrupt("a stream of block " + block + " has an impossible length");
      }
      if (length == streamBytes) {
        MemorySegment.copy(in, at, raw, rawAt, length);
      } else {
        MemorySegment into = raw.asSlice(rawAt, streamBytes);
        long written = inflate(header.format(), in.asSlice(at, length), into, workspace);
        if (written != streamBytes) {
          throw BloscHeader.corrupt("a stream of block " + block + " is too short");
        }
      }
      at += length;
      rawAt += streamBytes;
    }
    if (!direct) {
      unshuffle(header, raw, bytes, out, to, workspace);
    }
  }

  private static void unshuffle(
      BloscHeader header,
      MemorySegment raw,
      int bytes,
      MemorySegment out,
      long to,
      Workspace workspace) {
    Shuffler shuffler = Shuffler.forLength(bytes);
    if (header.shuffle() == Shuffle.BYTE) {
      shuffler.unshuffle(raw, 0, out, to, bytes, header.typeSize());
    } else {
      MemorySegment half = workspace.planes.atLeast(bytes);
      shuffler.unbitshuffle(raw, 0, out, to, bytes, header.typeSize(), half);
    }
  }

  private static long inflate(
      int format, MemorySegment in, MemorySegment out, Workspace workspace) {
    return switch (format) {
      case BloscHeader.FORMAT_LZ4 -> workspace.lz4().decompress(in, out);
      case BloscHeader.FORMAT_ZSTD -> workspace.zstd().decompress(in, out);
      case BloscHeader.FORMAT_ZLIB -> workspace.zlib().inflate(in, out);
      default ->
          throw BloscHeader.corrupt(
              "compressor format " + format + " (blosclz, snappy or unknown) is not supported");
    };
  }

  @Override
  public long encode(MemorySegment in, MemorySegment out, Workspace workspace) {
    return encoder.encode(in, out, workspace);
  }

  @Override
  public long maxEncoded(long decodedBytes) {
    return encoder.maxEncoded(decodedBytes);
  }
}
