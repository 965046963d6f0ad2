package io.glebe.core.cube.item;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.metrics.CacheFigures;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.tile.engine.SingleFlight;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.WebMercator;
import io.glebe.tile.mvt.MvtOptions;
import io.glebe.tile.mvt.ShapeGrids;
import io.glebe.tile.mvt.TileGrid;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.locationtech.jts.geom.Envelope;

/**
 * Simplified features by square of the map, built at their first use and cached within a memory
 * limit. One square serves two zooms: its own, which is even, and the next finer one. From zoom
 * {@value #FULL}, squares of that zoom keep every vertex.
 */
final class ShapeBlocks {
  /** The zoom whose squares serve all finer zooms. */
  static final int FULL = 16;

  /** The finest zoom whose shapes are kept; its grid still has fewer than 2^31 units. */
  private static final int LAST = 18;

  private static final FeatureQuery EVERYTHING =
      FeatureQuery.of(Optional.empty(), Optional.empty(), PageRequest.first(1));

  private final ItemService items;
  private final TileVersions versions;
  private final MvtOptions options;
  private final SingleFlight<Key, ShapeBlock> pendingBlocks = new SingleFlight<>();
  private final Cache<Key, ShapeBlock> kept;

  /** Identifies a block; changed data have another key. */
  private record Key(String collection, Instant created, long version, TileId square) {}

  /**
   * @param bytes maximum memory for blocks
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
            .recordStats()
            .build();
  }

  CacheFigures figures() {
    return CacheFigures.of(kept);
  }

  /**
   * Returns a block with the features of the tile: the block of the larger square, or that of the
   * tile's own square when the larger one has more features than a block may contain.
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

  /** Returns whether the blocks of this zoom have every vertex. */
  static boolean exact(int zoom) {
    return zoom >= FULL;
  }

  /**
   * Returns whether vertices that deviate less than a unit are left out of the tiles of this zoom.
   * In coarser ones the blocks are simplified; in finer ones a unit is less than 2 cm.
   */
  static boolean simplifies(int zoom) {
    return exact(zoom) && zoom <= LAST;
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
    return pendingBlocks.join(
        key,
        abandoned ->
            items
                .prepared(
                    collection.id(),
                    degrees(square),
                    EVERYTHING,
                    options.featureLimit() + 1,
                    abandoned,
                    found ->
                        ShapeBlock.of(found, options.featureLimit(), finest(square), grids(square)))
                .onSuccess(block -> kept.put(key, block))
                .toCompletionStage()
                .toCompletableFuture());
  }

  /** Returns the unit of the finest zoom that uses a square. */
  private double finest(TileId square) {
    return square.zoom() % 2 == 0 ? unit(square) / 2 : unit(square);
  }

  /** Returns the grids of the zooms that use a square and whose shapes are kept. */
  private ShapeGrids grids(TileId square) {
    int zoom = square.zoom();
    if (exact(zoom)) {
      return new ShapeGrids(IntStream.rangeClosed(zoom, LAST).mapToObj(this::grid).toList(), 1);
    }
    TileGrid own = grid(zoom);
    return new ShapeGrids(zoom % 2 == 0 ? List.of(own, grid(zoom + 1)) : List.of(own), 0);
  }

  /** Returns the grid of all tiles of a zoom. */
  TileGrid grid(int zoom) {
    Bounds world = TileMatrixSet.WEB_MERCATOR_QUAD.bounds(new TileId(0, 0, 0));
    return new TileGrid(world.minX(), world.maxY(), world.width() / (1 << zoom), options.extent());
  }

  /** Returns one unit of a tile in metres; 0 where the block has every vertex. */
  double unit(TileId tile) {
    return exact(tile.zoom())
        ? 0
        : TileMatrixSet.WEB_MERCATOR_QUAD.bounds(tile).width() / options.extent();
  }

  /** Returns a tile's box including the buffer in which geometry is kept. */
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
