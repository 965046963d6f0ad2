package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.array.ZarrGroup;
import io.glebe.zarr.chunk.Elements;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.ArrayMetaBuilder;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.FillValue;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** The coordinate arrays next to a level's data, for other tools: pixel centres, times, the CRS. */
record Coordinates(ZarrGroup group, GridSpec grid, int zarrFormat) {
  /** Time of slots without a visible slice: "not a time" in other tools. */
  static final long NO_TIME = Long.MIN_VALUE;

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int TIME_CHUNK = 1024;

  void create() {
    axis("x", grid.width(), i -> grid.x(i + 0.5));
    axis("y", grid.height(), i -> grid.y(i + 0.5));
    spatialReference();
  }

  private void axis(String name, int count, IntToDoubleFunction centre) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = centre.applyAsDouble(i);
    }
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("axis", name.toUpperCase(Locale.ROOT));
    boolean degrees = CrsAttributes.geographic(grid.epsg());
    String geographic = name.equals("x") ? "longitude" : "latitude";
    attributes.put("standard_name", degrees ? geographic : "projection_" + name + "_coordinate");
    attributes.put("units", degrees ? "degrees_" + (name.equals("x") ? "east" : "north") : "m");
    ZarrArray array =
        group.createArray(
            name,
            builder(count, count, DataType.FLOAT64)
                .fillValue(FillValue.of(DataType.FLOAT64, Double.NaN))
                .dimensionNames(name)
                .attributes(attributes)
                .build());
    MemorySegment bytes = MemorySegment.ofArray(new byte[8 * count]);
    for (int i = 0; i < count; i++) {
      bytes.set(DOUBLE, 8L * i, values[i]);
    }
    array.writeWindow(new long[] {0}, new int[] {count}, bytes);
  }

  /** Creates the times of the slots; only full resolution has them. */
  void createTime(long slots) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("axis", "T");
    attributes.put("standard_name", "time");
    attributes.put("units", "milliseconds since 1970-01-01 00:00:00");
    attributes.put("calendar", "proleptic_gregorian");
    attributes.put("_FillValue", NO_TIME);
    group.createArray(
        "time",
        builder(slots, TIME_CHUNK, DataType.INT64)
            .fillValue(FillValue.ofBits(NO_TIME))
            .dimensionNames("time")
            .attributes(attributes)
            .build());
  }

  /** Updates the times of all slots. */
  static void writeTimes(ZarrArray time, Timeline timeline) {
    int count = Math.toIntExact(time.meta().shape().get(0));
    MemorySegment bytes = MemorySegment.ofArray(new byte[8 * count]);
    Elements.fill(bytes, 8, NO_TIME);
    for (int i = 0; i < timeline.size(); i++) {
      bytes.set(LONG, 8L * timeline.slot(i), timeline.epochMilli(i));
    }
    time.writeWindow(new long[] {0}, new int[] {count}, bytes);
  }

  private void spatialReference() {
    ArrayMetaBuilder scalar =
        zarrFormat == 2
            ? ArrayMeta.v2(Shape.of(), Shape.of(), DataType.INT32)
            : ArrayMeta.v3(Shape.of(), Shape.of(), DataType.INT32);
    group.createArray("spatial_ref", scalar.attributes(CrsAttributes.of(grid)).build());
  }

  private ArrayMetaBuilder builder(long extent, long chunk, DataType type) {
    return zarrFormat == 2
        ? ArrayMeta.v2(Shape.of(extent), Shape.of(chunk), type)
        : ArrayMeta.v3(Shape.of(extent), Shape.of(chunk), type);
  }
}
