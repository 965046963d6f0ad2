package io.glebe.zarr.meta;

import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Crc32c;
import io.glebe.zarr.meta.CodecSpec.Sharding;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import java.util.List;
import java.util.Optional;

/** Validates the metadata of an array, both parsed and built. */
final class ArrayRules {
  private ArrayRules() {}

  static void check(
      int zarrFormat,
      Shape shape,
      Shape chunkShape,
      DataType dataType,
      List<CodecSpec> codecs,
      List<Optional<String>> dimensionNames) {
    require(zarrFormat == 2 || zarrFormat == 3, "zarr_format " + zarrFormat + " is not 2 or 3");
    requireChunks(shape, chunkShape);
    require(dimensionNames.size() == shape.rank(), "one dimension name per dimension is needed");
    Shape inner = chunkShape;
    if (codecs.stream().anyMatch(Sharding.class::isInstance)) {
      inner = checkSharding(zarrFormat, chunkShape, codecs);
    } else {
      checkChain(codecs, shape.rank());
    }
    long elements = inner.elements();
    require(
        elements <= ArrayMeta.MAX_CHUNK_BYTES / dataType.size(),
        "a chunk of shape " + inner + " is larger than " + ArrayMeta.MAX_CHUNK_BYTES + " bytes");
  }

  private static Shape checkSharding(int zarrFormat, Shape chunkShape, List<CodecSpec> codecs) {
    require(zarrFormat == 3, "sharding needs zarr_format 3");
    require(codecs.size() == 1, "codecs around sharding_indexed are not supported");
    Sharding sharding = (Sharding) codecs.getFirst();
    Shape inner = sharding.innerChunkShape();
    requireChunks(chunkShape, inner);
    long chunks = 1;
    for (int i = 0; i < inner.rank(); i++) {
      require(
          chunkShape.get(i) % inner.get(i) == 0,
          "inner chunk " + inner + " does not divide the shard " + chunkShape);
      long along = chunkShape.get(i) / inner.get(i);
      require(along <= ArrayMeta.MAX_CHUNKS_PER_SHARD / chunks, "too many chunks in a shard");
      chunks *= along;
    }
    require(
        sharding.codecs().stream().noneMatch(Sharding.class::isInstance),
        "sharding inside sharding is not supported");
    checkChain(sharding.codecs(), inner.rank());
    List<CodecSpec> index = sharding.indexCodecs();
    boolean known =
        !index.isEmpty()
            && index.getFirst() instanceof Bytes
            && index.stream().skip(1).allMatch(Crc32c.class::isInstance)
            && index.size() <= 2;
    require(known, "index_codecs other than bytes and crc32c are not supported");
    return inner;
  }

  private static void requireChunks(Shape shape, Shape chunks) {
    require(
        chunks.rank() == shape.rank(),
        "chunk shape " + chunks + " does not fit the shape " + shape);
    for (int i = 0; i < chunks.rank(); i++) {
      require(chunks.get(i) > 0, "chunk shape " + chunks + " has an extent below one");
    }
  }

  private static void checkChain(List<CodecSpec> codecs, int rank) {
    boolean bytes = false;
    for (CodecSpec codec : codecs) {
      boolean arrayStage = codec instanceof Transpose || codec instanceof Bytes;
      require(arrayStage != bytes, "codecs are out of order at " + codec);
      if (codec instanceof Transpose transpose) {
        require(transpose.order().size() == rank, "transpose order does not fit the dimensions");
      }
      bytes |= codec instanceof Bytes;
    }
    require(bytes, "the codec 'bytes' is missing");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new MetadataException(reason);
    }
  }
}
