package io.glebe.core.cube.snapshot;

import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Geographic;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** The open cube of a collection: its dataset, and its grid for the tile engine. */
public final class Cube {
  private final Dataset dataset;
  private final Projection projection;
  private final SnapshotHistory earlier;
  private volatile Optional<DatasetView> view = Optional.empty();

  Cube(Dataset dataset, Duration retention) {
    this.dataset = dataset;
    this.earlier = new SnapshotHistory(dataset, retention);
    this.projection = Projection.of(dataset.grid().epsg());
  }

  public Dataset dataset() {
    return dataset;
  }

  /** Returns the current snapshot. */
  public DatasetSnapshot now() {
    return dataset.current();
  }

  /** Returns an earlier snapshot; 404 when there was none, 410 when it is past its retention. */
  public Future<DatasetSnapshot> at(SnapshotSelector asOf) {
    Optional<DatasetSnapshot> known = earlier.known(asOf);
    return known.isPresent()
        ? Future.succeededFuture(known.get())
        : OffLoop.run(() -> earlier.read(asOf));
  }

  /** Returns an earlier snapshot; blocks, call it on a virtual thread. */
  public DatasetSnapshot requireKept(long version) {
    return earlier.read(new SnapshotSelector(OptionalLong.of(version), Optional.empty()));
  }

  public Projection projection() {
    return projection;
  }

  /** Returns the layer; 404 with the list of existing layers. */
  public static Layer layer(DatasetSnapshot snapshot, String name) {
    return snapshot
        .layer(name)
        .orElseThrow(
            () ->
                Problem.notFound(
                    "there is no layer '"
                        + name
                        + "'; there are "
                        + String.join(", ", snapshot.layers().stream().map(Layer::name).toList())));
  }

  /** Returns the snapshot as a view for the engine; empty while the cube has no layer. */
  public Optional<DatasetView> view(DatasetSnapshot snapshot) {
    Optional<DatasetView> known = view;
    if (known.isPresent() && known.get().snapshot() == snapshot) {
      return known;
    }
    if (snapshot.layers().isEmpty()) {
      return Optional.empty();
    }
    // every cube has a new path, so the path identifies the data permanently
    Optional<DatasetView> made = Optional.of(DatasetView.of(dataset.path(), snapshot));
    if (snapshot == dataset.current()) {
      view = made;
    }
    return made;
  }

  /** Returns the snapshot as a view for the engine; 404 while the cube has no layer. */
  public DatasetView requireView(DatasetSnapshot snapshot) {
    return view(snapshot).orElseThrow(() -> Problem.notFound("the collection has no layers yet"));
  }

  /** Returns all instants at which any layer has a slice, ascending. */
  public static List<Instant> instants(DatasetSnapshot snapshot) {
    TreeSet<Instant> all = new TreeSet<>();
    for (Layer layer : snapshot.layers()) {
      all.addAll(snapshot.times(layer.name()));
    }
    return List.copyOf(all);
  }

  /** Returns the grid's extent in degrees, and the first and last instant with data. */
  public CubeCollection.Extent extent(DatasetSnapshot snapshot) {
    GridSpec spec = snapshot.grid();
    RasterGrid grid =
        new RasterGrid(
            projection,
            new Affine(spec.originX(), spec.originY(), spec.pixelWidth(), spec.pixelHeight()),
            spec.width(),
            spec.height());
    Bounds box = grid.boundsIn(Geographic.INSTANCE);
    List<Instant> instants = instants(snapshot);
    return new CubeCollection.Extent(
        box.minX(),
        box.minY(),
        box.maxX(),
        box.maxY(),
        instants.stream().findFirst(),
        instants.isEmpty() ? Optional.empty() : Optional.of(instants.getLast()));
  }
}
