package io.glebe.core.cube.snapshot;

import io.glebe.core.database.BackupLock;
import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.OffLoop;
import io.glebe.core.thread.SharedFutures;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.store.ObjectStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open cubes of this process, by collection. A cube is opened once and stays open; opening
 * reads the object store on a virtual thread.
 */
public final class Cubes {
  private static final Logger LOG = LoggerFactory.getLogger(Cubes.class);

  private final Database database;
  private final ObjectStore store;
  private final ChunkCache cache;
  private final Duration retention;
  private final Map<String, Future<Optional<Cube>>> open = new ConcurrentHashMap<>();

  /**
   * Creates the registry of open cubes.
   *
   * @param retention how long earlier snapshots stay readable
   */
  public Cubes(Database database, ObjectStore store, ChunkCache cache, Duration retention) {
    this.database = database;
    this.store = store;
    this.cache = cache;
    this.retention = retention;
  }

  public Duration retention() {
    return retention;
  }

  /** Returns the cube of a collection; empty for a collection without one. */
  public Future<Optional<Cube>> find(String collection) {
    Future<Optional<Cube>> known = open.get(collection);
    if (known != null && !known.failed()) {
      return SharedFutures.here(known);
    }
    return SharedFutures.here(
        open.compute(
            collection, (id, before) -> before == null || before.failed() ? load(id) : before));
  }

  /** Returns the cube of a collection if it is already open. */
  public Optional<Cube> opened(String collection) {
    Future<Optional<Cube>> known = open.get(collection);
    return known != null && known.succeeded() ? known.result() : Optional.empty();
  }

  /** Returns the cube of a collection; 409 for a collection without one. */
  public Future<Cube> require(String collection) {
    return find(collection)
        .map(
            found ->
                found.orElseThrow(
                    () ->
                        Problem.conflict(
                            "collection '"
                                + collection
                                + "' has no raster cube yet: POST to its zarr/init first")));
  }

  /** Creates the empty cube of a collection; 409 when it already has one. */
  public Future<Cube> create(String collection, GridSpec grid, DatasetOptions options) {
    return database
        .inTransaction(
            tx -> {
              // new for every attempt and every cube: a path identifies its data permanently
              String path = "cubes/" + collection + "/" + UUID.randomUUID();
              if (tx.update(
                      """
                      UPDATE cube_collection SET cube_path = $2 WHERE id = $1 AND cube_path IS NULL
                      """,
                      collection,
                      path)
                  == 0) {
                throw Problem.conflict("collection '" + collection + "' has a raster cube already");
              }
              return new Cube(Dataset.create(store, path, grid, options, cache), retention);
            })
        .onSuccess(cube -> open.put(collection, Future.succeededFuture(Optional.of(cube))));
  }

  /**
   * Reads the commits of other processes; an empty name refreshes all cubes. A cube whose commits
   * cannot be read is forgotten: the next request opens it again, or fails.
   */
  public Future<Void> refresh(String collection) {
    if (collection.isEmpty()) {
      return Future.all(open.keySet().stream().map(this::refresh).toList()).mapEmpty();
    }
    Future<Optional<Cube>> known = open.get(collection);
    if (known == null) {
      return Future.succeededFuture();
    }
    return known
        .compose(
            cube -> {
              if (cube.isEmpty()) {
                open.remove(collection, known);
                return Future.<Void>succeededFuture();
              }
              return path(collection).compose(path -> refresh(collection, known, path));
            })
        .recover(failure -> forget(collection, known, failure));
  }

  private Future<Void> forget(String collection, Future<Optional<Cube>> known, Throwable failure) {
    LOG.warn("the cube of {} cannot be read and is forgotten: {}", collection, failure.toString());
    open.remove(collection, known);
    return Future.succeededFuture();
  }

  /** A collection that was deleted and created again has a cube at another path. */
  private Future<Void> refresh(
      String collection, Future<Optional<Cube>> known, Optional<String> path) {
    Dataset dataset = known.result().orElseThrow().dataset();
    if (!path.equals(Optional.of(dataset.path()))) {
      open.remove(collection, known);
      return Future.succeededFuture();
    }
    return OffLoop.run(
        () -> {
          dataset.refresh();
          return null;
        });
  }

  /** Removes the cube from the registry. */
  public void retire(String collection) {
    open.remove(collection);
  }

  /** Deletes the cells of a deleted collection; while a backup runs, {@link #sweep} does later. */
  public Future<Void> removeData(String collection) {
    open.remove(collection);
    return BackupLock.mayDelete(database)
        .compose(
            free ->
                OffLoop.run(
                    () -> {
                      if (free) {
                        store.deletePrefix("cubes/" + collection);
                      }
                      return null;
                    }));
  }

  /** Deletes the cells of deleted collections that were kept for a backup. */
  public Future<Void> sweep() {
    return OffLoop.run(
        () -> {
          Set<String> deleted = new HashSet<>();
          try (Stream<String> folders = store.children("cubes")) {
            folders.forEach(deleted::add); // a collection exists before its folder
          }
          for (Row row : Awaiting.await(database.query("SELECT id FROM cube_collection"))) {
            deleted.remove(row.getString(0));
          }
          for (String collection : deleted) {
            Awaiting.await(removeData(collection));
          }
          return null;
        });
  }

  private Future<Optional<String>> path(String collection) {
    return database
        .query("SELECT cube_path FROM cube_collection WHERE id = $1", collection)
        .map(
            rows ->
                rows.size() == 0
                    ? Optional.empty()
                    : Optional.ofNullable(rows.iterator().next().getString(0)));
  }

  private Future<Optional<Cube>> load(String collection) {
    return path(collection)
        .compose(
            path ->
                path.isEmpty()
                    ? Future.succeededFuture(Optional.<Cube>empty())
                    : OffLoop.run(
                        () ->
                            Optional.of(
                                new Cube(Dataset.open(store, path.get(), cache), retention))));
  }
}
