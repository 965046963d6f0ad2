package io.glebe.core.cube.cloud;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.model.LayerClass;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.plan.CubeGrid;
import io.glebe.tile.series.AreaCells;
import io.glebe.tile.series.AreaReader;
import io.glebe.tile.series.SeriesArea;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Layer;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/**
 * The cloud cover of slices: the share of the cells of the collection's cloud layer that belong to
 * a class of clouds. It is computed from the overview with at most {@value #CELLS} cells and
 * cached, because a slice never changes.
 */
public final class CloudCover {
  /** A slice is clear when its cloud cover is not larger than this share. */
  public static final double CLEAR = 0.1;

  /** Maximum number of cells that the cloud cover of a slice is computed from. */
  static final int CELLS = 1 << 16;

  /** Number of the newest slices that are examined for a clear one. */
  static final int EXAMINED = 100;

  /** Number of the newest dates whose cloud cover is listed. */
  public static final int LISTED = 1_000;

  private static final int CACHED = 100_000;

  private final AreaReader reader;
  private final AsyncCache<String, OptionalDouble> shares =
      Caffeine.newBuilder().maximumSize(CACHED).executor(Runnable::run).buildAsync();

  public CloudCover(AreaReader reader) {
    this.reader = reader;
  }

  /** Returns the query with the instant of the slice in place of {@code latest-clear}. */
  public Future<RenderingQuery> resolved(CubeState state, RenderingQuery query) {
    return query.when().equals(Datetime.LATEST_CLEAR)
        ? OffLoop.run(() -> query.at(required(state, query)))
        : Future.succeededFuture(query);
  }

  /** Returns the time with the instant of the slice in place of {@code latest-clear}. */
  public Future<Datetime> resolved(CubeState state, String layer, Datetime when) {
    return when.equals(Datetime.LATEST_CLEAR)
        ? OffLoop.run(
            () -> required(state, List.of(Cube.layer(state.snapshot(), layer).name()), when))
        : Future.succeededFuture(when);
  }

  /** The same for a query; blocks. */
  public Datetime required(CubeState state, RenderingQuery query) {
    List<String> layers = RenderingResolver.draw(state.snapshot(), query).layers();
    return required(state, layers, query.when());
  }

  /**
   * The same for layers that have a slice at the same time; blocks. Without any slice the result is
   * the newest one, which is then not found.
   */
  public Datetime required(CubeState state, List<String> layers, Datetime when) {
    return when.equals(Datetime.LATEST_CLEAR)
        ? newestOfAll(state, layers).map(Datetime::at).orElse(Datetime.LATEST)
        : when;
  }

  private Optional<Instant> newestOfAll(CubeState state, List<String> layers) {
    DatasetSnapshot snapshot = state.snapshot();
    return newestClear(
        state,
        snapshot.times(layers.getFirst()).stream()
            .filter(time -> layers.stream().allMatch(name -> snapshot.slot(name, time).isPresent()))
            .toList());
  }

  /**
   * Returns the newest of these instants with few clouds. When none of the newest {@value
   * #EXAMINED} has, it is the least cloudy of these; in a cube without a cloud layer, the newest.
   * Blocks.
   *
   * @param instants ascending
   */
  public Optional<Instant> newestClear(CubeState state, List<Instant> instants) {
    List<Instant> newest = instants.reversed().stream().limit(EXAMINED).toList();
    Optional<Layer> clouds = LayerClass.cloudLayer(state.snapshot().layers());
    if (clouds.isEmpty() || newest.isEmpty()) {
      return newest.stream().findFirst();
    }
    Instant best = newest.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (Instant instant : newest) {
      double share = joined(share(state, clouds.get(), instant)).orElse(Double.POSITIVE_INFINITY);
      if (share <= CLEAR) {
        return Optional.of(instant);
      }
      if (share < least) {
        least = share;
        best = instant;
      }
    }
    return Optional.of(best);
  }

  /**
   * Returns the cloud cover of the newest {@value #LISTED} of these instants, 0 to 1, in their
   * order; empty for an older one, and where the cloud layer has no slice or no cell with a value.
   * Blocks.
   *
   * @param instants ascending
   */
  public List<OptionalDouble> shares(CubeState state, List<Instant> instants) {
    Optional<Layer> clouds = LayerClass.cloudLayer(state.snapshot().layers());
    List<OptionalDouble> all = new ArrayList<>();
    for (int i = 0; i < instants.size(); i++) {
      all.add(
          clouds.isEmpty() || i < instants.size() - LISTED
              ? OptionalDouble.empty()
              : joined(share(state, clouds.get(), instants.get(i))));
    }
    return all;
  }

  private CompletableFuture<OptionalDouble> share(CubeState state, Layer layer, Instant instant) {
    Cube cube = state.cube();
    DatasetView view = cube.requireView(state.snapshot());
    Optional<LayerSlice> slice = view.slice(layer.name(), instant);
    if (slice.isEmpty()) {
      return CompletableFuture.completedFuture(OptionalDouble.empty());
    }
    Set<Integer> cloudy =
        LayerClass.of(layer).stream()
            .filter(LayerClass::cloud)
            .map(LayerClass::value)
            .collect(Collectors.toSet());
    CubeGrid grid = view.cube();
    return shares.get(
        slice.get().identity() + cloudy,
        (key, executor) ->
            reader
                .read(grid, slice.get(), whole(grid.base()), CELLS, () -> false)
                .thenApply(cells -> share(cells, cloudy)));
  }

  private static SeriesArea whole(RasterGrid grid) {
    return SeriesArea.box(grid.projection(), grid.bounds());
  }

  private static OptionalDouble share(AreaCells cells, Set<Integer> cloudy) {
    double all = 0;
    double hidden = 0;
    for (int i = 0; i < cells.count(); i++) {
      all += cells.weights()[i];
      if (cloudy.contains(Math.round(cells.values()[i]))) {
        hidden += cells.weights()[i];
      }
    }
    return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(hidden / all);
  }

  private static OptionalDouble joined(CompletableFuture<OptionalDouble> share) {
    try {
      return share.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof EngineBusyException busy) {
        throw Problem.tooBusy("all renderers are busy", busy.retryAfterSeconds());
      }
      throw failed;
    }
  }
}
