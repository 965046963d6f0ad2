package io.glebe.tile.mvt;

import java.util.Arrays;

/**
 * The keys and values of a table that one layer uses, numbered for the layer: each is written once,
 * in the order of first use.
 */
final class LayerTags {
  private static final int UNUSED = -1;

  private AttributeTable table = new AttributeTable();
  private int[] keys = new int[0];
  private int[] values = new int[0];
  private int keyCount;
  private int valueCount;
  private final ProtobufSink keyBytes = new ProtobufSink(256);
  private final ProtobufSink valueBytes = new ProtobufSink(4096);

  void begin(AttributeTable next) {
    table = next;
    keys = unused(keys, next.keyCount());
    values = unused(values, next.valueCount());
    keyCount = 0;
    valueCount = 0;
    keyBytes.clear();
    valueBytes.clear();
  }

  private static int[] unused(int[] numbers, int size) {
    int[] array = numbers.length < size ? new int[Math.max(size, 2 * numbers.length)] : numbers;
    Arrays.fill(array, 0, size, UNUSED);
    return array;
  }

  void write(int[] tags, ProtobufSink out) {
    for (int i = 0; i < tags.length; i += 2) {
      out.varint(key(tags[i]));
      out.varint(value(tags[i + 1]));
    }
  }

  void writeTo(ProtobufSink layer) {
    layer.append(keyBytes);
    layer.append(valueBytes);
  }

  private int key(int number) {
    if (keys[number] == UNUSED) {
      keys[number] = keyCount++;
      table.writeKey(number, keyBytes);
    }
    return keys[number];
  }

  private int value(int number) {
    if (values[number] == UNUSED) {
      values[number] = valueCount++;
      table.writeValue(number, valueBytes);
    }
    return values[number];
  }
}
