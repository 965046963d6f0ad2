package io.glebe.core.cube.item;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.engine.SingleFlight;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.WebMercator;
import io.glebe.tile.mvt.MvtOptions;
import io.glebe.tile.mvt.TileGrid;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.locationtech.jts.geom.Envelope;

/**
 * Simplified features by square of the map, made at their first use and kept while there is room.
 * One square serves two zooms: its own, which is even, and the one below. From zoom {@value #FULL}
 * on squares of that zoom keep every vertex.
 */
final class ShapeBlocks {
  /** The zoom whose squares serve all below. */
  static final int FULL = 16;

  private static final ItemQuery EVERYTHING =
      new ItemQuery(Optional.empty(), Optional.empty(), List.of(), List.of(), 1, Optional.empty());

  private final ItemService items;
  private final TileVersions versions;
  private final MvtOptions options;
  private final SingleFlight<Key, ShapeBlock> flights = new SingleFlight<>();
  private final Cache<Key, ShapeBlock> kept;

  /** Which features of which square; data that change have another key. */
  private record Key(String collection, Instant created, long version, TileId square) {}

  /**
   * @param bytes memory for blocks
   */
  ShapeBlocks(ItemService items, TileVersions versions, MvtOptions options, long bytes) {
    this.items = items;
    this.versions = versions;
    this.options = options;
    this.kept =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher(
                (Key key, ShapeBlock block) -> (int) Math.min(Integer.MAX_VALUE, block.bytes()))
            .build();
  }

  /**
   * A block that holds what the tile shows: that of its larger square, or, when this has more
   * features than a block may, its own.
   */
  CompletableFuture<ShapeBlock> around(CubeCollection collection, TileId tile) {
    TileId square = square(tile);
    return block(collection, square)
        .thenCompose(
            block ->
                block.complete() || square.equals(tile) || tile.zoom() >= FULL
                    ? CompletableFuture.completedFuture(block)
                    : block(collection, tile));
  }

  /** Whether vertices may still be left out at this zoom. */
  static boolean exact(int zoom) {
    return zoom >= FULL;
  }

  private static TileId square(TileId tile) {
    int zoom = Math.min(tile.zoom() & ~1, FULL);
    int down = tile.zoom() - zoom;
    return new TileId(zoom, tile.x() >> down, tile.y() >> down);
  }

  private CompletableFuture<ShapeBlock> block(CubeCollection collection, TileId square) {
    return versions
        .of(collection, square)
        .toCompletionStage()
        .toCompletableFuture()
        .thenCompose(version -> block(collection, version, square));
  }

  private CompletableFuture<ShapeBlock> block(
      CubeCollection collection, long version, TileId square) {
    Key key = new Key(collection.id(), collection.createdAt(), version, square);
    ShapeBlock known = kept.getIfPresent(key);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    return flights.join(
        key,
        abandoned ->
            items
                .inBox(collection.id(), degrees(square), EVERYTHING, options.featureLimit() + 1)
                .compose(
                    found ->
                        OffLoop.run(
                            () ->
                                ShapeBlock.of(
                                    found, options.featureLimit(), finest(square), grids(square))))
                .onSuccess(block -> kept.put(key, block))
                .toCompletionStage()
                .toCompletableFuture());
  }

  /** The unit of the finest zoom that is answered from a square. */
  private double finest(TileId square) {
    return square.zoom() % 2 == 0 ? unit(square) / 2 : unit(square);
  }

  /** The grids of the zooms that are answered from a square; none where every vertex is kept. */
  private List<TileGrid> grids(TileId square) {
    if (exact(square.zoom())) {
      return List.of();
    }
    TileGrid own = grid(square.zoom());
    return square.zoom() % 2 == 0 ? List.of(own, grid(square.zoom() + 1)) : List.of(own);
  }

  /** The grid of all tiles of a zoom. */
  TileGrid grid(int zoom) {
    Bounds world = TileMatrixSet.WEB_MERCATOR_QUAD.bounds(new TileId(0, 0, 0));
    return new TileGrid(world.minX(), world.maxY(), world.width() / (1 << zoom), options.extent());
  }

  /** One unit of a tile, in metres; 0 where every vertex is kept. */
  double unit(TileId tile) {
    return exact(tile.zoom())
        ? 0
        : TileMatrixSet.WEB_MERCATOR_QUAD.bounds(tile).width() / options.extent();
  }

  /** A tile's box with the buffer in which geometry is kept. */
  Envelope degrees(TileId tile) {
    Bounds metres = buffered(tile);
    double[] low = new double[2];
    double[] high = new double[2];
    WebMercator.INSTANCE.toLonLat(metres.minX(), metres.minY(), low, 0);
    WebMercator.INSTANCE.toLonLat(metres.maxX(), metres.maxY(), high, 0);
    return new Envelope(low[0], high[0], low[1], high[1]);
  }

  Bounds buffered(TileId tile) {
    Bounds metres = TileMatrixSet.WEB_MERCATOR_QUAD.bounds(tile);
    double buffer = metres.width() * options.buffer() / options.extent();
    return metres.grown(buffer, buffer);
  }
}
