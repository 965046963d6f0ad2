package io.glebe.zarr.codec;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Crc32c;
import io.glebe.zarr.meta.CodecSpec.Sharding;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * The layout of an array's shards: the number of inner chunks, and the position and encoding of the
 * index. The index is read first (its size is known), then the ranges in it.
 */
public final class ShardLayout {
  private static final int ENTRY_BYTES = 16;

  private final Shape chunksPerShard;
  private final int count;
  private final boolean indexAtEnd;
  private final boolean checksum;
  private final ValueLayout.OfLong number;

  private ShardLayout(Shape chunksPerShard, Sharding sharding) {
    this.chunksPerShard = chunksPerShard;
    this.count = Math.toIntExact(chunksPerShard.elements());
    this.indexAtEnd = sharding.indexAtEnd();
    this.checksum = sharding.indexCodecs().getLast() instanceof Crc32c;
    boolean big = ((Bytes) sharding.indexCodecs().getFirst()).bigEndian();
    this.number =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(
            big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  /** The layout of a sharded array; empty when the array is not sharded. */
  public static Optional<ShardLayout> of(ArrayMeta meta) {
    return meta.sharding()
        .map(
            sharding -> {
              long[] along = new long[meta.rank()];
              for (int i = 0; i < along.length; i++) {
                along[i] = meta.chunkShape().get(i) / sharding.innerChunkShape().get(i);
              }
              return new ShardLayout(Shape.of(along), sharding);
            });
  }

  /** Number of inner chunks along each dimension of a shard. */
  public Shape chunksPerShard() {
    return chunksPerShard;
  }

  /** Number of inner chunks of a shard. */
  public int count() {
    return count;
  }

  /** Whether the index is the last {@link #indexBytes} bytes of the shard, else the first. */
  public boolean indexAtEnd() {
    return indexAtEnd;
  }

  public int indexBytes() {
    return count * ENTRY_BYTES + (checksum ? Crc32cCodec.CHECKSUM_BYTES : 0);
  }

  /** The ordinal of an inner chunk by its index inside the shard (C order). */
  public int ordinal(long... indexInShard) {
    long ordinal = 0;
    for (int i = 0; i < indexInShard.length; i++) {
      java.util.Objects.checkIndex(indexInShard[i], chunksPerShard.get(i));
      ordinal = ordinal * chunksPerShard.get(i) + indexInShard[i];
    }
    return (int) ordinal;
  }

  /**
   * Parses and checks an index.
   *
   * @param index exactly {@link #indexBytes} bytes
   * @param shardBytes size of the whole shard; {@code Long.MAX_VALUE} when unknown
   * @throws CorruptChunkException for a wrong size or checksum, or ranges outside the shard
   */
  public ShardIndex parse(MemorySegment index, long shardBytes) {
    if (index.byteSize() != indexBytes()) {
      throw new CorruptChunkException(
          "shard index has " + index.byteSize() + " bytes instead of " + indexBytes());
    }
    MemorySegment body = checksum ? new Crc32cCodec().verified(index) : index;
    long[] entries = new long[2 * count];
    for (int i = 0; i < entries.length; i += 2) {
      long offset = body.get(number, 8L * i);
      long length = body.get(number, 8L * i + 8);
      boolean missing = offset == ShardIndex.MISSING && length == ShardIndex.MISSING;
      if (!missing && (offset < 0 || length < 0 || offset > shardBytes - length)) {
        throw new CorruptChunkException(
            "shard index names bytes outside the shard: entry " + i / 2);
      }
      entries[i] = offset;
      entries[i + 1] = length;
    }
    return new ShardIndex(entries);
  }

  /**
   * Builds a shard of encoded inner chunks in the order of their ordinals; empty ones are missing.
   *
   * @throws IllegalArgumentException unless there is one element per inner chunk
   */
  public byte[] build(List<Optional<byte[]>> chunks) {
    if (chunks.size() != count) {
      throw new IllegalArgumentException(chunks.size() + " chunks for a shard of " + count);
    }
    long total = indexBytes();
    for (Optional<byte[]> chunk : chunks) {
      total += chunk.map(bytes -> bytes.length).orElse(0);
    }
    byte[] shard = new byte[Math.toIntExact(total)];
    MemorySegment all = MemorySegment.ofArray(shard);
    int indexAt = indexAtEnd ? shard.length - indexBytes() : 0;
    MemorySegment index = all.asSlice(indexAt, indexBytes());
    int at = indexAtEnd ? 0 : indexBytes();
    for (int i = 0; i < count; i++) {
      byte[] chunk = chunks.get(i).orElse(null);
      index.set(number, 16L * i, chunk == null ? ShardIndex.MISSING : at);
      index.set(number, 16L * i + 8, chunk == null ? ShardIndex.MISSING : chunk.length);
      if (chunk != null) {
        System.arraycopy(chunk, 0, shard, at, chunk.length);
        at += chunk.length;
      }
    }
    if (checksum) {
      long body = (long) count * ENTRY_BYTES;
      int crc = Crc32cCodec.checksum(index.asSlice(0, body));
      index.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), body, crc);
    }
    return shard;
  }
}
