package io.glebe.tile.grid;

/** Tiles of one zoom from (minX, minY) to (maxX, maxY), both ends included. */
public record TileRange(int zoom, int minX, int minY, int maxX, int maxY) {

  public long count() {
    return (long) (maxX - minX + 1) * (maxY - minY + 1);
  }

  public boolean contains(TileId tile) {
    return tile.zoom() == zoom
        && tile.x() >= minX
        && tile.x() <= maxX
        && tile.y() >= minY
        && tile.y() <= maxY;
  }
}
