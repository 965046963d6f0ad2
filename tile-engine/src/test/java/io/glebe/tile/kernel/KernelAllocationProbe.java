package io.glebe.tile.kernel;

import io.glebe.tile.OwnJvm;
import io.glebe.tile.band.BandStack;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.png.PngEncoder;
import io.glebe.tile.resample.Resampler;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.SpectralIndex;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Started by {@link KernelAllocationTest}: runs every kernel between a chunk and a PNG repeatedly.
 */
final class KernelAllocationProbe {
  private static final int PIXELS = 256 * 256;
  private static final long SEED = 3;

  private final Resampling method;
  private final KernelsTest.Scene scene = new KernelsTest.Scene(32633, 14, new Random(SEED));
  private final MemorySegment chunk;
  private final PixelWindow window;
  private final Raster raster = new Raster();
  private final Resampler resampler = new Resampler();
  private final float[][] bands = new float[2][PIXELS];
  private final float[] values = new float[PIXELS];
  private final byte[] indices = new byte[PIXELS];
  private final BandStack stack = new BandStack();
  private final Stats stats = new Stats();
  private final PngEncoder encoder = new PngEncoder();
  private final ColourRamp ramp = ColourRamp.byName("ndvi").orElseThrow();
  private final Calibration calibration = new Calibration(1e-4, 0, OptionalDouble.of(0));

  private KernelAllocationProbe(Resampling method, Arena arena) {
    this.method = method;
    this.window = scene.warp.window(method.margin()).orElseThrow();
    this.chunk = arena.allocate(window.pixels() * 2);
    for (long i = 0; i < window.pixels(); i++) {
      chunk.set(ElementReader.SHORT, 2 * i, (short) (i % 77 * 100));
    }
  }

  byte[] render() {
    for (float[] band : bands) {
      raster.reset(window);
      WindowCopy.copy(chunk, DataType.INT16, window, calibration, raster);
      resampler.resample(method, raster, scene.warp, band);
    }
    SpectralIndex.NDVI.formula().run(bands, PIXELS, values, stack);
    stats.clear();
    stats.add(chunk, DataType.INT16, calibration, 0, (int) window.pixels());
    stats.add(values, 0, PIXELS);
    Colour.index(bands[0], PIXELS, ramp.stretch(), indices);
    return encoder.palette8(indices, 256, 256, ramp.palette());
  }

  /** Arguments: the resampling, bytes allowed beyond the result. */
  public static void main(String[] args) {
    try (Arena arena = Arena.ofConfined()) {
      KernelAllocationProbe probe = new KernelAllocationProbe(Resampling.valueOf(args[0]), arena);
      OwnJvm.report(() -> probe.render().length, Long.parseLong(args[1]));
    }
  }
}
