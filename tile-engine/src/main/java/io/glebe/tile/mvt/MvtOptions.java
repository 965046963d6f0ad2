package io.glebe.tile.mvt;

/**
 * Options of a layer: {@code extent} tile units per side, geometry kept up to {@code buffer} units
 * beyond the edge, vertices that deviate less than {@code tolerance} units left out (0 = all kept),
 * at most {@code featureLimit} features, the most important ones first. Without {@code repaired},
 * polygons stay as clipping and rounding leave them, which is only meant for measurements.
 */
public record MvtOptions(
    int extent, int buffer, double tolerance, int featureLimit, boolean repaired) {
  public static final int MAX_EXTENT = 1 << 16;
  public static final int MAX_FEATURES = 100_000;

  public static final MvtOptions DEFAULT = new MvtOptions(4096, 64, 0, 10_000, true);

  public MvtOptions {
    if (extent < 1 || extent > MAX_EXTENT) {
      throw new IllegalArgumentException("extent must be 1 to " + MAX_EXTENT + ", got " + extent);
    }
    if (buffer < 0 || buffer > extent) {
      throw new IllegalArgumentException("buffer must be 0 to the extent, got " + buffer);
    }
    if (!(tolerance >= 0 && tolerance <= extent)) {
      throw new IllegalArgumentException("tolerance must be 0 to the extent, got " + tolerance);
    }
    if (featureLimit < 1 || featureLimit > MAX_FEATURES) {
      throw new IllegalArgumentException(
          "feature limit must be 1 to " + MAX_FEATURES + ", got " + featureLimit);
    }
  }

  public MvtOptions withTolerance(double tileUnits) {
    return new MvtOptions(extent, buffer, tileUnits, featureLimit, repaired);
  }

  public MvtOptions withFeatureLimit(int limit) {
    return new MvtOptions(extent, buffer, tolerance, limit, repaired);
  }

  /** The options without the repair of polygons. */
  public MvtOptions withoutRepair() {
    return new MvtOptions(extent, buffer, tolerance, featureLimit, false);
  }
}
