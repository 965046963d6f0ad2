package io.glebe.api.fuzz;

import io.glebe.zarr.codec.CodecChain;
import io.glebe.zarr.codec.CorruptChunkException;
import io.glebe.zarr.codec.ShardIndex;
import io.glebe.zarr.codec.ShardLayout;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Encoded chunks and shards. The first byte chooses the codecs of the array, the rest is the stored
 * object. No byte outside the chunk may be written.
 */
public final class ChunkTarget implements FuzzTarget {
  private static final Shape SHAPE = Shape.of(16, 16);
  private static final Shape SHARD = Shape.of(32, 32);
  private static final DataType TYPE = DataType.INT16;
  private static final int GUARD = 256;
  private static final byte MARK = 0x5c;
  private static final List<CodecSpec> ZSTD =
      List.of(new Bytes(false), new CodecSpec.Zstd(3, true));

  private static final List<ArrayMeta> ARRAYS =
      List.of(
          plain(new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BYTE, 2, 0)),
          plain(new Blosc(Blosc.Compressor.ZSTD, 5, Blosc.Shuffle.BIT, 2, 0)),
          plain(new CodecSpec.Zstd(3, false)),
          plain(new CodecSpec.Gzip(5)),
          plain(new CodecSpec.Zlib(5)),
          plain(new CodecSpec.Lz4(1)),
          plain(new CodecSpec.Zstd(3, false), new CodecSpec.Crc32c()),
          ArrayMeta.v3(SHAPE, SHAPE, TYPE)
              .codecs(List.of(Transpose.reversed(2), new Bytes(true), new CodecSpec.Gzip(1)))
              .build(),
          ArrayMeta.v3(SHARD, SHARD, TYPE)
              .codecs(List.of(CodecSpec.Sharding.of(SHAPE, ZSTD)))
              .build());

  private static ArrayMeta plain(CodecSpec... codecs) {
    List<CodecSpec> all = new java.util.ArrayList<>(List.of(new Bytes(false)));
    all.addAll(List.of(codecs));
    return ArrayMeta.v3(SHAPE, SHAPE, TYPE).codecs(all).build();
  }

  @Override
  public boolean accepts(byte[] input) throws java.io.IOException {
    if (input.length == 0) {
      return false;
    }
    ArrayMeta array = ARRAYS.get(Math.floorMod(input[0], ARRAYS.size()));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment object = arena.allocate(input.length).asSlice(0, input.length - 1L);
      MemorySegment.copy(input, 1, object, ValueLayout.JAVA_BYTE, 0, input.length - 1);
      return FuzzTarget.unlessRefused(
          CorruptChunkException.class, () -> read(array, object, arena));
    }
  }

  private static void read(ArrayMeta array, MemorySegment object, Arena arena) {
    CodecChain chain = CodecChain.of(array);
    ShardLayout layout = ShardLayout.of(array).orElse(null);
    if (layout == null) {
      decode(chain, object, arena);
      return;
    }
    long size = object.byteSize();
    long from = Math.max(0, size - layout.indexBytes());
    ShardIndex index = layout.parse(object.asSlice(from), size);
    for (int i = 0; i < index.count(); i++) {
      if (!index.isMissing(i)) {
        decode(chain, object.asSlice(index.offset(i), index.length(i)), arena);
      }
    }
  }

  private static void decode(CodecChain chain, MemorySegment encoded, Arena arena) {
    long size = chain.decodedBytes();
    MemorySegment all = arena.allocate(size + 2 * GUARD).fill(MARK);
    chain.decode(encoded, all.asSlice(GUARD, size));
    for (int i = 0; i < GUARD; i++) {
      if (all.get(ValueLayout.JAVA_BYTE, i) != MARK
          || all.get(ValueLayout.JAVA_BYTE, GUARD + size + i) != MARK) {
        throw new IllegalStateException("a byte outside the chunk is written");
      }
    }
  }
}
