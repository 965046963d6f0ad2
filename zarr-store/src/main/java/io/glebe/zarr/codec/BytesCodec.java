package io.glebe.zarr.codec;

import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.MetadataException;
import java.lang.foreign.MemorySegment;

/** A stage from bytes to bytes. Immutable; the state of a call is in the workspace. */
sealed interface BytesCodec
    permits BloscCodec, ZstdCodec, GzipCodec, ZlibCodec, Lz4Codec, Crc32cCodec {

  /**
   * Decodes the whole input to the start of the output.
   *
   * @return number of bytes written, never more than the size of the output
   * @throws CorruptChunkException when the input is not valid or larger than the output
   */
  long decode(MemorySegment in, MemorySegment out, Workspace workspace);

  /** Encodes the whole input to the start of the output, which has {@link #maxEncoded} bytes. */
  long encode(MemorySegment in, MemorySegment out, Workspace workspace);

  /** Maximum encoded size of this many bytes. */
  long maxEncoded(long decodedBytes);

  static BytesCodec of(CodecSpec spec) {
    return switch (spec) {
      case CodecSpec.Blosc blosc -> new BloscCodec(blosc);
      case CodecSpec.Zstd zstd -> new ZstdCodec(zstd.level(), zstd.checksum());
      case CodecSpec.Gzip gzip -> new GzipCodec(gzip.level());
      case CodecSpec.Zlib zlib -> new ZlibCodec(zlib.level());
      case CodecSpec.Lz4 lz4 -> new Lz4Codec(lz4.acceleration());
      case CodecSpec.Crc32c crc -> new Crc32cCodec();
      default -> throw new MetadataException("not a codec from bytes to bytes: " + spec);
    };
  }
}
