package io.glebe.zarr.meta;

/**
 * The value of missing chunks: the element's little-endian bits in the low bytes of a long (no sign
 * extension). {@code undefined} represents the {@code null} of version 2, which reads as zero.
 */
public record FillValue(long bits, boolean undefined) {
  public static final FillValue ZERO = new FillValue(0, false);
  public static final FillValue UNDEFINED = new FillValue(0, true);

  /** A defined fill value with these bits. */
  public static FillValue ofBits(long bits) {
    return new FillValue(bits, false);
  }

  /** The nearest fill value of this type; floats keep NaN and infinities. */
  public static FillValue of(DataType type, double value) {
    return FillValues.fromDouble(type, value);
  }

  /** The value as a double (unsigned types as unsigned numbers). */
  public double asDouble(DataType type) {
    return FillValues.toDouble(type, bits);
  }
}
