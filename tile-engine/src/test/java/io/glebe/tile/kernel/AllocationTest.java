package io.glebe.tile.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.png.PngEncoder;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.SpectralIndex;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Once warm, a tile from window to PNG allocates its result and next to nothing else. */
class AllocationTest {
  /** Renders until the vector kernels are compiled: before, each operation boxes. */
  private static final int WARM = 3000;

  private static final int MEASURED = 50;

  /** Per tile; leaves room for a late recompilation, not for a single row of floats per row. */
  private static final long SPARE_BYTES = 4096;

  private static final int PIXELS = 256 * 256;
  private static final long SEED = 3;

  @ParameterizedTest
  @EnumSource(
      value = Resampling.class,
      names = {"NEAREST", "BILINEAR"})
  void aWarmTileAllocatesItsResultOnly(Resampling method) {
    try (Arena arena = Arena.ofConfined()) {
      Tile tile = new Tile(method, arena);
      long results = 0;
      for (int i = 0; i < WARM; i++) {
        results = tile.render().length;
      }
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long best = Long.MAX_VALUE;
      for (int round = 0; round < 5; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i++) {
          tile.render();
        }
        best = Math.min(best, (threads.getCurrentThreadAllocatedBytes() - before) / MEASURED);
      }
      assertThat(best).isBetween(results, results + SPARE_BYTES);
    }
  }

  private static final class Tile {
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

    Tile(Resampling method, Arena arena) {
      this.method = method;
      this.window = scene.warp.window(method.margin()).orElseThrow();
      this.chunk = arena.allocate(window.pixels() * 2);
      for (long i = 0; i < window.pixels(); i++) {
        chunk.set(Elements.SHORT, 2 * i, (short) (i % 77 * 100));
      }
    }

    byte[] render() {
      for (float[] band : bands) {
        raster.reset(window);
        Window.copy(chunk, DataType.INT16, window, calibration, raster);
        resampler.resample(method, raster, scene.warp, band);
      }
      SpectralIndex.NDVI.formula().run(bands, PIXELS, values, stack);
      stats.clear();
      stats.add(chunk, DataType.INT16, calibration, 0, (int) window.pixels());
      stats.add(values, 0, PIXELS);
      Colour.index(bands[0], PIXELS, ramp.stretch(), indices);
      return encoder.palette8(indices, 256, 256, ramp.palette());
    }
  }
}
