package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;

/** The scalar form of the kernels: the reference, and faster for small inputs. */
public final class ScalarKernels implements Kernels {
  static final ScalarKernels INSTANCE = new ScalarKernels();

  private ScalarKernels() {}

  @Override
  public void convert(
      MemorySegment from,
      long offset,
      DataType type,
      Calibration calibration,
      float[] to,
      int at,
      int count) {
    float scale = (float) calibration.scale();
    float shift = (float) calibration.offset();
    double nodata = calibration.missing(type);
    int size = type.size();
    for (int i = 0; i < count; i++) {
      double raw = ElementReader.get(from, offset + (long) i * size, type);
      to[at + i] = raw == nodata ? Float.NaN : (float) raw * scale + shift;
    }
  }

  /** Copies the pixels under positions on a line. All positions must be inside the source. */
  public static void nearest(Raster source, Run run, float[] out, int at, int count) {
    float[] values = source.values();
    int width = source.width();
    for (int i = 0; i < count; i++) {
      out[at + i] = values[((int) run.y(i)) * width + (int) run.x(i)];
    }
  }

  /** As {@link #nearest}, but linear between the four pixels around each position. */
  public static void bilinear(Raster source, Run run, float[] out, int at, int count) {
    float[] values = source.values();
    int width = source.width();
    int lastX = Math.max(source.width() - 2, 0);
    int lastY = Math.max(source.height() - 2, 0);
    int right = source.width() > 1 ? 1 : 0;
    int below = source.height() > 1 ? width : 0;
    for (int i = 0; i < count; i++) {
      float x = Math.max(run.x(i) - 0.5f, 0);
      float y = Math.max(run.y(i) - 0.5f, 0);
      int column = Math.min((int) x, lastX);
      int row = Math.min((int) y, lastY);
      float fx = Math.min(x - column, 1);
      int tap = row * width + column;
      float north = lerp(values[tap], values[tap + right], fx);
      float south = lerp(values[tap + below], values[tap + below + right], fx);
      out[at + i] = lerp(north, south, Math.min(y - row, 1));
    }
  }

  /** As {@link #nearest}, but Catmull-Rom over the sixteen pixels around each position. */
  public static void cubic(Raster source, Run run, float[] out, int at, int count) {
    float[] values = source.values();
    int width = source.width();
    int lastX = source.width() - 1;
    int lastY = source.height() - 1;
    for (int i = 0; i < count; i++) {
      float x = run.x(i) - 0.5f;
      float y = run.y(i) - 0.5f;
      int column = (int) Math.floor(x);
      int row = (int) Math.floor(y);
      float fx = x - column;
      int a = Math.clamp(column - 1, 0, lastX);
      int b = Math.clamp(column, 0, lastX);
      int c = Math.clamp(column + 1, 0, lastX);
      int d = Math.clamp(column + 2, 0, lastX);
      int r0 = Math.clamp(row - 1, 0, lastY) * width;
      int r1 = Math.clamp(row, 0, lastY) * width;
      int r2 = Math.clamp(row + 1, 0, lastY) * width;
      int r3 = Math.clamp(row + 2, 0, lastY) * width;
      out[at + i] =
          cubic(
              cubic(values[r0 + a], values[r0 + b], values[r0 + c], values[r0 + d], fx),
              cubic(values[r1 + a], values[r1 + b], values[r1 + c], values[r1 + d], fx),
              cubic(values[r2 + a], values[r2 + b], values[r2 + c], values[r2 + d], fx),
              cubic(values[r3 + a], values[r3 + b], values[r3 + c], values[r3 + d], fx),
              y - row);
    }
  }

  static float lerp(float a, float b, float f) {
    float value = a + f * (b - a);
    if (!Float.isNaN(value)) {
      return value;
    }
    return f < 0.5f ? a : b;
  }

  public static float cubic(float p0, float p1, float p2, float p3, float f) {
    float third = 3 * (p1 - p2) + p3 - p0;
    float second = 2 * p0 - 5 * p1 + 4 * p2 - p3;
    float value = p1 + 0.5f * f * (p2 - p0 + f * (second + f * third));
    return Float.isNaN(value) ? lerp(p1, p2, f) : value;
  }

  @Override
  public void lerp(float[] a, float[] b, float[] f, float[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = lerp(a[i], b[i], f[i]);
    }
  }

  @Override
  public void lerp(float[] a, float[] b, float f, float[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = lerp(a[i], b[i], f);
    }
  }

  @Override
  public void cubic(float[][] p, float[] f, float[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = cubic(p[0][i], p[1][i], p[2][i], p[3][i], f[i]);
    }
  }

  @Override
  public boolean index(float[] values, int count, Stretch stretch, byte[] out) {
    return index(values, 0, count, stretch, out);
  }

  static boolean index(float[] values, int from, int count, Stretch stretch, byte[] out) {
    float low = stretch.low();
    float factor = stretch.factor();
    boolean missing = false;
    for (int i = from; i < count; i++) {
      int entry = entry(values[i], low, factor);
      missing |= entry == 0;
      out[i] = (byte) entry;
    }
    return missing;
  }

  /** 1..255, or 0 for NaN. */
  private static int entry(float value, float low, float factor) {
    float step = (value - low) * factor;
    float inside = step < 0 ? 0 : step > 254 ? 254 : step;
    return (int) (inside + 1.5f);
  }

  @Override
  public boolean rgb(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    return rgb(bands, 0, count, stretches, out);
  }

  static boolean rgb(float[][] bands, int from, int count, Stretch[] stretches, byte[] out) {
    boolean missing = false;
    for (int i = from; i < count; i++) {
      int pixel = pixel(bands, i, stretches);
      missing |= pixel == 0;
      out[3 * i] = (byte) pixel;
      out[3 * i + 1] = (byte) (pixel >> 8);
      out[3 * i + 2] = (byte) (pixel >> 16);
    }
    return missing;
  }

  @Override
  public boolean rgba(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    return rgba(bands, 0, count, stretches, out);
  }

  static boolean rgba(float[][] bands, int from, int count, Stretch[] stretches, byte[] out) {
    boolean missing = false;
    for (int i = from; i < count; i++) {
      int pixel = pixel(bands, i, stretches);
      missing |= pixel == 0;
      out[4 * i] = (byte) pixel;
      out[4 * i + 1] = (byte) (pixel >> 8);
      out[4 * i + 2] = (byte) (pixel >> 16);
      out[4 * i + 3] = (byte) (pixel == 0 ? 0 : 255);
    }
    return missing;
  }

  /** Red in the lowest byte; 0 when a band is NaN. */
  private static int pixel(float[][] bands, int i, Stretch[] stretches) {
    int red = entry(bands[0][i], stretches[0].low(), stretches[0].factor());
    int green = entry(bands[1][i], stretches[1].low(), stretches[1].factor());
    int blue = entry(bands[2][i], stretches[2].low(), stretches[2].factor());
    return red == 0 || green == 0 || blue == 0 ? 0 : red | green << 8 | blue << 16;
  }

  @Override
  public void accumulate(float[] values, int at, int count, Stats stats) {
    double sum = 0;
    int valid = 0;
    float min = Float.POSITIVE_INFINITY;
    float max = Float.NEGATIVE_INFINITY;
    for (int i = at; i < at + count; i++) {
      float value = values[i];
      if (!Float.isNaN(value)) {
        valid++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    if (valid > 0) {
      stats.merge(valid, sum, min, max);
    }
  }

  @Override
  public void accumulate(
      MemorySegment from, DataType type, Calibration nodata, Runs runs, Stats stats) {
    for (int run = 0; run < runs.size(); run++) {
      accumulate(from, type, nodata, runs.start(run), runs.count(run), stats);
    }
  }

  static void accumulate(
      MemorySegment from, DataType type, Calibration nodata, int start, int count, Stats stats) {
    double missing = nodata.missing(type);
    double sum = 0;
    int valid = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (int i = start; i < start + count; i++) {
      double value = ElementReader.get(from, (long) i * type.size(), type);
      if (!Double.isNaN(value) && value != missing) {
        valid++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    if (valid > 0) {
      stats.merge(valid, sum, min, max);
    }
  }
}
