package io.glebe.tile.engine;

import io.glebe.tile.band.BandStack;
import io.glebe.tile.kernel.Colour;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.png.PngEncoder;
import io.glebe.tile.resample.PairRaster;
import io.glebe.tile.resample.Resampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Memory that one render thread keeps between jobs: windows, resampled planes, image bytes and the
 * encoders' buffers. It grows to the largest job; {@link #trim} frees the memory of rare large
 * jobs.
 */
public final class RenderScratch {
  /**
   * Maximum number of pixels of a plane, and of a window, that are kept; a 512-pixel tile at half
   * scale has this many.
   */
  private static final int KEPT_PIXELS = 1 << 20;

  private final List<Raster> rasters = new ArrayList<>();
  private final List<float[]> planes = new ArrayList<>();
  private final Resampler resampler = new Resampler();
  private final BandStack bandStack = new BandStack();
  private final PngEncoder png = new PngEncoder();
  private PairRaster[] pairs = {};
  private byte[] image = new byte[0];

  /** The i-th window. The windows are separate, so several can be in use at once. */
  public Raster raster(int i) {
    while (rasters.size() <= i) {
      rasters.add(new Raster());
    }
    return rasters.get(i);
  }

  /** The first {@code count} windows of small integers. */
  PairRaster[] pairs(int count) {
    int made = pairs.length;
    if (made < count) {
      pairs = Arrays.copyOf(pairs, count);
      Arrays.setAll(pairs, i -> i < made ? pairs[i] : new PairRaster());
    }
    return pairs;
  }

  /** The i-th plane, with at least this many floats of undefined content. */
  float[] plane(int i, int pixels) {
    while (planes.size() <= i) {
      planes.add(new float[0]);
    }
    if (planes.get(i).length < pixels) {
      planes.set(i, new float[pixels]);
    }
    return planes.get(i);
  }

  /** Image bytes, including the slack that the colour kernels use. */
  byte[] image(int bytes) {
    if (image.length < bytes + Colour.RGB_SLACK) {
      image = new byte[bytes + Colour.RGB_SLACK];
    }
    return image;
  }

  Resampler resampler() {
    return resampler;
  }

  BandStack bandStack() {
    return bandStack;
  }

  PngEncoder png() {
    return png;
  }

  /** Frees buffers above the usual size. */
  public void trim() {
    rasters.removeIf(r -> r.values().length > KEPT_PIXELS);
    if (Arrays.stream(pairs).anyMatch(p -> p.capacity() > KEPT_PIXELS)) {
      pairs = new PairRaster[0];
    }
    planes.removeIf(p -> p.length > KEPT_PIXELS);
    if (image.length > 4 * KEPT_PIXELS + Colour.RGB_SLACK) {
      image = new byte[0];
    }
  }
}
