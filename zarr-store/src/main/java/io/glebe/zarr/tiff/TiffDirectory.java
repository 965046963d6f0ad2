package io.glebe.zarr.tiff;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One image file directory with its entries. Values are read one by one on demand, so that a false
 * count costs nothing.
 */
final class TiffDirectory {
  private static final int MAX_ENTRIES = 4096;
  private static final int[] TYPE_BYTES = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};

  /** The position of the values of a tag. */
  private record Entry(int type, long count, long at) {}

  private final TiffBytes bytes;
  private final Map<Integer, Entry> entries = new HashMap<>();
  private final long next;

  /** Reads the directory at an offset; {@code big} for a BigTIFF file. */
  TiffDirectory(TiffBytes bytes, long at, boolean big) {
    this.bytes = bytes;
    long count = big ? bytes.signed64(at) : bytes.unsigned16(at);
    if (count < 1 || count > MAX_ENTRIES) {
      throw new TiffException("a directory claims " + Long.toUnsignedString(count) + " entries");
    }
    long first = at + (big ? 8 : 2);
    int size = big ? 20 : 12;
    for (long entry = first; entry < first + count * size; entry += size) {
      add(entry, big);
    }
    long end = first + count * size;
    this.next = big ? bytes.signed64(end) : bytes.unsigned32(end);
  }

  private void add(long at, boolean big) {
    int tag = bytes.unsigned16(at);
    int type = bytes.unsigned16(at + 2);
    long count = big ? bytes.signed64(at + 4) : bytes.unsigned32(at + 4);
    long field = at + (big ? 12 : 8);
    int size = type < TYPE_BYTES.length ? TYPE_BYTES[type] : 0;
    if (size == 0) {
      return; // an unknown type has an unknown value position
    }
    if (count < 0 || count > bytes.size()) {
      throw new TiffException("tag " + tag + " claims " + Long.toUnsignedString(count) + " values");
    }
    boolean inline = count * size <= (big ? 8 : 4);
    long where = inline ? field : big ? bytes.signed64(field) : bytes.unsigned32(field);
    bytes.check(where, count * size);
    entries.putIfAbsent(tag, new Entry(type, count, where));
  }

  /** Offset of the directory after this one; 0 for the last. */
  long next() {
    return next;
  }

  boolean has(int tag) {
    return entries.containsKey(tag);
  }

  /** Number of values of a tag; 0 when it is absent. */
  long count(int tag) {
    Entry entry = entries.get(tag);
    return entry == null ? 0 : entry.count;
  }

  /** The first value of an integer tag. */
  OptionalLong first(int tag) {
    return count(tag) == 0 ? OptionalLong.empty() : OptionalLong.of(whole(tag, 0));
  }

  long first(int tag, long absent) {
    return first(tag).orElse(absent);
  }

  /** A value of an integer tag; it must not be negative. */
  long whole(int tag, long index) {
    Entry entry = entries.get(tag);
    if (entry == null || index >= entry.count) {
      throw new TiffException("tag " + tag + " has no value " + index);
    }
    long at = entry.at + index * TYPE_BYTES[entry.type];
    long value =
        switch (entry.type) {
          case 1, 7 -> bytes.unsigned8(at);
          case 3 -> bytes.unsigned16(at);
          case 4, 13 -> bytes.unsigned32(at);
          case 16, 18 -> bytes.signed64(at);
          default -> throw new TiffException("tag " + tag + " is no whole number");
        };
    if (value < 0) {
      throw new TiffException("tag " + tag + " claims " + Long.toUnsignedString(value));
    }
    return value;
  }

  /** All values of a tag of doubles, at most {@code maxCount}; empty when it is absent. */
  double[] doubles(int tag, int maxCount) {
    Entry entry = entries.get(tag);
    if (entry == null) {
      return new double[0];
    }
    if (entry.type != 12 || entry.count > maxCount) {
      throw new TiffException("tag " + tag + " has not up to " + maxCount + " doubles");
    }
    double[] values = new double[(int) entry.count];
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.longBitsToDouble(bytes.signed64(entry.at + 8L * i));
    }
    return values;
  }

  /** A text tag, without the NUL at its end. */
  Optional<String> text(int tag, int maxCount) {
    Entry entry = entries.get(tag);
    if (entry == null || entry.type != 2) {
      return Optional.empty();
    }
    if (entry.count > maxCount) {
      throw new TiffException("tag " + tag + " has more than " + maxCount + " characters");
    }
    byte[] text = new byte[(int) entry.count];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) bytes.unsigned8(entry.at + i);
    }
    String read = new String(text, StandardCharsets.ISO_8859_1);
    int end = read.indexOf('\0');
    return Optional.of((end < 0 ? read : read.substring(0, end)).strip());
  }
}
