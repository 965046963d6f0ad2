package io.glebe.tile.grid;

/** Longitude and latitude in degrees (EPSG 4326 with x first, as in CRS84). */
public final class Geographic implements Projection {
  public static final int EPSG = 4326;
  public static final Geographic INSTANCE = new Geographic();

  private Geographic() {}

  @Override
  public int epsg() {
    return EPSG;
  }

  @Override
  public void fromLonLat(double longitude, double latitude, double[] out, int at) {
    out[at] = longitude;
    out[at + 1] = latitude;
  }

  @Override
  public void toLonLat(double x, double y, double[] out, int at) {
    out[at] = x;
    out[at + 1] = y;
  }

  @Override
  public String toString() {
    return "EPSG:4326";
  }
}
