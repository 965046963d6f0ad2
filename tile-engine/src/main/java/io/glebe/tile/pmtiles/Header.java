package io.glebe.tile.pmtiles;

import io.glebe.tile.grid.Bounds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The first 127 bytes of an archive.
 *
 * @param bounds west, south, east, north in degrees
 */
record Header(
    long rootLength,
    long metadataLength,
    long leavesLength,
    long tilesLength,
    long addressed,
    long entries,
    long contents,
    int minZoom,
    int maxZoom,
    Bounds bounds) {
  static final int BYTES = 127;
  private static final byte VERSION = 3;
  private static final byte GZIP = 2;
  private static final byte NONE = 1;
  private static final byte PNG = 2;
  private static final double E7 = 1e7;

  byte[] encoded() {
    ByteBuffer out = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.put("PMTiles".getBytes(StandardCharsets.US_ASCII)).put(VERSION);
    long at = BYTES;
    for (long length : new long[] {rootLength, metadataLength, leavesLength, tilesLength}) {
      out.putLong(at).putLong(length);
      at += length;
    }
    out.putLong(addressed).putLong(entries).putLong(contents);
    out.put((byte) 1).put(GZIP).put(NONE).put(PNG); // clustered
    out.put((byte) minZoom).put((byte) maxZoom);
    degrees(out, bounds.minX(), bounds.minY());
    degrees(out, bounds.maxX(), bounds.maxY());
    out.put((byte) minZoom);
    degrees(out, (bounds.minX() + bounds.maxX()) / 2, (bounds.minY() + bounds.maxY()) / 2);
    return out.array();
  }

  private static void degrees(ByteBuffer out, double lon, double lat) {
    out.putInt((int) Math.round(lon * E7)).putInt((int) Math.round(lat * E7));
  }
}
