package io.glebe.zarr.chunk;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.FillValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Operations on decoded memory: fill values and boxes of elements; C order, little-endian. */
public final class Elements {
  private Elements() {}

  /** Sets every element of the segment to the array's fill value. */
  public static void fill(MemorySegment target, ArrayMeta meta) {
    fill(target, meta.dataType().size(), meta.fillValue().bits());
  }

  /** Sets every element of {@code size} bytes to the low bytes of {@code bits}. */
  public static void fill(MemorySegment target, int size, long bits) {
    long bytes = target.byteSize();
    if (bytes == 0) {
      return;
    }
    for (int i = 0; i < size; i++) {
      target.set(ValueLayout.JAVA_BYTE, i, (byte) (bits >>> (8 * i)));
    }
    for (long done = size; done < bytes; done *= 2) {
      MemorySegment.copy(target, 0, target, done, Math.min(done, bytes - done));
    }
  }

  /** Whether a chunk holds only a defined fill value, so that it need not be stored. */
  public static boolean isAllFill(MemorySegment elements, ArrayMeta meta) {
    FillValue fill = meta.fillValue();
    int size = meta.dataType().size();
    long bytes = elements.byteSize();
    if (fill.undefined()) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (elements.get(ValueLayout.JAVA_BYTE, i) != (byte) (fill.bits() >>> (8 * i))) {
        return false;
      }
    }
    // All elements are equal when the segment equals itself shifted by one element.
    return elements.asSlice(0, bytes - size).mismatch(elements.asSlice(size)) < 0;
  }
}
