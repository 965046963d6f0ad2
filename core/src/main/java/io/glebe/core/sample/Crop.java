package io.glebe.core.sample;

/**
 * The crops of the sample parcels. The canopy cover over the year is a rise and a fall, each a
 * logistic curve over the day of the year.
 */
public enum Crop {
  WINTER_WHEAT("winter wheat", 75, 9, 183, 5, 0.18, 0.92),
  WINTER_BARLEY("winter barley", 70, 9, 170, 5, 0.18, 0.90),
  OILSEED_RAPE("oilseed rape", 72, 8, 187, 6, 0.22, 0.94),
  MAIZE("maize", 155, 8, 262, 7, 0.04, 0.95),
  SOYBEAN("soybean", 160, 8, 255, 6, 0.04, 0.88),
  SUNFLOWER("sunflower", 150, 8, 240, 7, 0.04, 0.84),
  POTATO("potato", 145, 7, 235, 6, 0.04, 0.90),
  GRASSLAND("grassland", 78, 10, 310, 14, 0.45, 0.88),
  ORCHARD("orchard", 105, 9, 300, 9, 0.38, 0.82),
  FALLOW("fallow", 110, 20, 280, 20, 0.15, 0.45);

  private final String label;
  private final double riseDay;
  private final double riseDays;
  private final double fallDay;
  private final double fallDays;
  private final double bare;
  private final double full;

  Crop(
      String label,
      double riseDay,
      double riseDays,
      double fallDay,
      double fallDays,
      double bare,
      double full) {
    this.label = label;
    this.riseDay = riseDay;
    this.riseDays = riseDays;
    this.fallDay = fallDay;
    this.fallDays = fallDays;
    this.bare = bare;
    this.full = full;
  }

  /** Returns the display name. */
  public String label() {
    return label;
  }

  /** Returns the crop of the season before on the same parcel. */
  Crop previous() {
    return switch (this) {
      case WINTER_WHEAT -> OILSEED_RAPE;
      case OILSEED_RAPE -> WINTER_BARLEY;
      case WINTER_BARLEY -> SUNFLOWER;
      case SUNFLOWER, POTATO -> WINTER_WHEAT;
      case SOYBEAN -> MAIZE;
      case FALLOW -> POTATO;
      case MAIZE, GRASSLAND, ORCHARD -> this;
    };
  }

  /**
   * Returns the fraction of the ground that the canopy covers, 0 to 1.
   *
   * @param day day of the year, 1 to 366
   * @param lateness delay of this parcel in days
   */
  public double cover(double day, double lateness) {
    double rise = logistic((day - riseDay - lateness) / riseDays);
    double fall = logistic((day - fallDay - lateness) / fallDays);
    return bare + (full - bare) * rise * (1 - fall);
  }

  private static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }
}
