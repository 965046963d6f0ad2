package io.glebe.core.cube.collection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OutdatedCaller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.Permission;
import io.glebe.core.access.RegisteredApps;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.snapshot.CubeWriters;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Creates, reads, replaces and deletes collections, and checks the caller's permissions. */
public final class CollectionService {
  /** Notification channel on which processes announce changed collections. */
  public static final String CHANNEL = "cube";

  /** Permission to read the data of a collection. */
  static final Permission READ = new Permission("data", Action.READ);

  private final Database database;
  private final Cubes cubes;
  private final IncomingLoads loads = new IncomingLoads();

  private final CollectionCache cache;
  private final Runnable noted;

  /**
   * @param noted runs after a change that is in the audit log; must not block
   */
  public CollectionService(Database database, Cubes cubes, Runnable noted) {
    this.database = database;
    this.cubes = cubes;
    this.noted = noted;
    this.cache = new CollectionCache(new CollectionRows(database));
  }

  /**
   * Returns the collections that the caller can access and that match, by id, after {@code after}.
   * A page ends early after {@value CollectionPage#MAX_SCANNED} collections were examined.
   */
  public Future<CollectionPage> list(
      Caller caller, CollectionQuery query, String after, int limit) {
    AccessFilter readable = new AccessFilter(caller, READ);
    return database.inTransaction(tx -> CollectionPage.read(tx, readable, query, after, limit));
  }

  /** Returns the collection if the caller may read it; otherwise fails with 404 or 403. */
  public Future<CubeCollection> read(Caller caller, String id) {
    return require(caller, id, Action.READ);
  }

  /** Returns the collection if it is cached. Does not check permissions. */
  Optional<CubeCollection> cached(String id) {
    return cache.known(id);
  }

  /**
   * Increases with every change of a collection, both before and after the cache entry is removed.
   */
  long changes() {
    return cache.changes();
  }

  /**
   * Returns the collection if the caller may perform this action; otherwise fails with 404 or 403.
   */
  public Future<CubeCollection> require(Caller caller, String id, Action action) {
    return cache.find(id).map(found -> CollectionRights.require(caller, found, id, action));
  }

  private static void require(Caller caller, CubeCollection collection, Action action) {
    CollectionRights.require(caller, Optional.of(collection), collection.id(), action);
  }

  /** Whether the caller may make the collection public; false if it does not exist. */
  public Future<Boolean> mayShare(Caller caller, String id) {
    return cache
        .find(id)
        .map(found -> found.filter(c -> CollectionRights.mayShare(caller, c.owner())).isPresent());
  }

  /** Fails with 404 or 403 unless {@link #mayShare} is true. */
  public Future<Void> requireShared(Caller caller, String id) {
    return read(caller, id)
        .map(
            found -> {
              CollectionRights.requireShare(caller, found.owner());
              return null;
            });
  }

  /** Creates a collection; 409 when the id is in use. */
  public Future<CubeCollection> create(Caller caller, CollectionBody body) {
    String id =
        body.id()
            .orElseThrow(
                () -> Problem.invalid(Violation.at("required", "/id", "a collection has an id")));
    return ChosenOwner.of(database, caller, body)
        .compose(
            owner -> {
              if (!CollectionRights.may(caller, Action.CREATE, owner)) {
                throw Problem.forbidden("no right to create data there");
              }
              if (body.isPublic().orElse(false)) {
                CollectionRights.requireShare(caller, owner);
              }
              return insert(caller, id, owner, body);
            })
        .compose(this::written);
  }

  /** What an app makes public would stay public after its withdrawal. */
  private static void requireNoApp(Transaction tx, Caller caller, boolean isPublic) {
    if (isPublic && RegisteredApps.is(tx, caller)) {
      throw RegisteredApps.refusal();
    }
  }

  private Future<String> insert(Caller caller, String id, OwnerScope owner, CollectionBody body) {
    boolean isPublic = body.isPublic().orElse(false);
    return database
        .inTransaction(
            tx -> {
              requireNoApp(tx, caller, isPublic);
              if (!CollectionRows.insert(tx, id, owner, isPublic, Json.write(body.doc()))) {
                throw Problem.conflict("collection '" + id + "' exists");
              }
              AccessNotes.write(tx, caller, id, false, isPublic);
              return id;
            })
        .onSuccess(done -> noted.run());
  }

  /**
   * Reads the result of a write. A caller who may write sees it even without the permission to
   * read.
   */
  private Future<CubeCollection> written(String id) {
    return read(Caller.system(), id);
  }

  /** Replaces description and owner; 404 when the collection does not exist. */
  public Future<CubeCollection> replace(
      Caller caller, String id, CollectionBody body, OptionalLong ifVersion) {
    if (body.id().isPresent() && !body.id().get().equals(id)) {
      throw Problem.invalid(
          Violation.at("collection-id", "/id", "the id differs from that of the address"));
    }
    return change(
        caller,
        id,
        ifVersion,
        (tx, previous, now) -> {
          OwnerScope owner = body.owner().orElse(previous.owner());
          boolean moves = !owner.equals(previous.owner());
          if (!CollectionRights.may(now, Action.CREATE, owner)
              || moves && !CollectionRights.may(now, Action.DELETE, previous.owner())) {
            throw Problem.forbidden("no right to move the collection there");
          }
          boolean isPublic = body.isPublic().orElse(previous.isPublic());
          if (isPublic && (moves || !previous.isPublic())) {
            CollectionRights.requireShare(now, owner);
            requireNoApp(tx, now, true);
          }
          CollectionRows.replace(tx, id, owner, isPublic, Json.write(body.doc()));
        });
  }

  /** Stores the map style. */
  public Future<CubeCollection> restyle(Caller caller, String id, String style) {
    return styled(caller, id, style);
  }

  /** An empty style removes the stored one, and the style derived from the layers applies. */
  private Future<CubeCollection> styled(Caller caller, String id, @Nullable String style) {
    return change(
        caller,
        id,
        OptionalLong.empty(),
        (tx, previous, now) -> CollectionRows.restyle(tx, id, style));
  }

  /** Removes the map style; the style derived from the layers applies again. */
  public Future<CubeCollection> unstyle(Caller caller, String id) {
    return styled(caller, id, null);
  }

  /**
   * Stores the manually edited metadata of the STAC catalogue.
   *
   * @param metadata derives the new metadata from the current collection
   */
  public Future<CubeCollection> describe(
      Caller caller,
      String id,
      OptionalLong ifVersion,
      Function<CubeCollection, Optional<ObjectNode>> metadata) {
    return change(
        caller,
        id,
        ifVersion,
        (tx, previous, now) ->
            CollectionRows.describe(tx, id, metadata.apply(previous).map(Json::write)));
  }

  /** The loads of features of this process. */
  public IncomingLoads loads() {
    return loads;
  }

  /** Deletes the collection with its data; 409 while a writer is active or features are loaded. */
  public Future<Void> delete(Caller caller, String id, OptionalLong ifVersion) {
    return byCallerOfNow(
            caller,
            now ->
                require(now, id, Action.DELETE)
                    .compose(
                        ignored -> database.inTransaction(tx -> deleted(tx, now, id, ifVersion))))
        .compose(
            ignored -> {
              changed(id);
              noted.run();
              return cubes.removeData(id);
            });
  }

  private Void deleted(Transaction tx, Caller caller, String id, OptionalLong ifVersion) {
    CubeCollection found =
        CollectionRows.lockNow(tx, id).orElseThrow(() -> CollectionRights.missing(id));
    caller.requireCurrent();
    require(caller, found, Action.DELETE);
    loads.requireNone(id);
    check(found, ifVersion);
    CubeWriters.requireNone(tx, id);
    cubes.retire(id);
    CollectionRows.delete(tx, id);
    Notifications.publish(tx, CHANNEL, id);
    AccessNotes.write(tx, caller, id, found.isPublic(), false);
    return null;
  }

  /** A change of data. No other change of the same collection runs at the same time. */
  @FunctionalInterface
  public interface DataChange<T> {
    @Nullable T apply(Transaction tx, CubeCollection previous) throws Exception;
  }

  /**
   * Changes data of a collection in one transaction, derives its extent again and increments its
   * data version. The change is retried when the caller's permissions change during it.
   */
  public <T> Future<T> changeData(Caller caller, String id, Action action, DataChange<T> change) {
    return byCallerOfNow(
            caller,
            now ->
                require(now, id, action)
                    .compose(
                        ignored ->
                            database.inTransaction(
                                tx -> {
                                  CubeCollection previous = locked(tx, now, id, action);
                                  T done = change.apply(tx, previous);
                                  dataChanged(tx, now, id);
                                  return done;
                                })))
        .map(done -> requireWritten(id, done));
  }

  /**
   * A change of data that consists of several steps; each step checks the permission before it
   * begins.
   */
  @FunctionalInterface
  public interface LongDataChange<T> {
    @Nullable T apply(Transaction tx, CubeCollection previous, DataRight right) throws Exception;
  }

  /** The caller's current permission for the data of a locked collection. */
  @FunctionalInterface
  public interface DataRight {
    /**
     * Fails with 401 or 403 when the permission is missing. Blocks, but never waits for a
     * connection from the pool of its own transaction.
     */
    void require(Action action);
  }

  /**
   * Like {@link #changeData}, for a change that can run only once; uses a background transaction.
   */
  public <T> Future<T> loadData(Caller caller, String id, Action action, LongDataChange<T> change) {
    return require(caller, id, action)
        .compose(
            ignored ->
                database.inTransaction(
                    Purpose.BACKGROUND,
                    tx -> {
                      CubeCollection previous = lock(tx, id);
                      DataRight right =
                          what -> require(Awaiting.await(caller.now()), previous, what);
                      right.require(action);
                      T done = change.apply(tx, previous, right);
                      right.require(action);
                      CollectionRows.dataChanged(tx, id);
                      Notifications.publish(tx, CHANNEL, id);
                      return done;
                    }))
        .map(done -> requireWritten(id, done));
  }

  private static void dataChanged(Transaction tx, Caller caller, String id) {
    caller.requireCurrent();
    CollectionRows.dataChanged(tx, id);
    Notifications.publish(tx, CHANNEL, id);
  }

  private static CubeCollection lock(Transaction tx, String id) {
    return CollectionRows.lock(tx, id).orElseThrow(() -> CollectionRights.missing(id));
  }

  /** Locks and returns the current collection if the caller may perform this action now. */
  private static CubeCollection locked(Transaction tx, Caller caller, String id, Action action) {
    CubeCollection previous = lock(tx, id);
    caller.requireCurrent();
    require(caller, previous, action);
    return previous;
  }

  private static <T> Future<T> byCallerOfNow(Caller caller, Function<Caller, Future<T>> work) {
    return OutdatedCaller.repeating(() -> caller.now().compose(work));
  }

  private interface Change {
    void apply(Transaction tx, CubeCollection previous, Caller caller);
  }

  private Future<CubeCollection> change(
      Caller caller, String id, OptionalLong ifVersion, Change change) {
    return byCallerOfNow(
            caller,
            now ->
                require(now, id, Action.UPDATE)
                    .compose(
                        ignored ->
                            database.inTransaction(tx -> changed(tx, now, id, ifVersion, change))))
        .map(done -> requireWritten(id, done))
        .onSuccess(done -> noted.run());
  }

  private static CubeCollection changed(
      Transaction tx, Caller caller, String id, OptionalLong ifVersion, Change change) {
    CubeCollection previous = locked(tx, caller, id, Action.UPDATE);
    check(previous, ifVersion);
    change.apply(tx, previous, caller);
    Notifications.publish(tx, CHANNEL, id);
    CubeCollection now = lock(tx, id);
    AccessNotes.write(tx, caller, id, previous.isPublic(), now.isPublic());
    return now;
  }

  /** Removes a collection from the cache, or all for an empty id. Call it after each change. */
  public void changed(String id) {
    cache.changed(id);
  }

  /** Runs before the response: a handler on the future's own event loop could run later. */
  private <T> T requireWritten(String id, T done) {
    changed(id);
    return done;
  }

  private static void check(CubeCollection found, OptionalLong ifVersion) {
    if (ifVersion.isPresent() && ifVersion.getAsLong() != found.version()) {
      throw Problem.preconditionFailed("the collection has been changed meanwhile");
    }
  }
}
