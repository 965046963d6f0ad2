package io.glebe.tile.grid;

/** The spherical Mercator of web maps (EPSG 3857), metres. */
public final class WebMercator implements Projection {
  public static final int EPSG = 3857;
  public static final WebMercator INSTANCE = new WebMercator();

  /** Radius of the sphere, metres. */
  static final double RADIUS = 6378137.0;

  /** Half the width of the world, metres. */
  public static final double EXTENT = Math.PI * RADIUS;

  private static final double METRES_PER_DEGREE = EXTENT / 180;

  private WebMercator() {}

  @Override
  public int epsg() {
    return EPSG;
  }

  /** Latitudes beyond 90 degrees give NaN, the poles give infinity. */
  @Override
  public void fromLonLat(double longitude, double latitude, double[] out, int at) {
    double sine = Math.sin(Math.toRadians(latitude));
    out[at] = longitude * METRES_PER_DEGREE;
    out[at + 1] =
        Math.abs(latitude) > 90 ? Double.NaN : RADIUS * 0.5 * Math.log((1 + sine) / (1 - sine));
  }

  @Override
  public void toLonLat(double x, double y, double[] out, int at) {
    out[at] = x / METRES_PER_DEGREE;
    out[at + 1] = latitude(y);
  }

  /** Latitude in degrees of a northing: the Gudermannian function. */
  static double latitude(double y) {
    return 90 - Math.toDegrees(2 * Math.atan(Math.exp(-y / RADIUS)));
  }

  @Override
  public String toString() {
    return "EPSG:3857";
  }
}
