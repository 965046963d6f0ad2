package io.glebe.tile.mvt;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
  private final AttributeDictionary dictionary = new AttributeDictionary();
  private final ProtobufSink commands = new ProtobufSink(4096);
  private final ProtobufSink tags = new ProtobufSink(256);
  private final ProtobufSink feature = new ProtobufSink(8192);
  private final ProtobufSink layer = new ProtobufSink(1 << 16);
  private final ProtobufSink tile = new ProtobufSink(1 << 16);
  private int written;
  private int leftOut;

  public MvtEncoder(MvtOptions options) {
    this.options = options;
    this.geometry = new GeometryWriter(options);
  }

  /** Starts a tile; what was begun before is forgotten. */
  public void begin(TileFrame frame) {
    geometry.frame(frame);
    tile.clear();
    written = 0;
    leftOut = 0;
  }

  /** Appends a layer; one without any visible feature leaves no trace. */
  public void layer(String name, List<MvtFeature> features) {
    layer.clear();
    dictionary.clear();
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    layer.tag(LAYER_VERSION, ProtobufSink.VARINT);
    layer.varint(VERSION);
    layer.tag(LAYER_NAME, ProtobufSink.LENGTH_DELIMITED);
    layer.varint(utf8.length);
    layer.bytes(utf8);
    int before = written;
    for (MvtFeature f : chosen(features)) {
      write(f);
    }
    if (written > before) {
      dictionary.writeTo(layer);
      layer.tag(LAYER_EXTENT, ProtobufSink.VARINT);
      layer.varint(options.extent());
      tile.message(TILE_LAYERS, layer);
    }
  }

  public MvtTile finish() {
    return new MvtTile(tile.toBytes(), written, leftOut);
  }

  private List<MvtFeature> chosen(List<MvtFeature> features) {
    List<MvtFeature> inside = new ArrayList<>(features.size());
    for (MvtFeature f : features) {
      if (geometry.touches(f.geometry())) {
        inside.add(f);
      }
    }
    if (inside.size() <= options.featureLimit()) {
      return inside;
    }
    leftOut += inside.size() - options.featureLimit();
    // a stable sort: equally important features keep the order in which they were given
    inside.sort(Comparator.comparingDouble((MvtFeature f) -> -f.geometry().importance()));
    return inside.subList(0, options.featureLimit());
  }

  private void write(MvtFeature f) {
    commands.clear();
    if (!geometry.write(f.geometry(), commands)) {
      return;
    }
    feature.clear();
    if (f.id().isPresent()) {
      feature.tag(FEATURE_ID, ProtobufSink.VARINT);
      feature.varint(f.id().getAsLong());
    }
    tags.clear();
    dictionary.writeTags(f.attributes(), tags);
    if (tags.size() > 0) {
      feature.message(FEATURE_TAGS, tags);
    }
    feature.tag(FEATURE_TYPE, ProtobufSink.VARINT);
    feature.varint(f.geometry().kind().code());
    feature.message(FEATURE_GEOMETRY, commands);
    layer.message(LAYER_FEATURES, feature);
    written++;
  }
}
