package io.glebe.zarr.meta;

import java.util.Locale;

/** The element types of an array, with their names in both versions of the format. */
public enum DataType {
  BOOL(1, 'b'),
  INT8(1, 'i'),
  UINT8(1, 'u'),
  INT16(2, 'i'),
  UINT16(2, 'u'),
  INT32(4, 'i'),
  UINT32(4, 'u'),
  INT64(8, 'i'),
  UINT64(8, 'u'),
  FLOAT16(2, 'f'),
  FLOAT32(4, 'f'),
  FLOAT64(8, 'f');

  private final int size;
  private final char kind;

  DataType(int size, char kind) {
    this.size = size;
    this.kind = kind;
  }

  /** Bytes of one element. */
  public int size() {
    return size;
  }

  public boolean isFloat() {
    return kind == 'f';
  }

  /** True for types with negative values. */
  public boolean isSigned() {
    return kind == 'i' || kind == 'f';
  }

  /** The version 3 name, such as {@code float32}. */
  public String v3Name() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The version 2 (NumPy) name with its byte order, such as {@code <f4}. */
  public String v2Name(boolean bigEndian) {
    char order = size == 1 ? '|' : bigEndian ? '>' : '<';
    return "" + order + kind + size;
  }

  public static DataType ofV3(String name) {
    for (DataType type : values()) {
      if (type.v3Name().equals(name)) {
        return type;
      }
    }
    throw new MetadataException("data type '" + name + "' is not supported");
  }

  /** Parses a version 2 name; {@link #isBigEndian} gives its byte order. */
  public static DataType ofV2(String name) {
    if (name.length() == 3 && "<>|".indexOf(name.charAt(0)) >= 0) {
      for (DataType type : values()) {
        boolean orderFits = type.size == 1 || name.charAt(0) != '|';
        if (orderFits && type.kind == name.charAt(1) && name.charAt(2) == '0' + type.size) {
          return type;
        }
      }
    }
    throw new MetadataException("data type '" + name + "' is not supported");
  }

  /** Whether a version 2 name is big-endian. */
  public static boolean isBigEndian(String v2Name) {
    return v2Name.startsWith(">") && !v2Name.endsWith("1");
  }
}
