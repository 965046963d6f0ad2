package io.glebe.zarr.tiff;

import io.glebe.zarr.codec.CorruptChunkException;
import io.glebe.zarr.codec.Decompression;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The supported compressions. */
enum TiffCompression {
  NONE,
  LZW,
  DEFLATE,
  PACKBITS,
  ZSTD;

  static TiffCompression of(long number) {
    return switch ((int) Math.min(number, 1 << 20)) {
      case 1 -> NONE;
      case 5 -> LZW;
      case 8, 32946 -> DEFLATE;
      case 32773 -> PACKBITS;
      case 50000 -> ZSTD;
      default ->
          throw new TiffException(
              "its compression "
                  + number
                  + named(number)
                  + " is not supported; LZW, DEFLATE, PACKBITS, ZSTD and none are");
    };
  }

  private static String named(long number) {
    return switch ((int) Math.min(number, 1 << 20)) {
      case 2, 3, 4 -> " (CCITT fax)";
      case 6, 7 -> " (JPEG)";
      case 34887 -> " (LERC)";
      case 34925 -> " (LZMA)";
      case 50001 -> " (WebP)";
      case 50002, 52546 -> " (JPEG XL)";
      default -> "";
    };
  }

  /** Decodes a block, which must fill the output exactly. */
  void decode(MemorySegment in, byte[] out) {
    long written;
    try {
      written =
          switch (this) {
            case NONE -> copy(in, out);
            case LZW -> new Lzw(in).decode(out);
            case DEFLATE -> Decompression.zlib(in, MemorySegment.ofArray(out));
            case PACKBITS -> PackBits.decode(in, out);
            case ZSTD -> Decompression.zstd(in, MemorySegment.ofArray(out));
          };
    } catch (CorruptChunkException corrupt) {
      throw new TiffException("a block is damaged: " + corrupt.getMessage(), corrupt);
    }
    if (written != out.length) {
      throw new TiffException(
          "a block is damaged: it has " + written + " bytes instead of " + out.length);
    }
  }

  private static long copy(MemorySegment in, byte[] out) {
    long length = Math.min(in.byteSize(), out.length);
    MemorySegment.copy(in, ValueLayout.JAVA_BYTE, 0, out, 0, (int) length);
    return length;
  }
}
