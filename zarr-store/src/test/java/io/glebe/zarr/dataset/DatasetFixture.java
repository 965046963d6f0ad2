package io.glebe.zarr.dataset;

import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Random;
import java.util.function.IntBinaryOperator;

/** Small cubes of 16-bit numbers for tests. */
final class DatasetFixture {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final short NODATA = -9999;
  static final Layer B04 = Layer.of("B04", DataType.INT16).withNodata(NODATA);

  private DatasetFixture() {}

  static ChunkCache cache() {
    return new ChunkCache(new SlabPool(64L << 20), 32L << 20);
  }

  static GridSpec grid(int width, int height) {
    return new GridSpec(32633, 465_000, 5_080_000, 10, -10, width, height);
  }

  static Instant day(int day) {
    return Instant.parse("2026-03-01T10:00:00Z").plusSeconds(86_400L * day);
  }

  static short[] random(GridSpec grid, long seed) {
    Random random = new Random(seed);
    short[] cells = new short[grid.width() * grid.height()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = random.nextInt(20) == 0 ? NODATA : (short) random.nextInt(10_000);
    }
    return cells;
  }

  static MemorySegment bytes(short... cells) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[2 * cells.length]);
    for (int i = 0; i < cells.length; i++) {
      bytes.set(SHORT, 2L * i, cells[i]);
    }
    return bytes;
  }

  static short[] cells(MemorySegment bytes) {
    return bytes.toArray(SHORT);
  }

  static short[] read(DatasetSnapshot snapshot, String layer, Instant instant, int level) {
    int slot = snapshot.slot(layer, instant).orElseThrow();
    return read(snapshot.array(layer, level), snapshot.grid(level), slot);
  }

  static short[] read(ZarrArray array, GridSpec grid, int slot) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[2 * grid.width() * grid.height()]);
    array.readWindow(new long[] {slot, 0, 0}, new int[] {1, grid.height(), grid.width()}, bytes);
    return cells(bytes);
  }

  static DatasetSnapshot put(Dataset dataset, String layer, Instant instant, short[] cells) {
    GridSpec grid = dataset.grid();
    try (SliceWriter slice = dataset.beginSlice(layer, instant)) {
      slice.write(0, 0, grid.height(), grid.width(), bytes(cells));
      return slice.commit();
    }
  }

  static short[] filled(GridSpec grid, IntBinaryOperator value) {
    short[] cells = new short[grid.width() * grid.height()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (short) value.applyAsInt(i / grid.width(), i % grid.width());
    }
    return cells;
  }
}
