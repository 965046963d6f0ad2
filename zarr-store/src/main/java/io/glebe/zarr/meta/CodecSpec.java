package io.glebe.zarr.meta;

import java.util.List;

/** One configured codec of a chain, as in the metadata. The subtypes are the supported codecs. */
public sealed interface CodecSpec {

  /** Array to array: stored dimension {@code i} is decoded dimension {@code order[i]}. */
  record Transpose(List<Integer> order) implements CodecSpec {
    public Transpose {
      order = List.copyOf(order);
      boolean[] seen = new boolean[order.size()];
      for (int dimension : order) {
        if (dimension < 0 || dimension >= seen.length || seen[dimension]) {
          throw new MetadataException("transpose order " + order + " is not a permutation");
        }
        seen[dimension] = true;
      }
    }

    /** Fortran order of this many dimensions. */
    public static Transpose reversed(int rank) {
      return new Transpose(
          java.util.stream.IntStream.range(0, rank).mapToObj(i -> rank - 1 - i).toList());
    }

    public boolean isReversal() {
      return order.equals(reversed(order.size()).order);
    }
  }

  /** Array to bytes: elements in C order, with this byte order. */
  record Bytes(boolean bigEndian) implements CodecSpec {}

  /** The blosc 1 container. A block size of zero lets the encoder choose. */
  record Blosc(Compressor compressor, int level, Shuffle shuffle, int typeSize, int blockSize)
      implements CodecSpec {
    private static final int MAX_TYPE_SIZE = 255;

    /** Compressors inside the container; the metadata uses their names in lower case. */
    public enum Compressor {
      BLOSCLZ,
      LZ4,
      LZ4HC,
      ZLIB,
      ZSTD,
      SNAPPY
    }

    /** Filters before compression. */
    public enum Shuffle {
      NONE(0),
      BYTE(1),
      BIT(2);

      private final int code;

      Shuffle(int code) {
        this.code = code;
      }

      /** The number of the filter in the container and in metadata of version 2. */
      public int code() {
        return code;
      }
    }

    public Blosc {
      if (level < 0 || level > 9) {
        throw new MetadataException("blosc level " + level + " is not between 0 and 9");
      }
      if (typeSize < 1 || typeSize > MAX_TYPE_SIZE) {
        throw new MetadataException("blosc typesize " + typeSize + " is not between 1 and 255");
      }
      if (blockSize < 0) {
        throw new MetadataException("blosc blocksize " + blockSize + " is negative");
      }
    }
  }

  record Zstd(int level, boolean checksum) implements CodecSpec {
    public Zstd {
      if (level < -131072 || level > 22) {
        throw new MetadataException("zstd level " + level + " is not between -131072 and 22");
      }
    }
  }

  record Gzip(int level) implements CodecSpec {
    public Gzip {
      requireDeflateLevel(level);
    }
  }

  record Zlib(int level) implements CodecSpec {
    public Zlib {
      requireDeflateLevel(level);
    }
  }

  /** A raw LZ4 block after its decoded size, as written by numcodecs. */
  record Lz4(int acceleration) implements CodecSpec {}

  record Crc32c() implements CodecSpec {}

  /** Array to bytes: one object holds many inner chunks and an index of them. */
  record Sharding(
      Shape innerChunkShape,
      List<CodecSpec> codecs,
      List<CodecSpec> indexCodecs,
      boolean indexAtEnd)
      implements CodecSpec {
    public Sharding {
      codecs = List.copyOf(codecs);
      indexCodecs = List.copyOf(indexCodecs);
    }

    /** Index at the end, little-endian with a checksum: the default of other writers. */
    public static Sharding of(Shape innerChunkShape, List<CodecSpec> codecs) {
      return new Sharding(innerChunkShape, codecs, List.of(new Bytes(false), new Crc32c()), true);
    }
  }

  private static void requireDeflateLevel(int level) {
    if (level < -1 || level > 9) {
      throw new MetadataException("deflate level " + level + " is not between 0 and 9");
    }
  }
}
