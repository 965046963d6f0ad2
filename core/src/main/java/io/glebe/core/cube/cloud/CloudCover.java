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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
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

  /** Number of overviews that one request reads; those that were read before cost nothing. */
  public static final int READ = 100;

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
   * Cloud cover of dates.
   *
   * @param shares 0 to 1 in the order of the dates; empty where it is unknown
   * @param complete whether no overview is left to read
   */
  public record Listed(List<OptionalDouble> shares, boolean complete) {}

  /**
   * Returns the cloud cover of the newest {@value #LISTED} of these instants; empty for an older
   * one, and where the cloud layer has no slice or no cell with a value. At most {@value #READ}
   * overviews are read, the newest first; the next call reads on. Blocks.
   *
   * @param instants ascending
   * @param isAbandoned whether the client has left; then a {@link CancellationException} is thrown
   */
  public Listed shares(CubeState state, List<Instant> instants, BooleanSupplier isAbandoned) {
    Optional<Layer> clouds = LayerClass.cloudLayer(state.snapshot().layers());
    OptionalDouble[] all = new OptionalDouble[instants.size()];
    Arrays.fill(all, OptionalDouble.empty());
    int read = 0;
    boolean complete = true;
    int oldest = clouds.isEmpty() ? instants.size() : Math.max(0, instants.size() - LISTED);
    for (int i = instants.size() - 1; i >= oldest; i--) {
      Optional<Overview> overview = overview(state, clouds.orElseThrow(), instants.get(i));
      boolean isRead = overview.isPresent() && !isKnown(overview.get());
      if (isRead && read == READ) {
        complete = false;
      } else if (overview.isPresent()) {
        requireClient(isAbandoned);
        read += isRead ? 1 : 0;
        all[i] = joined(share(overview.get()));
      }
    }
    return new Listed(List.of(all), complete);
  }

  private static void requireClient(BooleanSupplier isAbandoned) {
    if (isAbandoned.getAsBoolean()) {
      throw new CancellationException("the client has left");
    }
  }

  /** The cloud cover of one slice, which is read if it is unknown; blocks. */
  public OptionalDouble share(CubeState state, Instant instant) {
    return LayerClass.cloudLayer(state.snapshot().layers())
        .flatMap(layer -> overview(state, layer, instant))
        .map(overview -> joined(share(overview)))
        .orElse(OptionalDouble.empty());
  }

  /** Whether {@link #share} answers without reading. */
  public boolean isKnown(CubeState state, Instant instant) {
    return LayerClass.cloudLayer(state.snapshot().layers())
        .flatMap(layer -> overview(state, layer, instant))
        .map(this::isKnown)
        .orElse(true);
  }

  /** What the cloud cover of a slice is computed from. */
  private record Overview(CubeGrid grid, LayerSlice slice, Set<Integer> cloudy) {
    String key() {
      return slice.identity() + cloudy;
    }
  }

  private static Optional<Overview> overview(CubeState state, Layer layer, Instant instant) {
    DatasetView view = state.cube().requireView(state.snapshot());
    Set<Integer> cloudy =
        LayerClass.of(layer).stream()
            .filter(LayerClass::cloud)
            .map(LayerClass::value)
            .collect(Collectors.toSet());
    return view.slice(layer.name(), instant).map(slice -> new Overview(view.cube(), slice, cloudy));
  }

  private boolean isKnown(Overview overview) {
    CompletableFuture<OptionalDouble> known = shares.getIfPresent(overview.key());
    return known != null && known.isDone();
  }

  private CompletableFuture<OptionalDouble> share(CubeState state, Layer layer, Instant instant) {
    return overview(state, layer, instant)
        .map(this::share)
        .orElseGet(() -> CompletableFuture.completedFuture(OptionalDouble.empty()));
  }

  private CompletableFuture<OptionalDouble> share(Overview overview) {
    CubeGrid grid = overview.grid();
    return shares.get(
        overview.key(),
        (key, executor) ->
            reader
                .read(grid, overview.slice(), whole(grid.base()), CELLS, () -> false)
                .thenApply(cells -> share(cells, overview.cloudy())));
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
