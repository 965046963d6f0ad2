package io.glebe.tile.mvt;

/**
 * A written vector tile.
 *
 * @param bytes the protobuf message; empty when no feature fell into the tile
 * @param features how many features it holds
 * @param leftOut features inside the tile that a layer's limit left out; above zero the tile is not
 *     complete, and whoever answers with it says so
 */
public record MvtTile(byte[] bytes, int features, int leftOut) {

  public boolean isComplete() {
    return leftOut == 0;
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }
}
