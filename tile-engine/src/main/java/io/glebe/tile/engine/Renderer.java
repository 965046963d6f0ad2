package io.glebe.tile.engine;

import io.glebe.tile.kernel.Colour;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.RasterPlan;
import io.glebe.tile.png.PngEncoder;
import io.glebe.tile.resample.PairRaster;
import io.glebe.tile.resample.Resampler;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.Palette;
import java.util.List;
import java.util.Optional;

/**
 * Renders a plan to PNG bytes on a render thread: copies the window, resamples, runs the band
 * program, colours, encodes. Stateless; all mutable state is in the scratch.
 */
final class Renderer {

  private Renderer() {}

  /** Renders the image; empty when it has no valid pixel. */
  static Optional<byte[]> render(
      TileRequest request, RasterPlan plan, RenderScratch scratch, StageTimes times) {
    int pixels = request.target().width() * request.target().height();
    float[][] planes = new float[request.slices().size()][];
    for (int i = 0; i < planes.length; i++) {
      planes[i] = scratch.plane(i, pixels);
    }
    read(request.slices(), plan, scratch, planes, times);
    Optional<byte[]> png =
        switch (request.rendering()) {
          case Rendering.Shaded shaded -> shade(shaded, request, planes, scratch, times);
          case Rendering.Composed composed -> compose(composed, request, planes, scratch, times);
        };
    scratch.trim();
    return png;
  }

  private static void read(
      List<LayerSlice> slices,
      RasterPlan plan,
      RenderScratch scratch,
      float[][] out,
      StageTimes times) {
    if (suitsPairs(slices, plan)) {
      readPairs(slices, plan, scratch, out, times);
      return;
    }
    for (int i = 0; i < out.length; i++) {
      long start = System.nanoTime();
      Raster window = scratch.raster(0).reset(plan.window());
      Plane plane = slices.get(i).plane(plan.level().index());
      plan.eachChunk((column, row) -> plane.gather(column, row, window));
      long gathered = System.nanoTime();
      scratch.resampler().resample(plan.method(), window, plan.warp(), out[i]);
      times.add(Stage.DECODE, gathered - start);
      times.add(Stage.WARP, System.nanoTime() - gathered);
    }
  }

  private static boolean suitsPairs(List<LayerSlice> slices, RasterPlan plan) {
    if (plan.method() != Resampling.BILINEAR) {
      return false;
    }
    for (LayerSlice slice : slices) {
      if (!PairRaster.holds(slice.plane(plan.level().index()).type())) {
        return false;
      }
    }
    return Resampler.suitsPairs(plan.warp(), plan.window());
  }

  /** Reads all layers of small integers in one pass through the warp. */
  private static void readPairs(
      List<LayerSlice> slices,
      RasterPlan plan,
      RenderScratch scratch,
      float[][] out,
      StageTimes times) {
    long start = System.nanoTime();
    PairRaster[] windows = scratch.pairs(out.length);
    for (int i = 0; i < out.length; i++) {
      Plane plane = slices.get(i).plane(plan.level().index());
      PairRaster window = windows[i].reset(plan.window(), plane.type(), plane.calibration());
      plan.eachChunk((column, row) -> plane.gather(column, row, window));
      window.pack();
    }
    long gathered = System.nanoTime();
    scratch.resampler().bilinear(windows, out.length, plan.warp(), out);
    times.add(Stage.DECODE, gathered - start);
    times.add(Stage.WARP, System.nanoTime() - gathered);
  }

  private static Optional<byte[]> shade(
      Rendering.Shaded rendering,
      TileRequest request,
      float[][] planes,
      RenderScratch scratch,
      StageTimes times) {
    long start = System.nanoTime();
    int width = request.target().width();
    int height = request.target().height();
    int pixels = width * height;
    float[] values = planes[0];
    if (rendering.formula().isPresent()) {
      values = scratch.plane(planes.length, pixels);
      rendering.formula().get().run(planes, pixels, values, scratch.bandStack());
    }
    byte[] indices = scratch.image(pixels);
    ColourRamp ramp = rendering.ramp();
    boolean holes = true;
    if (ramp.kind() == ColourRamp.Kind.CATEGORICAL) {
      Colour.classes(values, pixels, ramp.classEntries(), indices);
    } else {
      holes = Colour.index(values, pixels, rendering.stretch(), indices);
    }
    long coloured = System.nanoTime();
    times.add(Stage.COLOUR, coloured - start);
    if (holes && isEmpty(indices, pixels) && request.background().isEmpty()) {
      return Optional.empty();
    }
    Palette palette = ramp.palette();
    if (request.background().isPresent()) {
      palette = backed(palette, request.background().getAsInt());
    }
    byte[] png = scratch.png().palette8(indices, width, height, palette);
    times.add(Stage.ENCODE, System.nanoTime() - coloured);
    return Optional.of(png);
  }

  private static Optional<byte[]> compose(
      Rendering.Composed rendering,
      TileRequest request,
      float[][] planes,
      RenderScratch scratch,
      StageTimes times) {
    long start = System.nanoTime();
    int width = request.target().width();
    int height = request.target().height();
    int pixels = width * height;
    byte[] rgb = scratch.image(3 * pixels);
    Stretch[] stretches = rendering.stretches().toArray(Stretch[]::new);
    boolean holes = Colour.rgb(planes, pixels, stretches, rgb);
    if (holes && request.background().isPresent()) {
      underlay(rgb, pixels, request.background().getAsInt());
      holes = false;
    }
    long coloured = System.nanoTime();
    times.add(Stage.COLOUR, coloured - start);
    if (holes && isEmpty(rgb, 3 * pixels)) {
      return Optional.empty();
    }
    byte[] png = scratch.png().rgb(rgb, width, height, holes);
    times.add(Stage.ENCODE, System.nanoTime() - coloured);
    return Optional.of(png);
  }

  /** An image without data: transparent, or only the background. */
  static byte[] blank(PngEncoder encoder, int width, int height, Palette palette) {
    return encoder.palette8(new byte[width * height], width, height, palette);
  }

  /** The palette with an opaque first entry ("no data"). */
  static Palette backed(Palette palette, int rgb) {
    int[] argb = new int[palette.size()];
    for (int i = 0; i < argb.length; i++) {
      argb[i] = palette.argb(i);
    }
    argb[0] = 0xff000000 | rgb;
    return new Palette(argb);
  }

  private static void underlay(byte[] rgb, int pixels, int colour) {
    for (int i = 0; i < 3 * pixels; i += 3) {
      if ((rgb[i] | rgb[i + 1] | rgb[i + 2]) == 0) {
        rgb[i] = (byte) (colour >> 16);
        rgb[i + 1] = (byte) (colour >> 8);
        rgb[i + 2] = (byte) colour;
      }
    }
  }

  private static boolean isEmpty(byte[] image, int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (image[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Chunk numbers of the level of one slice, for reading ahead. */
  static long[] chunkIds(LayerSlice slice, RasterPlan plan) {
    Plane plane = slice.plane(plan.level().index());
    long[] ids = new long[plan.chunks()];
    int[] at = {0};
    plan.eachChunk((column, row) -> ids[at[0]++] = plane.chunkId(column, row));
    return ids;
  }
}
