package io.glebe.core.sample;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Simulated satellite images of the sample land in three seasons: reflectances of six bands at 10
 * m, including cloudy dates. The newest date is clear.
 */
public final class SampleSeasons {
  /** Cells along one edge. */
  public static final int CELLS = 200;

  /** Edge of a cell in metres. */
  public static final double CELL = SampleLand.EDGE / CELLS;

  /** Reflectance per stored unit. */
  public static final double SCALE = 0.0001;

  /** The bands, in the order of {@link Scene#bands}. */
  public static final List<String> BANDS = List.of("B02", "B03", "B04", "B08", "B11", "B12");

  /** Dates of one season. */
  public static final int DATES = 30;

  /** First pass of the newest season; the satellite passes every {@link #STEP_DAYS} days. */
  private static final LocalDate FIRST = LocalDate.of(2026, 3, 2);

  private static final int STEP_DAYS = 8;
  private static final int PASSES_A_YEAR = 46;

  /** The seasons, ascending: a dry one with late sowing, an early one, and that of the records. */
  private static final List<Weather> SEASONS =
      List.of(new Weather(0.84, 8), new Weather(0.94, -5), new Weather(1, 0));

  private static final long SEED = 20_260_302L;
  private static final double CLOUDY_DATES = 0.3;

  private static final double[] SOIL = {0.08, 0.11, 0.15, 0.22, 0.31, 0.27};
  private static final double[] LEAF = {0.025, 0.06, 0.03, 0.46, 0.19, 0.08};
  private static final double[] TRACK = {0.12, 0.14, 0.17, 0.21, 0.26, 0.24};
  private static final double[] CLOUD = {0.62, 0.60, 0.60, 0.64, 0.44, 0.36};

  /**
   * The image of one date.
   *
   * @param instant time of the satellite pass
   * @param bands stored units per band, row 0 in the north, {@link #CELLS} squared cells each
   * @param cloud 1 where a cloud hides the ground
   */
  public record Scene(Instant instant, short[][] bands, byte[] cloud) {
    /** Returns NDVI in units of {@link #SCALE}, computed from the stored reflectances. */
    public short[] ndvi() {
      short[] red = bands[2];
      short[] near = bands[3];
      short[] ndvi = new short[red.length];
      for (int i = 0; i < ndvi.length; i++) {
        double sum = near[i] + red[i];
        ndvi[i] = (short) Math.round((near[i] - red[i]) / sum / SCALE);
      }
      return ndvi;
    }
  }

  /**
   * How the crops of a season grow.
   *
   * @param growth factor of the canopy cover
   * @param delay of all crops, in days
   */
  private record Weather(double growth, double delay) {}

  private final int[] parcelOf;
  private final SampleLand farm;
  private final SampleNoise texture = new SampleNoise(SEED);

  /** Creates the seasons of this land. */
  public SampleSeasons(SampleLand farm) {
    this.farm = farm;
    this.parcelOf = rasterise(farm);
  }

  /** Returns the dates, ascending. */
  public List<Instant> dates() {
    List<Instant> dates = new ArrayList<>();
    for (int i = 0; i < SEASONS.size() * DATES; i++) {
      LocalDate day = FIRST.plusDays((long) pass(i) * STEP_DAYS);
      dates.add(day.atTime(10, 0, 31).toInstant(ZoneOffset.UTC));
    }
    return dates;
  }

  /** Returns the image of the date with this index. */
  public Scene scene(int index) {
    Instant instant = dates().get(index);
    int pass = pass(index);
    boolean cloudy = pass < DATES - 1 && texture.grain(pass, 5) < CLOUDY_DATES;
    double cloudiness = cloudy ? 0.62 : 0;
    SampleNoise sky = new SampleNoise(SEED + 1000 + pass);
    double[] covers = covers(index, instant.atZone(ZoneOffset.UTC).getDayOfYear());
    short[][] bands = new short[BANDS.size()][CELLS * CELLS];
    byte[] cloud = new byte[CELLS * CELLS];
    for (int y = 0; y < CELLS; y++) {
      for (int x = 0; x < CELLS; x++) {
        int cell = y * CELLS + x;
        double cover = cover(cell, x, y, covers);
        double veil = veil(sky, cloudiness, x, y);
        cloud[cell] = (byte) (veil > 0.3 ? 1 : 0);
        for (int band = 0; band < bands.length; band++) {
          double grain = 0.012 * (sky.grain(cell, band) - 0.5);
          double dependencies = parcelOf[cell] < 0 ? TRACK[band] : soilAndLeaf(band, cover);
          double seen = dependencies + (CLOUD[band] - dependencies) * veil + grain;
          bands[band][cell] = (short) Math.max(1, Math.round(seen / SCALE));
        }
      }
    }
    return new Scene(instant, bands, cloud);
  }

  /** Returns the number of the satellite pass, 0 at {@link #FIRST}. */
  private static int pass(int index) {
    int seasonsBefore = SEASONS.size() - 1 - index / DATES;
    return index % DATES - seasonsBefore * PASSES_A_YEAR;
  }

  /** Returns the canopy cover of each parcel before the differences inside of it. */
  private double[] covers(int index, int day) {
    Weather weather = SEASONS.get(index / DATES);
    int seasonsBefore = SEASONS.size() - 1 - index / DATES;
    return farm.parcels().stream()
        .mapToDouble(
            parcel ->
                parcel.crop(seasonsBefore).cover(day, parcel.lateness() + weather.delay())
                    * weather.growth())
        .toArray();
  }

  private double cover(int cell, int x, int y, double[] covers) {
    int parcel = parcelOf[cell];
    if (parcel < 0) {
      return 0;
    }
    int number = farm.parcels().get(parcel).number();
    double vigour = 0.82 + 0.36 * texture.cloudy(x / 22.0 + 50 * number, y / 22.0);
    return Math.min(0.97, covers[parcel] * vigour);
  }

  private static double soilAndLeaf(int band, double cover) {
    return SOIL[band] + (LEAF[band] - SOIL[band]) * cover;
  }

  private static double veil(SampleNoise sky, double cloudiness, int x, int y) {
    if (cloudiness == 0) {
      return 0;
    }
    double thickness = sky.cloudy(x / 55.0, y / 55.0) - (1 - cloudiness);
    return Math.clamp(thickness * 6, 0, 1);
  }

  private static int[] rasterise(SampleLand farm) {
    int[] parcelOf = new int[CELLS * CELLS];
    for (int y = 0; y < CELLS; y++) {
      for (int x = 0; x < CELLS; x++) {
        double easting = SampleLand.WEST + (x + 0.5) * CELL;
        double northing = SampleLand.NORTH - (y + 0.5) * CELL;
        parcelOf[y * CELLS + x] = parcelAt(farm, easting, northing);
      }
    }
    return parcelOf;
  }

  private static int parcelAt(SampleLand farm, double easting, double northing) {
    for (int i = 0; i < farm.parcels().size(); i++) {
      if (farm.parcels().get(i).contains(easting, northing)) {
        return i;
      }
    }
    return -1;
  }
}
