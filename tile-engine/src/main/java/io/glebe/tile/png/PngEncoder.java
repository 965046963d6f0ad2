package io.glebe.tile.png;

import io.glebe.tile.deflate.HuffmanDeflater;
import io.glebe.tile.style.Palette;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Encodes 8-bit images. Owns scratch memory: use one per render thread.
 *
 * <pre>{@code
 * byte[] png = encoder.palette8(indices, 256, 256, ramp.palette());
 * }</pre>
 */
public final class PngEncoder {
  /** Longest side of an image. */
  public static final int MAX_SIDE = 16_384;

  /** Largest image, bytes of pixels. */
  public static final int MAX_BYTES = 1 << 27;

  /** Buffers above this size are freed after the call. */
  private static final int KEPT_BYTES = 8 << 20;

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  private static final int GREY = 0;
  private static final int RGB = 2;
  private static final int PALETTE = 3;
  private static final int RGBA = 6;
  private static final int IHDR = 0x49484452;
  private static final int PLTE = 0x504c5445;
  private static final int TRNS = 0x74524e53;
  private static final int IDAT = 0x49444154;
  private static final int IEND = 0x49454e44;

  /** Maximum size of all chunks except the pixels. */
  private static final int HEAD_BYTES = 2048;

  private final RowFilters filters;
  private final HuffmanDeflater deflater = new HuffmanDeflater();
  private final CRC32 crc = new CRC32();
  private final Adler32 adler = new Adler32();
  private byte[] filtered = new byte[0];
  private byte[] out = new byte[HEAD_BYTES];
  private int end;
  private int chunkStart;

  public PngEncoder() {
    this(RowFilters.best());
  }

  PngEncoder(RowFilters filters) {
    this.filters = filters;
  }

  /**
   * An image of palette entries.
   *
   * @param indices at least {@code width * height} bytes, each less than the palette's size
   * @throws IllegalArgumentException when a side is not within 1..{@value #MAX_SIDE}, the image
   *     exceeds {@value #MAX_BYTES} bytes or the array is too short
   */
  public byte[] palette8(byte[] indices, int width, int height, Palette palette) {
    begin(indices, width, height, 1, PALETTE);
    writePalette(palette);
    return finish(indices, width, height, 1);
  }

  /**
   * An image of grey levels, one byte per pixel.
   *
   * @param zeroTransparent declares level 0 transparent
   */
  public byte[] grey(byte[] levels, int width, int height, boolean zeroTransparent) {
    begin(levels, width, height, 1, GREY);
    if (zeroTransparent) {
      writeTransparentZero(2);
    }
    return finish(levels, width, height, 1);
  }

  /**
   * An image of three bytes per pixel.
   *
   * @param blackTransparent declares (0, 0, 0) transparent
   */
  public byte[] rgb(byte[] pixels, int width, int height, boolean blackTransparent) {
    begin(pixels, width, height, 3, RGB);
    if (blackTransparent) {
      writeTransparentZero(6);
    }
    return finish(pixels, width, height, 3);
  }

  /** An image of four bytes per pixel: red, green, blue, alpha (not premultiplied). */
  public byte[] rgba(byte[] pixels, int width, int height) {
    begin(pixels, width, height, 4, RGBA);
    return finish(pixels, width, height, 4);
  }

  private void begin(byte[] pixels, int width, int height, int channels, int colourType) {
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
      throw new IllegalArgumentException("an image of " + width + " x " + height + " pixels");
    }
    long bytes = (long) width * height * channels;
    if (bytes > MAX_BYTES || pixels.length < bytes) {
      throw new IllegalArgumentException(bytes + " bytes of pixels, given " + pixels.length);
    }
    int lines = (width * channels + 1) * height;
    if (filtered.length < lines + RowFilters.SLACK) {
      filtered = new byte[lines + RowFilters.SLACK];
    }
    int worst = HEAD_BYTES + HuffmanDeflater.worstCase(lines);
    if (out.length < worst) {
      out = new byte[worst];
    }
    System.arraycopy(SIGNATURE, 0, out, 0, SIGNATURE.length);
    end = SIGNATURE.length;
    beginChunk(IHDR);
    writeInt(width);
    writeInt(height);
    out[end++] = 8;
    out[end++] = (byte) colourType;
    out[end++] = 0;
    out[end++] = 0;
    out[end++] = 0;
    endChunk();
  }

  private void writePalette(Palette palette) {
    beginChunk(PLTE);
    int translucent = 0;
    for (int i = 0; i < palette.size(); i++) {
      int argb = palette.argb(i);
      out[end++] = (byte) (argb >> 16);
      out[end++] = (byte) (argb >> 8);
      out[end++] = (byte) argb;
      translucent = argb >>> 24 == 255 ? translucent : i + 1;
    }
    endChunk();
    if (translucent > 0) {
      beginChunk(TRNS);
      for (int i = 0; i < translucent; i++) {
        out[end++] = (byte) (palette.argb(i) >>> 24);
      }
      endChunk();
    }
  }

  private void writeTransparentZero(int bytes) {
    beginChunk(TRNS);
    Arrays.fill(out, end, end + bytes, (byte) 0);
    end += bytes;
    endChunk();
  }

  private byte[] finish(byte[] pixels, int width, int height, int channels) {
    int stride = width * channels;
    int lines = filters.apply(pixels, stride, height, channels, filtered);
    beginChunk(IDAT);
    out[end++] = 0x78;
    out[end++] = 0x01;
    end = deflater.deflate(filtered, lines, out, end);
    adler.reset();
    adler.update(filtered, 0, lines);
    writeInt((int) adler.getValue());
    endChunk();
    beginChunk(IEND);
    endChunk();
    byte[] png = Arrays.copyOf(out, end);
    if (out.length > KEPT_BYTES) {
      out = new byte[HEAD_BYTES];
      filtered = new byte[0];
    }
    return png;
  }

  private void beginChunk(int type) {
    chunkStart = end;
    end += 4;
    writeInt(type);
  }

  private void endChunk() {
    int length = end - chunkStart - 8;
    crc.reset();
    crc.update(out, chunkStart + 4, length + 4);
    writeInt((int) crc.getValue());
    int after = end;
    end = chunkStart;
    writeInt(length);
    end = after;
  }

  private void writeInt(int value) {
    out[end] = (byte) (value >> 24);
    out[end + 1] = (byte) (value >> 16);
    out[end + 2] = (byte) (value >> 8);
    out[end + 3] = (byte) value;
    end += 4;
  }
}
