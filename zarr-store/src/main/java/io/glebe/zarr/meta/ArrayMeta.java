package io.glebe.zarr.meta;

import io.glebe.zarr.meta.CodecSpec.Sharding;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Metadata of one array of either version. {@code chunkShape} is the stored object (the shard when
 * sharded). Byte order and memory order are codecs, so that callers do not depend on them.
 *
 * @param dimensionNames one per dimension, empty where a dimension has none
 */
public record ArrayMeta(
    int zarrFormat,
    Shape shape,
    Shape chunkShape,
    DataType dataType,
    FillValue fillValue,
    ChunkKeyEncoding keyEncoding,
    List<CodecSpec> codecs,
    List<Optional<String>> dimensionNames,
    Map<String, Object> attributes)
    implements NodeMeta {
  /** Maximum size of a decoded inner chunk: one gibibyte. */
  public static final long MAX_CHUNK_BYTES = 1L << 30;

  /** Maximum number of inner chunks of a shard; its index is then 256 MiB. */
  public static final long MAX_CHUNKS_PER_SHARD = 1L << 24;

  public ArrayMeta {
    codecs = List.copyOf(codecs);
    dimensionNames = List.copyOf(dimensionNames);
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    ArrayRules.check(zarrFormat, shape, chunkShape, dataType, codecs, dimensionNames);
  }

  /** The unit of decoding and caching: the inner chunk when sharded, else the chunk. */
  public Shape innerChunkShape() {
    return sharding().map(Sharding::innerChunkShape).orElse(chunkShape);
  }

  public Optional<Sharding> sharding() {
    return codecs.size() == 1 && codecs.getFirst() instanceof Sharding s
        ? Optional.of(s)
        : Optional.empty();
  }

  /** Bytes of one decoded inner chunk; at most {@link #MAX_CHUNK_BYTES}. */
  public long innerChunkBytes() {
    return innerChunkShape().elements() * dataType.size();
  }

  /** The key of the stored object at this index of the outer chunk grid, below the array's path. */
  public String key(long... index) {
    return keyEncoding.key(index);
  }

  public int rank() {
    return shape.rank();
  }

  public ArrayMeta withShape(Shape changed) {
    return new ArrayMeta(
        zarrFormat,
        changed,
        chunkShape,
        dataType,
        fillValue,
        keyEncoding,
        codecs,
        dimensionNames,
        attributes);
  }

  public ArrayMeta withAttributes(Map<String, Object> changed) {
    return new ArrayMeta(
        zarrFormat,
        shape,
        chunkShape,
        dataType,
        fillValue,
        keyEncoding,
        codecs,
        dimensionNames,
        changed);
  }

  /** Starts a version 3 array with little-endian bytes, fill value zero and no names. */
  public static ArrayMetaBuilder v3(Shape shape, Shape chunkShape, DataType dataType) {
    return new ArrayMetaBuilder(3, shape, chunkShape, dataType);
  }

  /** Starts a version 2 array with little-endian bytes, fill value zero and separator '.'. */
  public static ArrayMetaBuilder v2(Shape shape, Shape chunkShape, DataType dataType) {
    return new ArrayMetaBuilder(2, shape, chunkShape, dataType);
  }
}
