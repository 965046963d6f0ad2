package io.glebe.bench.tile;

import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.plan.CubeGrid;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.FillValue;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A synthetic scene in files, similar to Sentinel: 2048 x 2048 pixels of 10 m in UTM 33, int16
 * ten-thousandths, parcels with texture and noise, a cloud without data, lz4 with byte shuffle.
 */
public final class TileScene implements AutoCloseable {
  private static final int SIDE = 2048;
  private static final int PARCEL = 37;
  private static final short NODATA = -32768;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final CubeGrid cube;
  final ChunkCache chunks = new ChunkCache(new SlabPool(256L << 20), 200L << 20);
  private final Path folder;
  private final ObjectStore store;
  private final int chunk;

  TileScene(int chunk) {
    this.chunk = chunk;
    RasterGrid base =
        new RasterGrid(Projection.of(32633), new Affine(490_000, 5_104_000, 10, -10), SIDE, SIDE);
    this.cube = CubeGrid.withOverviews(base, 1, chunk, chunk);
    try {
      this.folder = Files.createTempDirectory("glebe-bench");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.store = new FileObjectStore(folder);
  }

  /** A layer with its own texture. */
  LayerSlice layer(String name, long seed) {
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(1, SIDE, SIDE), Shape.of(1, chunk, chunk), DataType.INT16)
            .fillValue(FillValue.of(DataType.INT16, NODATA))
            .codecs(
                new CodecSpec.Bytes(false),
                new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BYTE, Short.BYTES, 0))
            .build();
    ZarrArray array = ZarrArray.create(store, name, meta, chunks);
    array.writeWindow(new long[3], new int[] {1, SIDE, SIDE}, texture(seed));
    return new LayerSlice(
        name,
        List.of(array.chunks()),
        0,
        new Calibration(1e-4, 0, OptionalDouble.of(NODATA)),
        false);
  }

  private static MemorySegment texture(long seed) {
    Random random = new Random(seed);
    double[] parcels = random.doubles(SIDE * SIDE / PARCEL, 0.2, 0.85).toArray();
    MemorySegment cells = MemorySegment.ofArray(new byte[2 * SIDE * SIDE]);
    for (int i = 0; i < SIDE * SIDE; i++) {
      int x = i % SIDE;
      int y = i / SIDE;
      boolean cloud = Math.hypot(x - 700, y - 900) < 160;
      double v =
          parcels[(x / PARCEL + 57 * (y / PARCEL)) % parcels.length]
              + 0.03 * Math.sin(x / 7.0) * Math.cos(y / 5.0)
              + 0.015 * random.nextGaussian();
      cells.set(SHORT, 2L * i, cloud ? NODATA : (short) (v * 10_000));
    }
    return cells;
  }

  /** Tiles of a zoom that are completely inside the scene, at scattered positions. */
  List<TileId> tiles(int zoom, int count) {
    Bounds box = cube.boundsIn(Projection.of(3857));
    double inset = box.width() / 12;
    TileRange range =
        TileMatrixSet.WEB_MERCATOR_QUAD.covering(box.grown(-inset, -inset), zoom).orElseThrow();
    Random random = new Random(zoom);
    List<TileId> tiles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tiles.add(
          new TileId(
              zoom,
              random.nextInt(range.minX(), range.maxX() + 1),
              random.nextInt(range.minY(), range.maxY() + 1)));
    }
    return tiles;
  }

  @Override
  public void close() {
    chunks.close();
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
