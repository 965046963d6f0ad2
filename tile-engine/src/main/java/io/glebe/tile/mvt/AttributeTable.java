package io.glebe.tile.mvt;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names and values of attributes. Each is stored once with a number and once in encoded form, so
 * that any number of tiles can copy it. Values have the types listed in {@link MvtFeature}; other
 * values are written as text. Filled by one thread, then read by any thread.
 */
public final class AttributeTable {
  private static final int LAYER_KEYS = 3;
  private static final int LAYER_VALUES = 4;
  private static final int PER_ENTRY = 100;

  private final Column keys = new Column();
  private final Column values = new Column();
  private final ProtobufSink one = new ProtobufSink(64);

  /** The keys, or the values, in the order of their numbers. */
  private static final class Column {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<Object> entries = new ArrayList<>();
    private final ProtobufSink bytes = new ProtobufSink(256);
    private int[] ends = new int[16];

    /** Assigns the next number to an entry whose bytes were just appended. */
    int end(Object entry) {
      int number = entries.size();
      if (number == ends.length) {
        ends = Arrays.copyOf(ends, 2 * number);
      }
      ends[number] = bytes.size();
      numbers.put(entry, number);
      entries.add(entry);
      return number;
    }

    void write(int number, ProtobufSink out) {
      out.append(bytes, number == 0 ? 0 : ends[number - 1], ends[number]);
    }
  }

  /** The number of a name; adds an unknown name. */
  public int key(String name) {
    Integer known = keys.numbers.get(name);
    if (known != null) {
      return known;
    }
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    keys.bytes.tag(LAYER_KEYS, ProtobufSink.LENGTH_DELIMITED);
    keys.bytes.varint(utf8.length);
    keys.bytes.bytes(utf8);
    return keys.end(name);
  }

  /** The number of a value; adds an unknown value. Null is not allowed. */
  public int value(Object given) {
    Object value = canonical(given);
    Integer known = values.numbers.get(value);
    if (known != null) {
      return known;
    }
    one.clear();
    encode(value);
    values.bytes.message(LAYER_VALUES, one);
    return values.end(value);
  }

  /** The numbers of an attribute map: name, value, name, value; null values are left out. */
  public int[] tags(Map<String, ?> attributes) {
    int[] tags = new int[2 * attributes.size()];
    int size = 0;
    for (Map.Entry<String, ?> e : attributes.entrySet()) {
      if (e.getValue() != null) {
        tags[size++] = key(e.getKey());
        tags[size++] = value(e.getValue());
      }
    }
    return Arrays.copyOf(tags, size);
  }

  /** The name with this number. */
  public String keyAt(int number) {
    return (String) keys.entries.get(number);
  }

  /** The value with this number; whole numbers are {@link Long}. */
  public Object valueAt(int number) {
    return values.entries.get(number);
  }

  /** Estimated memory, bytes. */
  public long bytes() {
    return (long) PER_ENTRY * (keyCount() + valueCount())
        + 3L * (keys.bytes.size() + values.bytes.size());
  }

  int keyCount() {
    return keys.entries.size();
  }

  int valueCount() {
    return values.entries.size();
  }

  void writeKey(int number, ProtobufSink out) {
    keys.write(number, out);
  }

  void writeValue(int number, ProtobufSink out) {
    values.write(number, out);
  }

  private static Object canonical(Object value) {
    return switch (value) {
      case Integer i -> (long) i;
      case Short s -> (long) s;
      case Byte b -> (long) b;
      default -> value;
    };
  }

  private void encode(Object value) {
    switch (value) {
      case Boolean b -> {
        one.tag(7, ProtobufSink.VARINT);
        one.varint(b ? 1 : 0);
      }
      case Double d -> {
        one.tag(3, ProtobufSink.FIXED64);
        one.fixed64(Double.doubleToRawLongBits(d));
      }
      case Float f -> {
        one.tag(2, ProtobufSink.FIXED32);
        one.fixed32(Float.floatToRawIntBits(f));
      }
      case Long l when l >= 0 -> {
        one.tag(5, ProtobufSink.VARINT);
        one.varint((long) l);
      }
      case Long l -> {
        one.tag(6, ProtobufSink.VARINT);
        one.varint(l << 1 ^ l >> 63);
      }
      default -> {
        byte[] utf8 = value.toString().getBytes(StandardCharsets.UTF_8);
        one.tag(1, ProtobufSink.LENGTH_DELIMITED);
        one.varint(utf8.length);
        one.bytes(utf8);
      }
    }
  }
}
