package io.glebe.zarr.tiff;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The bytes of a file in its byte order. Every access outside the file is refused. */
final class TiffBytes {
  private final MemorySegment file;
  private final boolean bigEndian;
  private final ValueLayout.OfShort shortLayout;
  private final ValueLayout.OfInt intLayout;
  private final ValueLayout.OfLong longLayout;

  TiffBytes(MemorySegment file, boolean bigEndian) {
    ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    this.file = file;
    this.bigEndian = bigEndian;
    this.shortLayout = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order);
    this.intLayout = ValueLayout.JAVA_INT_UNALIGNED.withOrder(order);
    this.longLayout = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order);
  }

  boolean bigEndian() {
    return bigEndian;
  }

  long size() {
    return file.byteSize();
  }

  /** The part from an offset on. */
  MemorySegment slice(long at, long length) {
    check(at, length);
    return file.asSlice(at, length);
  }

  int unsigned8(long at) {
    check(at, 1);
    return file.get(ValueLayout.JAVA_BYTE, at) & 0xff;
  }

  int unsigned16(long at) {
    check(at, 2);
    return file.get(shortLayout, at) & 0xffff;
  }

  int signed32(long at) {
    check(at, 4);
    return file.get(intLayout, at);
  }

  long unsigned32(long at) {
    return signed32(at) & 0xffffffffL;
  }

  long signed64(long at) {
    check(at, 8);
    return file.get(longLayout, at);
  }

  void check(long at, long length) {
    if (at < 0 || length < 0 || at > size() - length) {
      throw new TiffException(
          "it points to byte "
              + Long.toUnsignedString(at)
              + " and "
              + Long.toUnsignedString(length)
              + " bytes from there, but has only "
              + size());
    }
  }
}
