package io.glebe.core.cube.item;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.metrics.CacheFigures;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.tile.deflate.MatchDeflater;
import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.SingleFlight;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.mvt.MvtEncoder;
import io.glebe.tile.mvt.MvtOptions;
import io.glebe.tile.mvt.MvtTile;
import io.glebe.tile.mvt.ShapeGrids;
import io.vertx.core.Future;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32;

/**
 * Encodes features as vector tiles and caches them compressed. Features come from blocks that are
 * simplified once; concurrent requests for one tile share one encoding. Encoding runs on the render
 * threads. The caller must check access before.
 */
public final class VectorTiles {
  private static final int KEY_BYTES = 200;

  /** Reusable arrays and tables of a render thread. */
  private record Tools(MvtEncoder simplifying, MvtEncoder plain, TileGzip gzip) {}

  private final ItemService items;
  private final TileEngine engine;
  private final TileVersions versions;
  private final ShapeBlocks blocks;
  private final MvtOptions options;
  private final ThreadLocal<Tools> tools = ThreadLocal.withInitial(this::tools);
  private final SingleFlight<String, Tile> pendingTiles = new SingleFlight<>();
  private final Cache<String, Tile> kept;

  /**
   * @param tileBytes maximum memory for encoded tiles
   * @param shapeBytes maximum memory for simplified features
   */
  public VectorTiles(ItemService items, TileEngine engine, long tileBytes, long shapeBytes) {
    this.items = items;
    this.engine = engine;
    this.versions = new TileVersions(items);
    this.options = MvtOptions.DEFAULT.withFeatureLimit(items.limits().tile());
    this.blocks = new ShapeBlocks(items, versions, options, shapeBytes);
    this.kept =
        Caffeine.newBuilder()
            .maximumWeight(tileBytes)
            .weigher((String key, Tile tile) -> KEY_BYTES + 2 * key.length() + tile.gzip().length)
            .recordStats()
            .build();
  }

  /** The figures of the cache of finished tiles. */
  public CacheFigures figures() {
    return CacheFigures.of(kept);
  }

  /** The figures of the cache of simplified features. */
  public CacheFigures shapeFigures() {
    return blocks.figures();
  }

  /**
   * A request for a tile.
   *
   * @param placeless whether the filter uses only properties
   * @param canonical the filters as text, equal for equal requests
   */
  public record TileQuery(TileId tile, FeatureQuery query, boolean placeless, String canonical) {
    boolean filters() {
      return query.filter().isPresent() || query.interval().isPresent();
    }
  }

  /**
   * A tile.
   *
   * @param gzip compressed bytes; empty for a tile without features
   * @param complete whether no feature was omitted because of the limit
   */
  public record Tile(byte[] gzip, boolean complete) {
    public boolean isEmpty() {
      return gzip.length == 0;
    }
  }

  /**
   * The version of a tile.
   *
   * @param key equal for equal bytes
   */
  public record Version(String key) {
    /** Changes when the content of the tile or the request changes; does not read features. */
    public String etag() {
      return "\"" + UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)) + "\"";
    }
  }

  /** Returns the current version of the tile. */
  public Future<Version> version(CubeCollection collection, TileQuery query) {
    return versions
        .of(collection, query.tile())
        .map(version -> new Version(key(collection, version, query)));
  }

  private static String key(CubeCollection collection, long version, TileQuery query) {
    return collection.id()
        + '\n'
        + collection.createdAt()
        + '\n'
        + version
        + '\n'
        + query.tile()
        + '\n'
        + query.canonical();
  }

  /**
   * Returns the tile, from the cache or newly encoded. Cancel this same future when the result is
   * no longer needed: a tile whose encoding has not started is dropped.
   */
  public CompletableFuture<Tile> tile(CubeCollection collection, TileQuery query, Version version) {
    String key = version.key();
    Tile known = kept.getIfPresent(key);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    return pendingTiles.join(
        key,
        abandoned ->
            made(collection, query, abandoned)
                .thenApply(
                    tile -> {
                      kept.put(key, tile);
                      return tile;
                    }));
  }

  private CompletableFuture<Tile> made(
      CubeCollection collection, TileQuery query, BooleanSupplier abandoned) {
    if (!query.placeless()) {
      return searched(collection, query, abandoned);
    }
    return blocks
        .around(collection, query.tile())
        .thenCompose(
            block ->
                (query.filters()
                        ? block.answersFilters()
                        : block.complete() || !ShapeBlocks.exact(query.tile().zoom()))
                    ? encoded(collection, query, block, abandoned)
                    : searched(collection, query, abandoned));
  }

  /** Queries the database with a filter that a block cannot answer. */
  private CompletableFuture<Tile> searched(
      CubeCollection collection, TileQuery query, BooleanSupplier abandoned) {
    return items
        .prepared(
            collection.id(),
            blocks.degrees(query.tile()),
            query.query(),
            options.featureLimit() + 1,
            abandoned,
            found ->
                ShapeBlock.of(
                    found, options.featureLimit(), blocks.unit(query.tile()), ShapeGrids.NONE))
        .toCompletionStage()
        .toCompletableFuture()
        .thenCompose(
            block ->
                submit(
                    abandoned,
                    () -> encode(collection.id(), query.tile(), block, block.features())));
  }

  private CompletableFuture<Tile> encoded(
      CubeCollection collection, TileQuery query, ShapeBlock block, BooleanSupplier abandoned) {
    TileId tile = query.tile();
    return submit(
        abandoned,
        () -> {
          List<BlockFeature> found = block.touching(blocks.buffered(tile));
          if (query.filters()) {
            Optional<CqlEvaluator> filter = query.query().filter().map(CqlEvaluator::new);
            found.removeIf(
                feature ->
                    !filter.map(each -> each.matches(feature)).orElse(true)
                        || !during(query.query(), feature));
          }
          return encode(collection.id(), tile, block, found);
        });
  }

  private static boolean during(FeatureQuery query, BlockFeature feature) {
    return query.interval().map(when -> when.intersects(feature.from(), feature.to())).orElse(true);
  }

  private CompletableFuture<Tile> submit(
      BooleanSupplier abandoned, java.util.function.Supplier<Tile> work) {
    return engine.pool().submit(Priority.TILES, abandoned, scratch -> work.get());
  }

  private Tools tools() {
    return new Tools(
        new MvtEncoder(options.withTolerance(1)), new MvtEncoder(options), new TileGzip());
  }

  private Tile encode(String layer, TileId id, ShapeBlock block, List<BlockFeature> found) {
    Tools own = tools.get();
    MvtEncoder encoder = ShapeBlocks.simplifies(id.zoom()) ? own.simplifying : own.plain;
    encoder.begin(blocks.grid(id.zoom()), id.x(), id.y());
    encoder.layer(layer, block.table(), found.stream().map(BlockFeature::prepared).toList());
    MvtTile tile = encoder.finish();
    return new Tile(
        tile.isEmpty() ? new byte[0] : own.gzip.compressed(tile.bytes()),
        tile.isComplete() && block.complete());
  }

  /**
   * Compresses tiles to gzip (RFC 1952) at a fast level: vertex deltas are short numbers without
   * repetition, so a longer search makes a tile 6 to 17 per cent smaller and takes about ten times
   * as long. Not thread-safe, because its tables are reused.
   */
  private static final class TileGzip {
    private static final byte DEFLATED = 8;
    private static final byte[] HEAD = {0x1f, (byte) 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, -1};
    private static final int TRAILER = 2 * Integer.BYTES;

    private final MatchDeflater deflater = new MatchDeflater();
    private final CRC32 checksum = new CRC32();
    private byte[] out = new byte[1 << 16];

    byte[] compressed(byte[] bytes) {
      int worst = HEAD.length + MatchDeflater.worstCase(bytes.length) + TRAILER;
      if (out.length < worst) {
        out = new byte[Math.max(worst, 2 * out.length)];
      }
      System.arraycopy(HEAD, 0, out, 0, HEAD.length);
      int size = deflater.deflate(bytes, bytes.length, out, HEAD.length);
      checksum.reset();
      checksum.update(bytes);
      ByteBuffer.wrap(out)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(size, (int) checksum.getValue())
          .putInt(size + Integer.BYTES, bytes.length);
      return Arrays.copyOf(out, size + TRAILER);
    }
  }
}
