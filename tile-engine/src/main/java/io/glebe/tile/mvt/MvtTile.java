package io.glebe.tile.mvt;

/**
 * An encoded vector tile.
 *
 * @param bytes the protobuf message; empty when the tile has no feature
 * @param features number of features in the tile
 * @param leftOut number of features inside the tile that the limit of a layer left out; above zero
 *     the tile is incomplete, and the response must say so
 */
public record MvtTile(byte[] bytes, int features, int leftOut) {

  public boolean isComplete() {
    return leftOut == 0;
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }
}
