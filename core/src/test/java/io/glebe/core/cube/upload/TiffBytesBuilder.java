package io.glebe.core.cube.upload;

import io.glebe.core.cube.CubeStation;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Makes small GeoTIFF files: little-endian, not compressed, one strip for each band. */
final class TiffBytesBuilder {
  private static final int ASCII = 2;
  private static final int SHORT = 3;
  private static final int LONG = 4;
  private static final int DOUBLE = 12;
  private static final int STRIP_OFFSETS = 273;

  private record Entry(int type, int count, byte[] value) {}

  private final Map<Integer, Entry> entries = new TreeMap<>();
  private final int bands;

  private TiffBytesBuilder(int width, int height, int bands, int bits, int format) {
    this.bands = bands;
    shorts(256, width);
    shorts(257, height);
    shorts(258, repeated(bits));
    shorts(259, 1);
    shorts(262, 1);
    shorts(277, bands);
    shorts(278, height);
    longs(279, repeated(width * height * bits / 8));
    shorts(284, 2);
    shorts(339, repeated(format));
  }

  static TiffBytesBuilder ofFloats(int width, int height, int bands) {
    return new TiffBytesBuilder(width, height, bands, 32, 3);
  }

  static TiffBytesBuilder ofShorts(int width, int height) {
    return new TiffBytesBuilder(width, height, 1, 16, 2);
  }

  /** A file on the cells of the station's cubes. */
  TiffBytesBuilder onGrid() {
    return projected(32633).at(CubeStation.LEFT, CubeStation.TOP, CubeStation.CELL);
  }

  /** With the upper left corner and the side of a cell. */
  TiffBytesBuilder at(double left, double top, double cell) {
    doubles(33550, cell, cell, 0);
    doubles(33922, 0, 0, 0, left, top, 0);
    return this;
  }

  TiffBytesBuilder projected(int epsg) {
    shorts(34735, 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg);
    return this;
  }

  TiffBytesBuilder geographic(int epsg) {
    shorts(34735, 1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, epsg);
    return this;
  }

  TiffBytesBuilder nodata(String number) {
    byte[] text = (number + "\0").getBytes(StandardCharsets.US_ASCII);
    entries.put(42113, new Entry(ASCII, text.length, text));
    return this;
  }

  private int[] repeated(int value) {
    int[] all = new int[bands];
    Arrays.fill(all, value);
    return all;
  }

  private void shorts(int tag, int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putShort((short) value);
    }
    entries.put(tag, new Entry(SHORT, values.length, bytes.array()));
  }

  private void longs(int tag, int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    entries.put(tag, new Entry(LONG, values.length, bytes.array()));
  }

  private void doubles(int tag, double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    entries.put(tag, new Entry(DOUBLE, values.length, bytes.array()));
  }

  /** The file with these cells, the bands one behind the other. */
  byte[] with(byte[] cells) {
    longs(STRIP_OFFSETS, new int[bands]);
    int start = 8 + 2 + 12 * entries.size() + 4;
    int more = entries.values().stream().mapToInt(e -> e.value().length + 1).sum();
    int first = start + more;
    int[] offsets = new int[bands];
    for (int band = 0; band < bands; band++) {
      offsets[band] = first + band * (cells.length / bands);
    }
    longs(STRIP_OFFSETS, offsets);
    ByteBuffer head = ByteBuffer.allocate(first).order(ByteOrder.LITTLE_ENDIAN);
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    head.put((byte) 'I').put((byte) 'I').putShort((short) 42).putInt(8);
    head.putShort((short) entries.size());
    entries.forEach(
        (tag, entry) -> {
          head.putShort(tag.shortValue()).putShort((short) entry.type()).putInt(entry.count());
          if (entry.value().length <= 4) {
            head.put(Arrays.copyOf(entry.value(), 4));
          } else {
            head.putInt(start + values.size());
            values.writeBytes(entry.value());
          }
        });
    head.putInt(0).put(values.toByteArray());
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(head.array());
    file.writeBytes(cells);
    return file.toByteArray();
  }
}
