package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.ArrayMetaBuilder;
import io.glebe.zarr.meta.ChunkKeyEncoding;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.FillValue;
import io.glebe.zarr.meta.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Zarr metadata of a layer's arrays: chunks, codecs, fill value and the attributes of CF and
 * GeoZarr.
 */
record LayerMetadata(GridSpec grid, DatasetOptions options, Layer layer, int slots) {
  private static final int BLOSC_LEVEL = 5;

  /** Number of levels until one chunk holds the whole grid. */
  static int levels(GridSpec grid, DatasetOptions options) {
    int levels = 1;
    for (int side = Math.max(grid.width(), grid.height());
        side > options.chunkSide();
        side = Math.ceilDiv(side, 2)) {
      levels++;
    }
    return levels;
  }

  ArrayMeta data(int level) {
    GridSpec size = grid.level(level);
    Shape shape = Shape.of(slots, size.height(), size.width());
    Shape chunk = Shape.of(1, side(size.height()), side(size.width()));
    int shard = options.shardSide();
    boolean sharded = shard > 0 && Math.max(size.height(), size.width()) > options.chunkSide();
    Shape stored =
        sharded
            ? Shape.of(
                1, shardSide(chunk.get(1), size.height()), shardSide(chunk.get(2), size.width()))
            : chunk;
    List<CodecSpec> codecs = codecs();
    return builder(shape, stored)
        .codecs(sharded ? List.of(CodecSpec.Sharding.of(chunk, codecs)) : codecs)
        .dimensionNames("time", "y", "x")
        .attributes(attributes(size))
        .build();
  }

  ArrayMeta timeMajor() {
    return builder(
            Shape.of(slots, grid.height(), grid.width()),
            Shape.of(TimeMajor.GROUP, TimeMajor.SIDE, TimeMajor.SIDE))
        .codecs(codecs())
        .dimensionNames("time", "y", "x")
        .attributes(attributes(grid))
        .build();
  }

  private ArrayMetaBuilder builder(Shape shape, Shape chunk) {
    DataType type = layer.dataType();
    ArrayMetaBuilder builder =
        options.zarrFormat() == 2
            ? ArrayMeta.v2(shape, chunk, type).keyEncoding(ChunkKeyEncoding.v2('/'))
            : ArrayMeta.v3(shape, chunk, type);
    return builder.fillValue(FillValue.of(type, layer.fill()));
  }

  /**
   * The chunk side; a grid side that fits into a single chunk is rounded up to a multiple of 64.
   */
  private int side(int extent) {
    int step = DatasetOptions.SIDE_STEP;
    return Math.min(options.chunkSide(), Math.ceilDiv(extent, step) * step);
  }

  private long shardSide(long chunk, int extent) {
    return Math.min(options.shardSide() / chunk, Math.ceilDiv(extent, chunk)) * chunk;
  }

  private List<CodecSpec> codecs() {
    int size = layer.dataType().size();
    Blosc.Shuffle shuffle = size == 1 ? Blosc.Shuffle.NONE : Blosc.Shuffle.BYTE;
    List<CodecSpec> codecs = new ArrayList<>();
    codecs.add(new CodecSpec.Bytes(false));
    codecs.add(new Blosc(Blosc.Compressor.LZ4, BLOSC_LEVEL, shuffle, size, 0));
    return codecs;
  }

  private Map<String, Object> attributes(GridSpec size) {
    Map<String, Object> attributes = new LinkedHashMap<>(layer.attributes());
    attributes.put("grid_mapping", "spatial_ref");
    attributes.put("_CRS", CrsAttributes.gdal(grid.epsg()));
    attributes.put("proj:epsg", (long) grid.epsg());
    attributes.putAll(new GeoZarrAttributes(size).place());
    if (layer.scale() != 1 || layer.offset() != 0) {
      attributes.put("scale_factor", layer.scale());
      attributes.put("add_offset", layer.offset());
    }
    if (layer.nodata().isPresent() && !Double.isNaN(layer.nodata().getAsDouble())) {
      double nodata = layer.nodata().getAsDouble();
      boolean whole = !layer.dataType().isFloat() && Math.rint(nodata) == nodata;
      attributes.put(
          "_FillValue",
          whole ? (long) nodata : options.zarrFormat() == 2 ? (Object) nodata : encoded(nodata));
    }
    if (!layer.unit().isEmpty()) {
      attributes.put("units", layer.unit());
    }
    attributes.put("long_name", layer.name());
    return attributes;
  }

  /** xarray writes and expects a float in an attribute of version 3 as Base64 of its 8 bytes. */
  private static String encoded(double number) {
    ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return Base64.getEncoder().encodeToString(bytes.putDouble(number).array());
  }

  /** The attributes of the layer's group. */
  Map<String, Object> groupAttributes() {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("long_name", layer.name());
    String resampling = layer.categorical() ? "mode" : "average";
    attributes.putAll(new GeoZarrAttributes(grid).levels(levels(grid, options), resampling));
    return attributes;
  }

  /** The attributes of the group of a level, which other tools open as a dataset. */
  Map<String, Object> levelAttributes(int level) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("Conventions", "CF-1.10");
    attributes.putAll(new GeoZarrAttributes(grid.level(level)).place());
    return attributes;
  }
}
