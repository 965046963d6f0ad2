package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.cube.CubeCollection;
import io.glebe.core.json.Json;
import io.glebe.tile.engine.Lane;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.WebMercator;
import io.glebe.tile.mvt.MvtEncoder;
import io.glebe.tile.mvt.MvtFeature;
import io.glebe.tile.mvt.MvtOptions;
import io.glebe.tile.mvt.MvtTile;
import io.glebe.tile.mvt.TileFrame;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.locationtech.jts.geom.Envelope;

/**
 * Features as vector tiles, compressed once and kept compressed. Encoding runs on the render
 * threads. Knows nothing of rights: whoever asks has been let in.
 */
public final class VectorTiles {
  /** Features of one tile; beyond it the smallest are left out. */
  public static final int MAX_FEATURES = 10_000;

  private static final long CACHE_BYTES = 32L << 20;
  private static final int KEY_BYTES = 200;
  private static final MvtOptions OPTIONS =
      MvtOptions.DEFAULT.withTolerance(1).withFeatureLimit(MAX_FEATURES);

  private final ItemService items;
  private final TileEngine engine;
  private final Cache<String, Tile> kept =
      Caffeine.newBuilder()
          .maximumWeight(CACHE_BYTES)
          .weigher((String key, Tile tile) -> KEY_BYTES + 2 * key.length() + tile.gzip().length)
          .build();

  public VectorTiles(ItemService items, TileEngine engine) {
    this.items = items;
    this.engine = engine;
  }

  /**
   * What a tile is asked for.
   *
   * @param canonical the filters as text: the same for the same question
   */
  public record Question(TileId tile, ItemQuery query, String canonical) {}

  /**
   * A tile.
   *
   * @param gzip compressed bytes, none for a tile without features
   * @param complete whether no feature was left out for want of room
   */
  public record Tile(byte[] gzip, boolean complete) {
    public boolean isEmpty() {
      return gzip.length == 0;
    }
  }

  /** Changes when the data or the question do; needs neither data nor rendering. */
  public static String etag(CubeCollection collection, Question question) {
    byte[] key = key(collection, question).getBytes(StandardCharsets.UTF_8);
    return "\"" + collection.dataVersion() + "-" + UUID.nameUUIDFromBytes(key) + "\"";
  }

  private static String key(CubeCollection collection, Question question) {
    return collection.id()
        + '\n'
        + collection.createdAt()
        + '\n'
        + collection.dataVersion()
        + '\n'
        + question.tile()
        + '\n'
        + question.canonical();
  }

  /** The tile, from the cache or made now. */
  public Future<Tile> tile(CubeCollection collection, Question question) {
    String key = key(collection, question);
    Tile known = kept.getIfPresent(key);
    if (known != null) {
      return Future.succeededFuture(known);
    }
    Bounds metres = TileMatrixSet.WEB_MERCATOR_QUAD.bounds(question.tile());
    return items
        .inBox(collection.id(), degrees(metres), question.query(), MAX_FEATURES + 1)
        .compose(
            found ->
                Future.fromCompletionStage(
                    engine
                        .pool()
                        .submit(
                            Lane.TILES,
                            () -> false,
                            scratch -> encode(collection.id(), metres, found)),
                    Vertx.currentContext()))
        .onSuccess(tile -> kept.put(key, tile));
  }

  /** The tile's box with the buffer in which geometry is kept. */
  private static Envelope degrees(Bounds metres) {
    double buffer = (metres.maxX() - metres.minX()) * OPTIONS.buffer() / OPTIONS.extent();
    double[] low = new double[2];
    double[] high = new double[2];
    WebMercator.INSTANCE.toLonLat(metres.minX() - buffer, metres.minY() - buffer, low, 0);
    WebMercator.INSTANCE.toLonLat(metres.maxX() + buffer, metres.maxY() + buffer, high, 0);
    return new Envelope(low[0], high[0], low[1], high[1]);
  }

  private static Tile encode(String layer, Bounds metres, List<StoredItem> found) {
    MvtEncoder encoder = new MvtEncoder(OPTIONS);
    encoder.begin(
        TileFrame.of(metres.minX(), metres.minY(), metres.maxX(), metres.maxY(), OPTIONS.extent()));
    List<MvtFeature> features = new ArrayList<>(found.size());
    for (StoredItem item : found) {
      item.geometry()
          .ifPresent(
              place ->
                  features.add(
                      MvtFeature.of(item.seq(), MercatorShape.of(place), attributes(item))));
    }
    encoder.layer(layer, features);
    MvtTile tile = encoder.finish();
    return new Tile(
        tile.isEmpty() ? new byte[0] : gzip(tile.bytes()),
        tile.isComplete() && found.size() <= MAX_FEATURES);
  }

  private static Map<String, Object> attributes(StoredItem item) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : item.properties().properties()) {
      JsonNode value = member.getValue();
      if (!value.isNull()) {
        attributes.put(member.getKey(), plain(value));
      }
    }
    attributes.put("id", item.id());
    return attributes;
  }

  private static Object plain(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue();
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return value.longValue();
    }
    return value.isNumber() ? (Object) value.doubleValue() : Json.write(value);
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
