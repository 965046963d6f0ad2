package io.glebe.bench.kernel;

import io.glebe.tile.band.BandStack;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.Warp;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Colour;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.Stats;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.kernel.WindowCopy;
import io.glebe.tile.resample.Resampler;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.SpectralIndex;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Each stage between a decoded chunk and palette entries, at zoom 14 over 10 m pixels. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class KernelBenchmark {
  private static final int SIZE = 700;
  private static final int PIXELS = 256 * 256;

  private final Calibration calibration = new Calibration(1e-4, 0, OptionalDouble.of(-32768));
  private final PixelWindow area = new PixelWindow(0, 0, SIZE, SIZE);
  private final Resampler resampler = new Resampler();
  private final BandStack stack = new BandStack();
  private final Stats stats = new Stats();
  private final Stretch stretch = new Stretch(0, 1);
  private final Stretch[] stretches = {stretch, stretch, stretch};
  private final float[][] bands = new float[3][PIXELS];
  private final float[] out = new float[PIXELS];
  private final byte[] bytes = new byte[4 * PIXELS];
  private final Raster raster = new Raster();
  private RasterGrid source;
  private RasterGrid target;
  private MemorySegment shorts;
  private MemorySegment floats;
  private Warp utm;
  private Warp mercator;
  private Raster utmRaster;
  private Raster mercatorRaster;

  @Setup
  public void fill() {
    target = RasterGrid.of(TileMatrixSet.WEB_MERCATOR_QUAD, new TileId(14, 8883, 5808), 256);
    source = grid(32633);
    utm = Warp.between(source, target);
    mercator = Warp.between(grid(3857), target);
    shorts = Arena.global().allocate(2L * SIZE * SIZE, 64);
    floats = Arena.global().allocate(4L * SIZE * SIZE, 64);
    Random random = new Random(1);
    for (int i = 0; i < SIZE * SIZE; i++) {
      double value = 4000 + 3000 * Math.sin(i % SIZE / 50.0) + 200 * random.nextGaussian();
      shorts.set(ValueLayout.JAVA_SHORT, 2L * i, (short) value);
      floats.set(ValueLayout.JAVA_FLOAT, 4L * i, (float) value);
    }
    utmRaster = raster(utm);
    mercatorRaster = raster(mercator);
    for (float[] band : bands) {
      resampler.resample(Resampling.BILINEAR, utmRaster, utm, band);
    }
  }

  /** A grid slightly larger than the tile, around the centre of the tile. */
  private RasterGrid grid(int epsg) {
    Projection projection = Projection.of(epsg);
    double[] centre = new double[2];
    double[] lonLat = new double[2];
    target.projection().toLonLat(target.affine().x(128), target.affine().y(128), lonLat, 0);
    projection.fromLonLat(lonLat[0], lonLat[1], centre, 0);
    double pixel = 10;
    double half = pixel * SIZE / 2;
    Affine affine = new Affine(centre[0] - half, centre[1] + half, pixel, -pixel);
    return new RasterGrid(projection, affine, SIZE, SIZE);
  }

  private Raster raster(Warp warp) {
    Raster window = new Raster().reset(warp.window(2).orElseThrow());
    WindowCopy.copy(shorts, DataType.INT16, area, calibration, window);
    return window;
  }

  @Benchmark
  public Object warpUtm() {
    return Warp.between(source, target);
  }

  @Benchmark
  public Object windowInt16() {
    raster.reset(new PixelWindow(100, 100, 314, 314));
    WindowCopy.copy(shorts, DataType.INT16, area, calibration, raster);
    return raster;
  }

  @Benchmark
  public float[] nearestUtm() {
    resampler.resample(Resampling.NEAREST, utmRaster, utm, out);
    return out;
  }

  @Benchmark
  public float[] bilinearUtm() {
    resampler.resample(Resampling.BILINEAR, utmRaster, utm, out);
    return out;
  }

  @Benchmark
  public float[] cubicUtm() {
    resampler.resample(Resampling.CUBIC, utmRaster, utm, out);
    return out;
  }

  @Benchmark
  public float[] nearestMercator() {
    resampler.resample(Resampling.NEAREST, mercatorRaster, mercator, out);
    return out;
  }

  @Benchmark
  public float[] bilinearMercator() {
    resampler.resample(Resampling.BILINEAR, mercatorRaster, mercator, out);
    return out;
  }

  @Benchmark
  public float[] bandMathNdvi() {
    SpectralIndex.NDVI.formula().run(new float[][] {bands[0], bands[1]}, PIXELS, out, stack);
    return out;
  }

  @Benchmark
  public boolean colourIndex() {
    return Colour.index(bands[0], PIXELS, stretch, bytes);
  }

  @Benchmark
  public boolean colourRgb() {
    return Colour.rgb(bands, PIXELS, stretches, bytes);
  }

  @Benchmark
  public double statsFloat32() {
    stats.clear();
    stats.add(floats, DataType.FLOAT32, calibration, 0, 1 << 18);
    return stats.mean();
  }

  @Benchmark
  public double statsInt16() {
    stats.clear();
    stats.add(shorts, DataType.INT16, calibration, 0, 1 << 18);
    return stats.mean();
  }
}
