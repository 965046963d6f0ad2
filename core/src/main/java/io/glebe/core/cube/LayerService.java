package io.glebe.core.cube;

import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.upload.SliceUpload;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.Layer;
import io.glebe.zarr.dataset.LayerExistsException;
import io.glebe.zarr.dataset.SliceBusyException;
import io.vertx.core.Future;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** Makes cubes and layers, and takes their data. */
public final class LayerService {
  private final Database database;
  private final CollectionService collections;
  private final Cubes cubes;

  public LayerService(Database database, CollectionService collections, Cubes cubes) {
    this.database = database;
    this.collections = collections;
    this.cubes = cubes;
  }

  /** Makes the empty cube of a collection. */
  public Future<Cube> initialise(Caller caller, String id, GridBody body) {
    return collections
        .require(caller, id, Action.UPDATE)
        .compose(ignored -> cubes.create(id, body.grid(), body.options()))
        .compose(cube -> publish(id, cube).map(cube));
  }

  /** The cube of a collection that the caller may read; 409 where there is none. */
  public Future<Cube> cube(Caller caller, String id) {
    return collections.read(caller, id).compose(ignored -> cubes.require(id));
  }

  /** The cube of a collection that the caller may read, if it has one. */
  public Future<Optional<Cube>> cubeIfAny(Caller caller, String id) {
    return collections.read(caller, id).compose(ignored -> cubes.find(id));
  }

  /** Adds an empty layer; 409 when there is one of that name. */
  public Future<Cube> create(Caller caller, String id, Layer layer) {
    return change(caller, id, cube -> cube.dataset().addLayer(layer));
  }

  /** Changes the description of a layer. */
  public Future<Cube> update(Caller caller, String id, String layer, UnaryOperator<Layer> change) {
    return change(
        caller,
        id,
        cube -> cube.dataset().updateLayer(change.apply(Cube.layer(cube.now(), layer))));
  }

  /** Removes a layer with its data. */
  public Future<Cube> delete(Caller caller, String id, String layer) {
    return change(
        caller,
        id,
        cube -> {
          Cube.layer(cube.now(), layer);
          return cube.dataset().removeLayer(layer);
        });
  }

  /** Writes the cells of a body as slices of a layer, all or none. */
  public Future<DatasetSnapshot> upload(
      Caller caller, String id, UploadSpec spec, InputStream body) {
    return collections
        .require(caller, id, Action.UPDATE)
        .compose(ignored -> cubes.require(id))
        .compose(
            cube ->
                writing(
                    id,
                    cube,
                    () ->
                        SliceUpload.write(
                            cube.dataset(), Cube.layer(cube.now(), spec.layer()), spec, body)));
  }

  private interface Change {
    DatasetSnapshot apply(Cube cube);
  }

  private Future<Cube> change(Caller caller, String id, Change change) {
    return collections
        .require(caller, id, Action.UPDATE)
        .compose(ignored -> cubes.require(id))
        .compose(cube -> writing(id, cube, () -> change.apply(cube)).map(cube));
  }

  /** Runs work that writes to a cube off the event loop, and publishes what it committed. */
  public <T> Future<T> writing(String id, Cube cube, Callable<T> work) {
    cubes.enter(id);
    return OffLoop.run(work)
        .recover(LayerService::explain)
        .onComplete(done -> cubes.leave(id))
        .compose(result -> publish(id, cube).map(result));
  }

  private static <T> Future<T> explain(Throwable failure) {
    return Future.failedFuture(
        failure instanceof LayerExistsException || failure instanceof SliceBusyException
            ? Problem.conflict(failure.getMessage())
            : failure);
  }

  /** Brings the row in line with the data and tells the other processes. */
  private Future<Long> publish(String id, Cube cube) {
    return database
        .inTransaction(
            tx -> {
              Notifications.publish(tx, CollectionService.CHANNEL, id);
              return CollectionRows.cubeChanged(tx, id, cube.extent(cube.now()));
            })
        .onSuccess(ignored -> collections.changed(id));
  }
}
