package io.glebe.tile.mvt;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes vector tiles:
 *
 * <pre>{@code
 * MvtEncoder encoder = new MvtEncoder(MvtOptions.DEFAULT);
 * encoder.begin(TileFrame.of(minX, minY, maxX, maxY, 4096));
 * encoder.layer("parcels", features);
 * MvtTile tile = encoder.finish();
 * }</pre>
 *
 * <p>Features outside the tile, and features that vanish at its scale, are left out. Above the
 * feature limit, the least important features (by area, then length) are left out, and the result
 * contains their number. Cost is linear in the vertices of the given features, so the caller
 * queries by box first. Not for concurrent use; reuse it, because it keeps its arrays.
 */
public final class MvtEncoder {
  private static final int VERSION = 2;
  private static final int TILE_LAYERS = 3;
  private static final int LAYER_NAME = 1;
  private static final int LAYER_FEATURES = 2;
  private static final int LAYER_EXTENT = 5;
  private static final int LAYER_VERSION = 15;
  private static final int FEATURE_ID = 1;
  private static final int FEATURE_TAGS = 2;
  private static final int FEATURE_TYPE = 3;
  private static final int FEATURE_GEOMETRY = 4;

  private final MvtOptions options;
  private final GeometryWriter geometry;
  private final ShapeWriter shapes = new ShapeWriter();
  private final LayerTags layerTags = new LayerTags();
  private final ProtobufSink commands = new ProtobufSink(4096);
  private final ProtobufSink tags = new ProtobufSink(256);
  private final ProtobufSink layer = new ProtobufSink(1 << 16);
  private final ProtobufSink tile = new ProtobufSink(1 << 16);

  /** Grid, column and row of the tile, if it was begun with them. */
  private @Nullable TileGrid grid;

  private int column;
  private int row;
  private int written;
  private int leftOut;

  public MvtEncoder(MvtOptions options) {
    this.options = options;
    this.geometry = new GeometryWriter(options);
  }

  /** Starts a tile and discards an unfinished one. */
  public void begin(TileFrame frame) {
    geometry.frame(frame);
    grid = null;
    tile.clear();
    written = 0;
    leftOut = 0;
  }

  /**
   * Starts a tile of a grid. Shapes of prepared features are copied where the tile does not cut
   * them, if they are kept for this grid and the tolerance of this encoder.
   */
  public void begin(TileGrid on, int atColumn, int atRow) {
    if (on.extent() != options.extent()) {
      throw new IllegalArgumentException("a grid of another extent: " + on.extent());
    }
    begin(on.frame(atColumn, atRow));
    grid = on;
    column = atColumn;
    row = atRow;
  }

  /** Appends a layer; a layer without any visible feature is not written. */
  public void layer(String name, List<MvtFeature> features) {
    AttributeTable table = new AttributeTable();
    List<PreparedFeature> prepared = new ArrayList<>(features.size());
    for (MvtFeature f : features) {
      int[] tags = table.tags(f.attributes());
      prepared.add(new PreparedFeature(f.id(), f.geometry(), tags, ShapeGrids.NONE));
    }
    layer(name, table, prepared);
  }

  /**
   * Appends a layer of prepared features; a layer without any visible feature is not written.
   *
   * @param table the table of the features' tags
   */
  public void layer(String name, AttributeTable table, List<PreparedFeature> features) {
    layer.clear();
    layerTags.begin(table);
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    layer.tag(LAYER_VERSION, ProtobufSink.VARINT);
    layer.varint(VERSION);
    layer.tag(LAYER_NAME, ProtobufSink.LENGTH_DELIMITED);
    layer.varint(utf8.length);
    layer.bytes(utf8);
    int start = written;
    for (PreparedFeature f : chosen(features)) {
      write(f);
    }
    if (written > start) {
      layerTags.writeTo(layer);
      layer.tag(LAYER_EXTENT, ProtobufSink.VARINT);
      layer.varint(options.extent());
      tile.message(TILE_LAYERS, layer);
    }
  }

  public MvtTile finish() {
    return new MvtTile(tile.toBytes(), written, leftOut);
  }

  private List<PreparedFeature> chosen(List<PreparedFeature> features) {
    List<PreparedFeature> inside = new ArrayList<>(features.size());
    for (PreparedFeature f : features) {
      if (geometry.touches(f.geometry())) {
        inside.add(f);
      }
    }
    if (inside.size() <= options.featureLimit()) {
      return inside;
    }
    leftOut += inside.size() - options.featureLimit();
    // a stable sort: equally important features keep their order
    inside.sort(Comparator.comparingDouble((PreparedFeature f) -> -f.geometry().importance()));
    return inside.subList(0, options.featureLimit());
  }

  private void write(PreparedFeature f) {
    commands.clear();
    if (!writeShape(f)) {
      return;
    }
    tags.clear();
    layerTags.write(f.tags(), tags);
    layer.tag(LAYER_FEATURES, ProtobufSink.LENGTH_DELIMITED);
    layer.varint(size(f));
    if (f.id().isPresent()) {
      layer.tag(FEATURE_ID, ProtobufSink.VARINT);
      layer.varint(f.id().getAsLong());
    }
    if (tags.size() > 0) {
      layer.message(FEATURE_TAGS, tags);
    }
    layer.tag(FEATURE_TYPE, ProtobufSink.VARINT);
    layer.varint(f.geometry().kind().code());
    layer.message(FEATURE_GEOMETRY, commands);
    written++;
  }

  /**
   * Encoded size of a feature whose tags and commands are written. Each field begins with one byte.
   */
  private int size(PreparedFeature f) {
    int id = f.id().isPresent() ? 1 + ProtobufSink.varintSize(f.id().getAsLong()) : 0;
    return id + (tags.size() > 0 ? sized(tags) : 0) + 2 + sized(commands);
  }

  private static int sized(ProtobufSink message) {
    return 1 + ProtobufSink.varintSize(message.size()) + message.size();
  }

  private boolean writeShape(PreparedFeature f) {
    GridShape shape = grid == null ? null : f.on(grid, options.tolerance(), shapes);
    if (shape == null) {
      return geometry.write(f.geometry(), commands);
    }
    if (shape.isEmpty()) {
      return false;
    }
    if (geometry.isInside(f.geometry())) {
      shape.write(column, row, commands);
      return true;
    }
    boolean isPolygon = f.geometry().kind() == GeometryKind.POLYGON;
    if (options.repaired() && isPolygon && geometry.writeCut(shape, column, row, commands)) {
      return commands.size() > 0;
    }
    return geometry.write(f.geometry(), commands);
  }
}
