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
 * <p>Features outside the tile, and those that vanish at its scale, are left out; beyond the
 * feature limit the least important ones (area, then length) are, and the result says how many.
 * Cost is linear in the vertices of the features given, so the caller queries by box first. Not for
 * concurrent use; reuse it, its arrays stay warm.
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
  private final LayerTags layerTags = new LayerTags();
  private final ProtobufSink commands = new ProtobufSink(4096);
  private final ProtobufSink tags = new ProtobufSink(256);
  private final ProtobufSink layer = new ProtobufSink(1 << 16);
  private final ProtobufSink tile = new ProtobufSink(1 << 16);

  /** The grid, column and row of a tile that was begun with them. */
  private @Nullable TileGrid grid;

  private int column;
  private int row;
  private int written;
  private int leftOut;

  public MvtEncoder(MvtOptions options) {
    this.options = options;
    this.geometry = new GeometryWriter(options);
  }

  /** Starts a tile; what was begun before is forgotten. */
  public void begin(TileFrame frame) {
    geometry.frame(frame);
    grid = null;
    tile.clear();
    written = 0;
    leftOut = 0;
  }

  /**
   * Starts a tile of a grid: features prepared for it are copied where the tile cuts nothing and
   * nothing is to be simplified.
   */
  public void begin(TileGrid on, int atColumn, int atRow) {
    if (on.extent() != options.extent()) {
      throw new IllegalArgumentException("a grid of another extent: " + on.extent());
    }
    begin(on.frame(atColumn, atRow));
    grid = options.tolerance() == 0 ? on : null;
    column = atColumn;
    row = atRow;
  }

  /** Appends a layer; one without any visible feature leaves no trace. */
  public void layer(String name, List<MvtFeature> features) {
    AttributeTable table = new AttributeTable();
    List<PreparedFeature> prepared = new ArrayList<>(features.size());
    for (MvtFeature f : features) {
      int[] tags = table.tags(f.attributes());
      prepared.add(new PreparedFeature(f.id(), f.geometry(), List.of(), tags));
    }
    layer(name, table, prepared);
  }

  /**
   * Appends a layer of features that were prepared once; one without any visible feature leaves no
   * trace.
   *
   * @param table to which the tags of the features refer
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
    int before = written;
    for (PreparedFeature f : chosen(features)) {
      write(f);
    }
    if (written > before) {
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
    // a stable sort: equally important features keep the order in which they were given
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

  /** Bytes of a feature whose tags and commands are written; each field begins with one. */
  private int size(PreparedFeature f) {
    int id = f.id().isPresent() ? 1 + ProtobufSink.varintSize(f.id().getAsLong()) : 0;
    return id + (tags.size() > 0 ? sized(tags) : 0) + 2 + sized(commands);
  }

  private static int sized(ProtobufSink message) {
    return 1 + ProtobufSink.varintSize(message.size()) + message.size();
  }

  private boolean writeShape(PreparedFeature f) {
    GridShape shape = grid == null ? null : f.on(grid);
    if (shape == null || !geometry.isInside(f.geometry())) {
      return geometry.write(f.geometry(), commands);
    }
    if (shape.isEmpty()) {
      return false;
    }
    shape.write(column, row, commands);
    return true;
  }
}
