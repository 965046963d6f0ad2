package io.glebe.zarr.meta;

import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Crc32c;
import io.glebe.zarr.meta.CodecSpec.Gzip;
import io.glebe.zarr.meta.CodecSpec.Lz4;
import io.glebe.zarr.meta.CodecSpec.Sharding;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import io.glebe.zarr.meta.CodecSpec.Zlib;
import io.glebe.zarr.meta.CodecSpec.Zstd;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes codec configurations to JSON, in the syntax of either version. */
final class CodecWriter {
  private CodecWriter() {}

  static List<Object> chainV3(List<CodecSpec> chain, DataType type) {
    return chain.stream().<Object>map(codec -> codecV3(codec, type)).toList();
  }

  private static Map<String, Object> codecV3(CodecSpec codec, DataType type) {
    return switch (codec) {
      case Transpose transpose -> named("transpose", Map.of("order", transpose.order()));
      case Bytes bytes when type.size() == 1 -> named("bytes", Map.of());
      case Bytes bytes -> named("bytes", Map.of("endian", bytes.bigEndian() ? "big" : "little"));
      case Blosc blosc -> named("blosc", bloscV3(blosc));
      case Zstd zstd -> named("zstd", options("level", zstd.level(), "checksum", zstd.checksum()));
      case Gzip gzip -> named("gzip", Map.of("level", gzip.level()));
      case Zlib zlib -> named("numcodecs.zlib", Map.of("level", zlib.level()));
      case Lz4 lz4 -> named("numcodecs.lz4", Map.of("acceleration", lz4.acceleration()));
      case Crc32c crc -> named("crc32c", Map.of());
      case Sharding sharding -> named("sharding_indexed", sharding(sharding, type));
    };
  }

  static Map<String, Object> compressorV2(CodecSpec codec) {
    return switch (codec) {
      case Blosc blosc ->
          options(
              "id",
              "blosc",
              "cname",
              lower(blosc.compressor()),
              "clevel",
              blosc.level(),
              "shuffle",
              blosc.shuffle().code(),
              "blocksize",
              blosc.blockSize());
      case Zstd zstd when !zstd.checksum() -> options("id", "zstd", "level", zstd.level());
      case Gzip gzip -> options("id", "gzip", "level", gzip.level());
      case Zlib zlib -> options("id", "zlib", "level", zlib.level());
      case Lz4 lz4 -> options("id", "lz4", "acceleration", lz4.acceleration());
      default -> throw new MetadataException("zarr_format 2 has no compressor for " + codec);
    };
  }

  static List<Long> list(Shape shape) {
    return Arrays.stream(shape.toArray()).boxed().toList();
  }

  private static Map<String, Object> bloscV3(Blosc blosc) {
    return options(
        "cname",
        lower(blosc.compressor()),
        "clevel",
        blosc.level(),
        "shuffle",
        switch (blosc.shuffle()) {
          case NONE -> "noshuffle";
          case BYTE -> "shuffle";
          case BIT -> "bitshuffle";
        },
        "typesize",
        blosc.typeSize(),
        "blocksize",
        blosc.blockSize());
  }

  private static Map<String, Object> sharding(Sharding sharding, DataType type) {
    return options(
        "chunk_shape",
        list(sharding.innerChunkShape()),
        "codecs",
        chainV3(sharding.codecs(), type),
        "index_codecs",
        chainV3(sharding.indexCodecs(), DataType.UINT64),
        "index_location",
        sharding.indexAtEnd() ? "end" : "start");
  }

  private static Map<String, Object> named(String name, Map<String, Object> configuration) {
    return configuration.isEmpty()
        ? options("name", name)
        : options("name", name, "configuration", configuration);
  }

  private static Map<String, Object> options(Object... namesAndValues) {
    Map<String, Object> options = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return options;
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
