package io.glebe.tile.mvt;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The keys and values of one layer, each written once and referred to by number. */
final class AttributeDictionary {
  private static final int LAYER_KEYS = 3;
  private static final int LAYER_VALUES = 4;

  private final Map<String, Integer> keys = new HashMap<>();
  private final Map<Object, Integer> values = new HashMap<>();
  private final ProtobufSink keyBytes = new ProtobufSink(256);
  private final ProtobufSink valueBytes = new ProtobufSink(4096);
  private final ProtobufSink one = new ProtobufSink(64);

  void clear() {
    keys.clear();
    values.clear();
    keyBytes.clear();
    valueBytes.clear();
  }

  void writeTags(Map<String, ?> attributes, ProtobufSink tags) {
    for (Map.Entry<String, ?> e : attributes.entrySet()) {
      if (e.getValue() != null) {
        tags.varint(key(e.getKey()));
        tags.varint(value(e.getValue()));
      }
    }
  }

  void writeTo(ProtobufSink layer) {
    layer.append(keyBytes);
    layer.append(valueBytes);
  }

  private int key(String name) {
    Integer known = keys.get(name);
    if (known != null) {
      return known;
    }
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    keyBytes.tag(LAYER_KEYS, ProtobufSink.LENGTH_DELIMITED);
    keyBytes.varint(utf8.length);
    keyBytes.bytes(utf8);
    keys.put(name, keys.size());
    return keys.size() - 1;
  }

  private int value(Object given) {
    Object value = canonical(given);
    Integer known = values.get(value);
    if (known != null) {
      return known;
    }
    one.clear();
    encode(value);
    valueBytes.message(LAYER_VALUES, one);
    values.put(value, values.size());
    return values.size() - 1;
  }

  private static Object canonical(Object value) {
    return switch (value) {
      case String s -> s;
      case Boolean b -> b;
      case Double d -> d;
      case Float f -> f;
      case Long l -> l;
      case Integer i -> (long) i;
      case Short s -> (long) s;
      case Byte b -> (long) b;
      default -> value.toString();
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
