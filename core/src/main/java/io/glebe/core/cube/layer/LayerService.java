package io.glebe.core.cube.layer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.collection.CollectionRows;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.collection.CubeAccessCache;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.cube.snapshot.CubeWriters;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.cube.snapshot.SnapshotSelector;
import io.glebe.core.cube.upload.SliceUpload;
import io.glebe.core.cube.upload.UploadParts;
import io.glebe.core.cube.upload.UploadRows;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.cube.upload.Uploads;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.OffLoop;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.LayerExistsException;
import io.glebe.zarr.dataset.SliceBusyException;
import io.glebe.zarr.dataset.SliceClaims;
import io.glebe.zarr.dataset.SnapshotChange;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.Layer;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Creates cubes and layers, and writes and restores their data. */
public final class LayerService {
  private final Database database;
  private final CollectionService collections;
  private final Cubes cubes;
  private final Uploads uploads;
  private final CubeWriters writers;

  /** One instance for all users of the same collection, as long as it is in use. */
  private final Cache<String, CubeAccessCache> accessCaches =
      Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

  public LayerService(
      Database database,
      CollectionService collections,
      Cubes cubes,
      Uploads uploads,
      CubeWriters writers) {
    this.database = database;
    this.collections = collections;
    this.cubes = cubes;
    this.uploads = uploads;
    this.writers = writers;
  }

  /** Creates the empty cube of a collection. */
  public Future<Cube> initialise(Caller caller, String id, GridBody body) {
    return collections
        .require(caller, id, Action.UPDATE)
        .compose(ignored -> cubes.create(id, body.grid(), body.options()))
        .compose(cube -> publish(id, cube).map(cube));
  }

  /** Returns the cube of a collection that the caller may read; 409 when it has none. */
  public Future<Cube> cube(Caller caller, String id) {
    return collections.read(caller, id).compose(ignored -> cubes.require(id));
  }

  /** Returns the cube of a collection that the caller may read, if it has one. */
  public Future<Optional<Cube>> cubeIfAny(Caller caller, String id) {
    return cubeIfAny(caller, id, Action.READ);
  }

  /** The same for another right of the caller. */
  public Future<Optional<Cube>> cubeIfAny(Caller caller, String id, Action action) {
    return collections.require(caller, id, action).compose(ignored -> cubes.find(id));
  }

  /** Returns the cache that decides, without blocking, who may read the cube of a collection. */
  public CubeAccessCache accessCache(String id) {
    return accessCaches.get(id, collection -> new CubeAccessCache(collections, cubes, collection));
  }

  /** Adds an empty layer; 409 when the name is in use. */
  public Future<Cube> create(Caller caller, String id, Layer layer) {
    return create(caller, id, layer, options -> {});
  }

  /**
   * Adds an empty layer; 409 when the name is in use.
   *
   * @param check rejects options that the storage layout of the cube does not allow
   */
  public Future<Cube> create(
      Caller caller, String id, Layer layer, Consumer<DatasetOptions> check) {
    return change(
        caller,
        id,
        cube -> {
          check.accept(cube.dataset().options());
          return cube.dataset().addLayer(layer);
        });
  }

  /** Changes the description of a layer. */
  public Future<Cube> update(Caller caller, String id, String layer, UnaryOperator<Layer> change) {
    return change(
        caller,
        id,
        cube -> cube.dataset().updateLayer(change.apply(Cube.layer(cube.now(), layer))));
  }

  /** Deletes a layer with its data. */
  public Future<Cube> delete(Caller caller, String id, String layer) {
    return change(
        caller,
        id,
        cube -> {
          Cube.layer(cube.now(), layer);
          return cube.dataset().removeLayer(layer);
        });
  }

  /**
   * The content of an upload.
   *
   * @param id identifies the upload for progress requests; a retry may use the same id
   * @param bytes length of the body, if the sender declared it
   * @param files read on a virtual thread
   */
  public record Sent(UUID id, OptionalLong bytes, UploadParts files) {}

  /** Writes the files of an upload as slices of a layer, all or none. */
  public Future<SliceUpload.UploadResult> upload(
      Caller caller, String id, UploadSpec spec, Sent sent) {
    return collections
        .require(caller, id, Action.UPDATE)
        .compose(ignored -> cubes.require(id))
        .compose(
            cube -> {
              Layer layer = Cube.layer(cube.now(), spec.layer());
              SliceUpload.Right right = () -> requireStill(caller, id);
              return writers.during(
                  id,
                  writer ->
                      upload(
                          caller,
                          cube,
                          id,
                          new SliceUpload.Dependencies(cube.dataset(), layer, writer, right),
                          spec,
                          sent));
            });
  }

  /** Checks the current permission to change the data; blocks. */
  private void requireStill(Caller caller, String id) {
    Awaiting.await(caller.now().compose(now -> collections.require(now, id, Action.UPDATE)));
  }

  private Future<SliceUpload.UploadResult> upload(
      Caller caller,
      Cube cube,
      String id,
      SliceUpload.Dependencies dependencies,
      UploadSpec spec,
      Sent sent) {
    return uploads
        .begin(caller, sent.id(), id, dependencies.layer().name(), sent.bytes())
        .compose(
            running -> {
              Future<SliceUpload.UploadResult> done =
                  written(id, cube, () -> running.write(dependencies, spec, sent.files()));
              return done.transform(ignored -> running.end(done, w -> w.snapshot().version()));
            });
  }

  /** Returns the uploads of a collection that the caller may read, the newest first. */
  public Future<List<UploadRows.Upload>> uploads(Caller caller, String id) {
    return collections.read(caller, id).compose(ignored -> uploads.rows().list(id));
  }

  /** Returns one upload; 404 when it does not exist. */
  public Future<UploadRows.Upload> upload(Caller caller, String id, UUID upload) {
    return collections
        .read(caller, id)
        .compose(ignored -> uploads.rows().find(id, upload))
        .map(found -> found.orElseThrow(() -> Problem.notFound("there is no upload " + upload)));
  }

  /**
   * Returns the cube of a collection that the caller may read, at the newest or an earlier
   * snapshot.
   */
  public Future<CubeState> state(Caller caller, String id, Optional<SnapshotSelector> asOf) {
    return cube(caller, id).compose(cube -> state(cube, asOf));
  }

  /** Returns a cube at the newest or an earlier snapshot. */
  public static Future<CubeState> state(Cube cube, Optional<SnapshotSelector> asOf) {
    return asOf.isEmpty()
        ? Future.succeededFuture(new CubeState(cube, cube.now()))
        : cube.at(asOf.get()).map(snapshot -> new CubeState(cube, snapshot));
  }

  /** Returns the changes of a cube that the caller may read, the newest first. */
  public Future<List<SnapshotChange>> history(Caller caller, String id, long before, int limit) {
    return cube(caller, id)
        .compose(cube -> OffLoop.run(() -> cube.dataset().history(before, limit)));
  }

  /**
   * Makes an earlier snapshot the newest. The snapshots in between stay readable within the
   * retention.
   *
   * @param layers the layers to restore; empty for the whole cube
   */
  public Future<CubeState> restore(Caller caller, String id, long version, Set<String> layers) {
    return collections
        .require(caller, id, Action.UPDATE)
        .compose(ignored -> cubes.require(id))
        .compose(cube -> writing(id, cube, claims -> restored(cube, version, layers)));
  }

  private static CubeState restored(Cube cube, long version, Set<String> layers) {
    DatasetSnapshot earlier = cube.requireKept(version);
    layers.forEach(name -> Cube.layer(earlier, name));
    return new CubeState(
        cube,
        layers.isEmpty()
            ? cube.dataset().restore(version)
            : cube.dataset().restore(version, layers));
  }

  private interface Change {
    DatasetSnapshot apply(Cube cube);
  }

  private Future<Cube> change(Caller caller, String id, Change change) {
    return collections
        .require(caller, id, Action.UPDATE)
        .compose(ignored -> cubes.require(id))
        .compose(cube -> writing(id, cube, claims -> change.apply(cube)).map(cube));
  }

  /** Work that writes to a cube; it must begin its slices with these claims. */
  @FunctionalInterface
  public interface CubeWork<T> {
    T apply(SliceClaims claims) throws Exception;
  }

  /** Runs work that writes to a cube off the event loop, and publishes the committed data. */
  public <T> Future<T> writing(String id, Cube cube, CubeWork<T> work) {
    return writers.during(id, writer -> written(id, cube, () -> work.apply(writer)));
  }

  private <T> Future<T> written(String id, Cube cube, Callable<T> work) {
    return OffLoop.run(work)
        .recover(LayerService::explain)
        .compose(result -> publish(id, cube).map(result));
  }

  private static <T> Future<T> explain(Throwable failure) {
    return Future.failedFuture(
        failure instanceof LayerExistsException || failure instanceof SliceBusyException
            ? Problem.conflict(String.valueOf(failure.getMessage()))
            : failure);
  }

  /** Updates the row to match the data and notifies the other processes. */
  private Future<Long> publish(String id, Cube cube) {
    return database
        .inTransaction(
            tx -> {
              Notifications.publish(tx, CollectionService.CHANNEL, id);
              return CollectionRows.cubeChanged(tx, id, cube.extent(cube.now()));
            })
        .map(
            done -> {
              collections.changed(id);
              return done;
            });
  }
}
