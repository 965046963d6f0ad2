package io.glebe.zarr.tiff;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The position of the cells of a GeoTIFF. The origin is the outer corner of cell (0, 0), also for
 * files with positions at cell centres (PixelIsPoint).
 *
 * @param epsg code of the CRS; empty when the file has no CRS or describes it without a code
 * @param pixelHeight negative when the first row is the northern edge
 */
public record Georeference(
    OptionalInt epsg, double originX, double originY, double pixelWidth, double pixelHeight) {
  private static final int MODEL_TYPE = 1024;
  private static final int RASTER_TYPE = 1025;
  private static final int GEODETIC_CRS = 2048;
  private static final int PROJECTED_CRS = 3072;
  private static final int PROJECTED = 1;
  private static final int POINT = 2;
  private static final int USER_DEFINED = 32767;
  private static final int MAX_KEYS = 1000;
  private static final int KEY_HEADER = 4;

  /** Reads the tags of a directory; empty when they contain no position. */
  static Optional<Georeference> of(TiffDirectory tags) {
    double[] scale = tags.doubles(TiffTag.MODEL_PIXEL_SCALE, 3);
    double[] ties = tags.doubles(TiffTag.MODEL_TIEPOINT, 6 * MAX_KEYS);
    double[] matrix = tags.doubles(TiffTag.MODEL_TRANSFORMATION, 16);
    if (matrix.length == 16) {
      return Optional.of(transformed(tags, matrix));
    }
    if (scale.length >= 2 && ties.length == 6) {
      double x = ties[3] - ties[0] * scale[0];
      double y = ties[4] + ties[1] * scale[1];
      return Optional.of(placed(tags, x, y, scale[0], -scale[1]));
    }
    if (ties.length > 0 || scale.length > 0) {
      throw new TiffException(
          "it is placed by control points, not on a grid; warp it first (gdalwarp)");
    }
    return Optional.empty();
  }

  private static Georeference transformed(TiffDirectory tags, double[] m) {
    if (m[1] != 0 || m[4] != 0) {
      throw new TiffException("its grid is rotated; warp it to a north-up grid first (gdalwarp)");
    }
    return placed(tags, m[3], m[7], m[0], m[5]);
  }

  private static Georeference placed(
      TiffDirectory tags, double x, double y, double width, double height) {
    boolean finite = Double.isFinite(x) && Double.isFinite(y);
    if (!finite || !Double.isFinite(width + height) || !(width > 0) || height == 0) {
      throw new TiffException("its place or cell size is no usable number");
    }
    boolean centre = key(tags, RASTER_TYPE).orElse(1) == POINT;
    return new Georeference(
        crs(tags), centre ? x - width / 2 : x, centre ? y - height / 2 : y, width, height);
  }

  private static OptionalInt crs(TiffDirectory tags) {
    int model = key(tags, MODEL_TYPE).orElse(PROJECTED);
    OptionalInt code = key(tags, model == PROJECTED ? PROJECTED_CRS : GEODETIC_CRS);
    boolean known = code.isPresent() && code.getAsInt() > 0 && code.getAsInt() < USER_DEFINED;
    return known ? code : OptionalInt.empty();
  }

  /** A key whose value is stored in the key directory itself. */
  private static OptionalInt key(TiffDirectory tags, int wanted) {
    long count = Math.min(tags.count(TiffTag.GEO_KEY_DIRECTORY) / KEY_HEADER, MAX_KEYS);
    for (int i = 1; i < count; i++) {
      long at = (long) KEY_HEADER * i;
      if (tags.whole(TiffTag.GEO_KEY_DIRECTORY, at) == wanted
          && tags.whole(TiffTag.GEO_KEY_DIRECTORY, at + 1) == 0) {
        return OptionalInt.of((int) tags.whole(TiffTag.GEO_KEY_DIRECTORY, at + 3));
      }
    }
    return OptionalInt.empty();
  }
}
