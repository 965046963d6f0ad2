package io.glebe.tile.engine;

import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.plan.CubeGrid;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc.Compressor;
import io.glebe.zarr.meta.CodecSpec.Blosc.Shuffle;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.FillValue;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.MemoryObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleBinaryOperator;

/**
 * A cube in memory for tests: int16 arrays (slot, y, x) with levels, values stored as
 * ten-thousandths, where stored -9999 means no data.
 */
public final class TestCube implements AutoCloseable {
  public static final Calibration TEN_THOUSANDTHS =
      new Calibration(1e-4, 0, OptionalDouble.of(-9999));
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  public final CubeGrid grid;
  public final ChunkCache chunks = new ChunkCache(new SlabPool(256L << 20), 200L << 20);
  private final MemoryObjectStore store = new MemoryObjectStore();
  private final int chunk;

  /** Identities differ between cubes, as for real datasets. */
  private static final AtomicInteger LAYERS = new AtomicInteger();

  public TestCube(RasterGrid base, int levels, int chunk) {
    this.chunk = chunk;
    this.grid = CubeGrid.withOverviews(base, levels, chunk, chunk);
  }

  /** A layer with one slice, whose base values are given by column and row (NaN for no data). */
  public TestLayer layer(DoubleBinaryOperator value) {
    List<short[]> levels = new ArrayList<>();
    RasterGrid base = grid.base();
    short[] cells = new short[base.width() * base.height()];
    for (int i = 0; i < cells.length; i++) {
      int row = i / base.width();
      double v = value.applyAsDouble(i % base.width(), row);
      cells[i] = Double.isNaN(v) ? -9999 : (short) Math.round(v * 10_000);
    }
    levels.add(cells);
    for (int l = 1; l < grid.levels().size(); l++) {
      levels.add(overview(levels.get(l - 1), grid.levels().get(l - 1).grid().width()));
    }
    String name = "layer" + LAYERS.getAndIncrement();
    List<ChunkSource> sources = new ArrayList<>();
    for (int l = 0; l < levels.size(); l++) {
      sources.add(write(name + "/" + l, grid.levels().get(l).grid(), levels.get(l)));
    }
    return new TestLayer(this, levels, new LayerSlice(name, sources, 0, TEN_THOUSANDTHS, false));
  }

  private ChunkSource write(String path, RasterGrid level, short[] cells) {
    int w = level.width();
    int h = level.height();
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(1, h, w), Shape.of(1, chunk, chunk), DataType.INT16)
            .fillValue(FillValue.of(DataType.INT16, -9999))
            .codecs(
                new CodecSpec.Bytes(false),
                new CodecSpec.Blosc(Compressor.LZ4, 5, Shuffle.BYTE, 2, 0))
            .build();
    ZarrArray array = ZarrArray.create(store, path, meta, chunks);
    MemorySegment bytes = MemorySegment.ofArray(new byte[2 * cells.length]);
    for (int i = 0; i < cells.length; i++) {
      bytes.set(SHORT, 2L * i, cells[i]);
    }
    array.writeWindow(new long[3], new int[] {1, h, w}, bytes);
    return array.chunks();
  }

  private static short[] overview(short[] fine, int width) {
    int height = fine.length / width;
    int w = (width + 1) / 2;
    int h = (height + 1) / 2;
    short[] coarse = new short[w * h];
    for (int i = 0; i < coarse.length; i++) {
      double sum = 0;
      int n = 0;
      for (int k = 0; k < 4; k++) {
        int x = 2 * (i % w) + (k & 1);
        int y = 2 * (i / w) + (k >> 1);
        if (x < width && y < height && fine[y * width + x] != -9999) {
          sum += fine[y * width + x];
          n++;
        }
      }
      coarse[i] = n == 0 ? -9999 : (short) Math.round(sum / n);
    }
    return coarse;
  }

  @Override
  public void close() {
    chunks.close();
  }

  /** A layer with the written numbers, for reference renderers. */
  public record TestLayer(TestCube cube, List<short[]> levels, LayerSlice slice) {
    /** The value of a pixel of a level; NaN for no data and outside. */
    public double value(int level, int column, int row) {
      RasterGrid g = cube.grid.levels().get(level).grid();
      if (column < 0 || row < 0 || column >= g.width() || row >= g.height()) {
        return Double.NaN;
      }
      short stored = levels.get(level)[row * g.width() + column];
      return stored == -9999 ? Double.NaN : stored * 1e-4;
    }
  }

  /** The same request with an opaque background. */
  static TileRequest withBackground(TileRequest request, int rgb) {
    return new TileRequest(
        request.cube(),
        request.slices(),
        request.rendering(),
        request.target(),
        request.resampling(),
        OptionalInt.of(rgb));
  }
}
