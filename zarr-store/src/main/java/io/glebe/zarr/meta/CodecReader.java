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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Parses codec configurations from JSON, in the syntax of either version. */
final class CodecReader {
  private static final int MAX_CODECS = 16;

  private CodecReader() {}

  /** A version 3 chain; elements are objects or, without configuration, plain names. */
  static List<CodecSpec> chainV3(List<?> json, DataType dataType) {
    if (json.size() > MAX_CODECS) {
      throw new MetadataException(json.size() + " codecs are more than " + MAX_CODECS);
    }
    List<CodecSpec> chain = new ArrayList<>();
    for (Object item : json) {
      chain.add(codecV3(item, dataType));
    }
    return chain;
  }

  private static CodecSpec codecV3(Object json, DataType dataType) {
    Fields codec =
        json instanceof String name
            ? new Fields("codec", Map.of("name", name))
            : Fields.of("codec", json);
    String name = codec.string("name");
    Fields options =
        codec.has("configuration")
            ? Fields.of(name, codec.get("configuration"))
            : new Fields(name, Map.of());
    return switch (name) {
      case "bytes" -> new Bytes(isBigEndian(options, dataType));
      case "transpose" -> new Transpose(options.integers("order"));
      case "blosc" -> bloscV3(options, dataType);
      case "zstd" -> new Zstd(options.integer("level", 0), options.flag("checksum", false));
      case "gzip" -> new Gzip(options.integer("level", 5));
      case "zlib", "numcodecs.zlib" -> new Zlib(options.integer("level", 1));
      case "lz4", "numcodecs.lz4" -> new Lz4(options.integer("acceleration", 1));
      case "crc32c" -> new Crc32c();
      case "sharding_indexed" -> sharding(options, dataType);
      default -> throw new MetadataException("codec '" + name + "' is not supported");
    };
  }

  private static boolean isBigEndian(Fields options, DataType dataType) {
    String endian = options.string("endian", dataType.size() == 1 ? "little" : "");
    return switch (endian) {
      case "little" -> false;
      case "big" -> dataType.size() > 1;
      default -> throw options.refusal("endian", "'little' or 'big'");
    };
  }

  private static CodecSpec sharding(Fields options, DataType dataType) {
    String location = options.string("index_location", "end");
    if (!location.equals("start") && !location.equals("end")) {
      throw options.refusal("index_location", "'start' or 'end'");
    }
    return new Sharding(
        options.shape("chunk_shape"),
        chainV3(options.list("codecs"), dataType),
        chainV3(options.list("index_codecs"), DataType.UINT64),
        location.equals("end"));
  }

  private static CodecSpec bloscV3(Fields options, DataType dataType) {
    String shuffle = options.string("shuffle", "shuffle");
    return new Blosc(
        compressor(options.string("cname", "zstd")),
        options.integer("clevel", 5),
        switch (shuffle) {
          case "noshuffle" -> Blosc.Shuffle.NONE;
          case "shuffle" -> Blosc.Shuffle.BYTE;
          case "bitshuffle" -> Blosc.Shuffle.BIT;
          default -> throw new MetadataException("blosc shuffle '" + shuffle + "' is not known");
        },
        options.integer("typesize", dataType.size()),
        options.integer("blocksize", 0));
  }

  /** The {@code compressor} of a version 2 array. */
  static CodecSpec compressorV2(Fields options, DataType dataType) {
    String id = options.string("id");
    return switch (id) {
      case "blosc" -> bloscV2(options, dataType);
      case "zstd" -> new Zstd(options.integer("level", 0), options.flag("checksum", false));
      case "gzip" -> new Gzip(options.integer("level", 1));
      case "zlib" -> new Zlib(options.integer("level", 1));
      case "lz4" -> new Lz4(options.integer("acceleration", 1));
      default -> throw new MetadataException("compressor '" + id + "' is not supported");
    };
  }

  private static CodecSpec bloscV2(Fields options, DataType dataType) {
    int shuffle = options.integer("shuffle", 1);
    return new Blosc(
        compressor(options.string("cname", "lz4")),
        options.integer("clevel", 5),
        switch (shuffle) {
          case -1 -> dataType.size() == 1 ? Blosc.Shuffle.BIT : Blosc.Shuffle.BYTE;
          case 0 -> Blosc.Shuffle.NONE;
          case 1 -> Blosc.Shuffle.BYTE;
          case 2 -> Blosc.Shuffle.BIT;
          default -> throw new MetadataException("blosc shuffle " + shuffle + " is not known");
        },
        dataType.size(),
        options.integer("blocksize", 0));
  }

  private static Blosc.Compressor compressor(String name) {
    for (Blosc.Compressor compressor : Blosc.Compressor.values()) {
      if (compressor.name().toLowerCase(Locale.ROOT).equals(name)) {
        return compressor;
      }
    }
    throw new MetadataException("blosc cname '" + name + "' is not known");
  }
}
