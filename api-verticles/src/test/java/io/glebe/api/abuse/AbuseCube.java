package io.glebe.api.abuse;

/** The position of the abused cube in {@code EPSG:3857}, in metres. */
final class AbuseCube {
  static final double WEST = 1_700_000;
  static final double SOUTH = 5_700_000;
  static final double SIDE = 30_720;
  static final double RADIUS = SIDE / 2;

  private static final double EQUATOR = 20_037_508.342789244; // half of it

  private AbuseCube() {}

  /** The longitude of a position east of the middle of the cube. */
  static double longitude(double east) {
    return (WEST + RADIUS + east) / EQUATOR * 180;
  }

  /** The latitude of a position north of the middle of the cube. */
  static double latitude(double north) {
    double y = (SOUTH + RADIUS + north) / EQUATOR * Math.PI;
    return Math.toDegrees(2 * Math.atan(Math.exp(y)) - Math.PI / 2);
  }
}
