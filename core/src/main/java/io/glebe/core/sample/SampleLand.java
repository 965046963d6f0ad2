package io.glebe.core.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The land of the sample farm: two by two kilometres divided into parcels by farm tracks, in metres
 * of UTM zone 33 north (EPSG:32633).
 */
public final class SampleLand {
  /** Coordinate reference system of all coordinates in this class. */
  public static final int EPSG = 32633;

  public static final double WEST = 538_000;
  public static final double NORTH = 5_097_000;

  /** Edge of the square, in metres. */
  public static final double EDGE = 2_000;

  private static final long SEED = 20_260_301L;
  private static final int COLUMNS = 5;
  private static final int ROWS = 5;
  private static final double TRACK = 7;
  private static final double JITTER = 0.22;

  /** Crops of the parcels of which the records of the sample tell more. */
  private static final Map<Integer, Crop> OF_RECORDS = Map.of(7, Crop.MAIZE, 11, Crop.SUNFLOWER);

  /**
   * One parcel.
   *
   * @param number from 1, row by row from the north-west
   * @param crop its crop in the season
   * @param lateness delay of its crop in days
   * @param ring closed ring of {easting, northing}, counter-clockwise
   */
  public record Parcel(int number, Crop crop, double lateness, double[][] ring) {
    /** Returns the farm's name for the parcel. */
    public String name() {
      return "Parcel " + number;
    }

    /** Returns the crop of the parcel some seasons before that of the records. */
    public Crop crop(int seasonsBefore) {
      Crop grown = crop;
      for (int i = 0; i < seasonsBefore; i++) {
        grown = grown.previous();
      }
      return grown;
    }

    /** Returns whether the point is inside (even-odd rule). */
    public boolean contains(double easting, double northing) {
      boolean inside = false;
      for (int i = 0; i + 1 < ring.length; i++) {
        double[] a = ring[i];
        double[] b = ring[i + 1];
        if ((a[1] > northing) != (b[1] > northing)
            && easting < (b[0] - a[0]) * (northing - a[1]) / (b[1] - a[1]) + a[0]) {
          inside = !inside;
        }
      }
      return inside;
    }

    /** Returns the area in square metres. */
    public double area() {
      double twice = 0;
      for (int i = 0; i + 1 < ring.length; i++) {
        twice += ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1];
      }
      return Math.abs(twice) / 2;
    }
  }

  private final List<Parcel> parcels;

  private SampleLand(List<Parcel> parcels) {
    this.parcels = List.copyOf(parcels);
  }

  /** Creates the land; the result is always the same. */
  public static SampleLand create() {
    SampleNoise noise = new SampleNoise(SEED);
    Crop[] rotation = Crop.values();
    List<Parcel> parcels = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < COLUMNS; column++) {
        int number = row * COLUMNS + column + 1;
        Crop drawn = rotation[(int) (noise.grain(number, 77) * rotation.length)];
        Crop crop = OF_RECORDS.getOrDefault(number, drawn);
        double lateness = 12 * noise.grain(number, 78) - 6;
        parcels.add(new Parcel(number, crop, lateness, ring(noise, column, row)));
      }
    }
    return new SampleLand(parcels);
  }

  public List<Parcel> parcels() {
    return parcels;
  }

  private static double[][] ring(SampleNoise noise, int column, int row) {
    double[] nw = corner(noise, column, row);
    double[] ne = corner(noise, column + 1, row);
    double[] se = corner(noise, column + 1, row + 1);
    double[] sw = corner(noise, column, row + 1);
    return inset(new double[][] {nw, sw, se, ne, nw});
  }

  private static double[] corner(SampleNoise noise, int column, int row) {
    double width = EDGE / COLUMNS;
    double height = EDGE / ROWS;
    boolean sideways = column > 0 && column < COLUMNS;
    boolean upright = row > 0 && row < ROWS;
    double dx = sideways ? (noise.grain(column, 100 + row) - 0.5) * 2 * JITTER * width : 0;
    double dy = upright ? (noise.grain(column, 200 + row) - 0.5) * 2 * JITTER * height : 0;
    return new double[] {WEST + column * width + dx, NORTH - row * height + dy};
  }

  /** Moves each corner towards the middle to leave tracks between the parcels. */
  private static double[][] inset(double[][] ring) {
    double east = 0;
    double north = 0;
    for (int i = 0; i < 4; i++) {
      east += ring[i][0] / 4;
      north += ring[i][1] / 4;
    }
    double[][] drawn = new double[ring.length][];
    for (int i = 0; i < ring.length; i++) {
      double dx = east - ring[i][0];
      double dy = north - ring[i][1];
      double away = Math.hypot(dx, dy);
      drawn[i] = new double[] {ring[i][0] + dx / away * TRACK, ring[i][1] + dy / away * TRACK};
    }
    return drawn;
  }
}
