package io.glebe.tile.mvt;

/** The three geometry types of a vector tile, with their numbers in the specification. */
public enum GeometryKind {
  POINT(1),
  LINE(2),
  POLYGON(3);

  private final int code;

  GeometryKind(int code) {
    this.code = code;
  }

  /** The value of {@code Tile.GeomType}. */
  int code() {
    return code;
  }
}
