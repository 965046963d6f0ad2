package io.glebe.zarr.store;

/**
 * A byte range of an object: {@code length} bytes from {@code offset}, or (a suffix) the last
 * {@code length} bytes. Ranges beyond the end are cut there, as in HTTP.
 */
public record ByteRange(long offset, long length, boolean fromEnd) {
  private static final ByteRange ALL = new ByteRange(0, Long.MAX_VALUE, false);

  public ByteRange {
    if (offset < 0 || length <= 0) {
      throw new IllegalArgumentException("range of " + length + " bytes at " + offset);
    }
  }

  public static ByteRange all() {
    return ALL;
  }

  public static ByteRange of(long offset, long length) {
    return new ByteRange(offset, length, false);
  }

  /** The last {@code length} bytes; the whole object if it is shorter. */
  public static ByteRange suffix(long length) {
    return new ByteRange(0, length, true);
  }

  public boolean isAll() {
    return !fromEnd && offset == 0 && length == Long.MAX_VALUE;
  }

  /**
   * The same range counted from the start and cut at the end of an object of {@code size} bytes.
   */
  public ByteRange within(String key, long size) {
    if (fromEnd) {
      return size == 0
          ? outside(key, size)
          : of(Math.max(0, size - length), Math.min(length, size));
    }
    return offset >= size ? outside(key, size) : of(offset, Math.min(length, size - offset));
  }

  private ByteRange outside(String key, long size) {
    throw new RangeOutsideObjectException(key, this, size);
  }

  @Override
  public String toString() {
    return fromEnd ? "-" + length : offset + "+" + (isAll() ? "all" : length);
  }
}
