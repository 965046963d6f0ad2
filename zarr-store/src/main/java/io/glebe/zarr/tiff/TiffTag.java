package io.glebe.zarr.tiff;

/** Numbers of the supported tags. */
final class TiffTag {
  static final int NEW_SUBFILE_TYPE = 254;
  static final int IMAGE_WIDTH = 256;
  static final int IMAGE_LENGTH = 257;
  static final int BITS_PER_SAMPLE = 258;
  static final int COMPRESSION = 259;
  static final int FILL_ORDER = 266;
  static final int STRIP_OFFSETS = 273;
  static final int ORIENTATION = 274;
  static final int SAMPLES_PER_PIXEL = 277;
  static final int ROWS_PER_STRIP = 278;
  static final int STRIP_BYTE_COUNTS = 279;
  static final int PLANAR_CONFIGURATION = 284;
  static final int PREDICTOR = 317;
  static final int TILE_WIDTH = 322;
  static final int TILE_LENGTH = 323;
  static final int TILE_OFFSETS = 324;
  static final int TILE_BYTE_COUNTS = 325;
  static final int SAMPLE_FORMAT = 339;
  static final int MODEL_PIXEL_SCALE = 33550;
  static final int MODEL_TIEPOINT = 33922;
  static final int MODEL_TRANSFORMATION = 34264;
  static final int GEO_KEY_DIRECTORY = 34735;
  static final int GDAL_NODATA = 42113;

  private TiffTag() {}
}
