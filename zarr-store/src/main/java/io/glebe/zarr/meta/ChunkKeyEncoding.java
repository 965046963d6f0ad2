package io.glebe.zarr.meta;

/**
 * Converts a chunk's index to the key of its object below the array: {@code c/0/1} by default in
 * version 3, {@code 0.1} in version 2.
 */
public record ChunkKeyEncoding(Style style, char separator) {
  /** The two encodings of the specification. */
  public enum Style {
    DEFAULT,
    V2
  }

  public ChunkKeyEncoding {
    if (separator != '/' && separator != '.') {
      throw new MetadataException("dimension separator '" + separator + "' is not '/' or '.'");
    }
  }

  public static ChunkKeyEncoding v3() {
    return new ChunkKeyEncoding(Style.DEFAULT, '/');
  }

  public static ChunkKeyEncoding v2(char separator) {
    return new ChunkKeyEncoding(Style.V2, separator);
  }

  /** The key of the stored object (the shard, when sharded) at this index of the chunk grid. */
  public String key(long... index) {
    StringBuilder key = new StringBuilder(8 + 4 * index.length);
    if (style == Style.DEFAULT) {
      key.append('c');
    } else if (index.length == 0) {
      return "0";
    }
    for (int i = 0; i < index.length; i++) {
      if (i > 0 || style == Style.DEFAULT) {
        key.append(separator);
      }
      key.append(index[i]);
    }
    return key.toString();
  }
}
