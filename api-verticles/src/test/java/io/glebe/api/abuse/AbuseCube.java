package io.glebe.api.abuse;

/** Where the data of the abusing user are: the cube in {@code EPSG:3857}, in metres. */
final class AbuseCube {
  static final double WEST = 1_700_000;
  static final double SOUTH = 5_700_000;
  static final double SIDE = 30_720;
  static final double RADIUS = SIDE / 2;

  private static final int COLUMNS = 250;
  private static final double STEP = 0.0004; // degrees from one parcel to the next

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

  /** A box around the middle of the cube, that many metres of the grid in each direction. */
  static String middle(int metres) {
    return "%f,%f,%f,%f"
        .formatted(longitude(-metres), latitude(-metres), longitude(metres), latitude(metres));
  }

  /** A square of about 20 m of a GeoJSON feature with a name, the n-th of a wall of squares. */
  static String parcel(int n) {
    int row = n / COLUMNS;
    double west = 15 + n % COLUMNS * STEP;
    double south = 46 + row * STEP;
    double east = west + STEP / 2;
    double north = south + STEP / 2;
    return """
        {"type": "Feature", "id": "p%d", "properties": {"name": "parcel %d", "number": %d},\
         "geometry": {"type": "Polygon",\
         "coordinates": [[[%f, %f], [%f, %f], [%f, %f], [%f, %f], [%f, %f]]]}}"""
        .formatted(n, n, n, west, south, east, south, east, north, west, north, west, south);
  }
}
