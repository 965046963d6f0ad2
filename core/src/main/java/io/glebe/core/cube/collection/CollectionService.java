package io.glebe.core.cube.collection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OutdatedCaller;
import io.glebe.core.access.Permission;
import io.glebe.core.access.WorkedFarms;
import io.glebe.core.cube.model.CollectionOwner;
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
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Creates, finds, replaces and removes collections; refuses whoever has no right. */
public final class CollectionService {
  /** The topic on which processes tell each other which collection has changed. */
  public static final String CHANNEL = "cube";

  /** The right to read the data of a collection. */
  static final Permission READ = new Permission("data", Action.READ);

  private static final int KEPT = 10_000;
  private static final int BATCH = 200;

  /** Collections that one request looks at. */
  private static final int MAX_SCANNED = 10_000;

  private static final Permission CREATE = new Permission("data", Action.CREATE);

  private final Database database;
  private final CollectionRows rows;
  private final Cubes cubes;

  /** Another one after a gap, so that what is still being read for the old one is not found. */
  private volatile Cache<String, CubeCollection> kept = none();

  /** Counts changes, so that a row read while one happened is not kept. */
  private final AtomicLong changes = new AtomicLong();

  public CollectionService(Database database, Cubes cubes) {
    this.database = database;
    this.rows = new CollectionRows(database);
    this.cubes = cubes;
  }

  private static Cache<String, CubeCollection> none() {
    return Caffeine.newBuilder().maximumSize(KEPT).executor(Runnable::run).build();
  }

  /**
   * The collections that the caller reaches and that fit, by id, after {@code after}. A page ends
   * early after {@value #MAX_SCANNED} were looked at.
   */
  public Future<CollectionPage> list(
      Caller caller, CollectionQuery query, String after, int limit) {
    var sight =
        new CollectionRows.Visibility(
            caller.scope().allows(READ),
            Access.farms(caller, READ),
            Access.organizations(caller, READ));
    Predicate<CubeCollection> fits = query.matcher();
    return database.inTransaction(tx -> page(tx, sight, fits, after, limit));
  }

  private static CollectionPage page(
      Transaction tx,
      CollectionRows.Visibility sight,
      Predicate<CubeCollection> fits,
      String after,
      int limit) {
    List<CubeCollection> found = new ArrayList<>();
    String last = after;
    for (int scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
      List<CubeCollection> batch = CollectionRows.visible(tx, sight, last, BATCH);
      for (CubeCollection collection : batch) {
        boolean fitting = fits.test(collection);
        if (fitting && found.size() == limit) {
          return new CollectionPage(found, Optional.of(last));
        }
        if (fitting) {
          found.add(collection);
        }
        last = collection.id();
      }
      if (batch.size() < BATCH) {
        return new CollectionPage(found, Optional.empty());
      }
    }
    return new CollectionPage(found, Optional.of(last));
  }

  /** The collection, if the caller may read it: else 404 or 403. */
  public Future<CubeCollection> read(Caller caller, String id) {
    return require(caller, id, Action.READ);
  }

  /** The collection, if it is kept; says nothing of rights. */
  Optional<CubeCollection> atHand(String id) {
    return Optional.ofNullable(kept.getIfPresent(id));
  }

  /** Grows with every change of a collection, before and after what was kept is forgotten. */
  long changes() {
    return changes.get();
  }

  /** The collection, if the caller may do this with it: else 404 or 403. */
  public Future<CubeCollection> require(Caller caller, String id, Action action) {
    return cached(id)
        .map(
            found -> {
              CubeCollection collection = found.orElseThrow(() -> missing(id));
              demand(caller, collection, action);
              return collection;
            });
  }

  private static void demand(Caller caller, CubeCollection collection, Action action) {
    if (!collection.owner().opens(caller, action)) {
      throw Problem.forbidden(
          "no right to " + action.word() + " data of collection '" + collection.id() + "'");
    }
  }

  /** Creates a collection; 409 when the id is taken. */
  public Future<CubeCollection> create(Caller caller, CollectionBody body) {
    String id =
        body.id()
            .orElseThrow(
                () -> Problem.invalid(Violation.at("required", "/id", "a collection has an id")));
    return owner(caller, body)
        .compose(
            owner -> {
              if (!owner.opens(caller, Action.CREATE)) {
                throw Problem.forbidden("no right to create data there");
              }
              return insert(id, owner, body);
            })
        .compose(this::written);
  }

  private Future<String> insert(String id, CollectionOwner owner, CollectionBody body) {
    return database.inTransaction(
        tx -> {
          if (!CollectionRows.insert(tx, id, owner, Json.write(body.doc()))) {
            throw Problem.conflict("collection '" + id + "' exists");
          }
          return id;
        });
  }

  /** What a write has left: whoever may write is told, even without the right to read. */
  private Future<CubeCollection> written(String id) {
    return read(Caller.system(), id);
  }

  /** Replaces description and owner; 404 when there is none. */
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
        (tx, before, now) -> {
          CollectionOwner owner = body.owner().orElse(before.owner());
          boolean moves = !owner.equals(before.owner());
          if (!owner.opens(now, Action.CREATE)
              || moves && !before.owner().opens(now, Action.DELETE)) {
            throw Problem.forbidden("no right to move the collection there");
          }
          CollectionRows.replace(tx, id, owner, Json.write(body.doc()));
        });
  }

  /** Stores the map style. */
  public Future<CubeCollection> restyle(Caller caller, String id, String style) {
    return styled(caller, id, style);
  }

  /** Without a style the one made of the layers holds. */
  private Future<CubeCollection> styled(Caller caller, String id, @Nullable String style) {
    return change(
        caller,
        id,
        OptionalLong.empty(),
        (tx, before, now) -> CollectionRows.restyle(tx, id, style));
  }

  /** Forgets the map style, so that the one made of the layers holds again. */
  public Future<CubeCollection> unstyle(Caller caller, String id) {
    return styled(caller, id, null);
  }

  /**
   * Stores what is said for the STAC catalogue by hand.
   *
   * @param said makes it of the collection as it is
   */
  public Future<CubeCollection> describe(
      Caller caller,
      String id,
      OptionalLong ifVersion,
      Function<CubeCollection, Optional<ObjectNode>> said) {
    return change(
        caller,
        id,
        ifVersion,
        (tx, before, now) -> CollectionRows.describe(tx, id, said.apply(before).map(Json::write)));
  }

  /** Removes the collection with its data; 409 while somebody writes to it. */
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
              return cubes.removeData(id);
            });
  }

  private Void deleted(Transaction tx, Caller caller, String id, OptionalLong ifVersion) {
    CubeCollection found = CollectionRows.lockNow(tx, id).orElseThrow(() -> missing(id));
    caller.requireCurrent();
    demand(caller, found, Action.DELETE);
    check(found, ifVersion);
    CubeWriters.requireNone(tx, id);
    cubes.retire(id);
    CollectionRows.delete(tx, id);
    Notifications.publish(tx, CHANNEL, id);
    return null;
  }

  /** A change of data, which runs while no other one of the same collection does. */
  @FunctionalInterface
  public interface DataChange<T> {
    @Nullable T apply(Transaction tx, CubeCollection before) throws Exception;
  }

  /**
   * Changes data of a collection in one transaction, derives its extent anew and counts up its data
   * version. The change runs again where the caller's rights change meanwhile.
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
                                  CubeCollection before = locked(tx, now, id, action);
                                  T done = change.apply(tx, before);
                                  dataChanged(tx, now, id);
                                  return done;
                                })))
        .map(done -> told(id, done));
  }

  /** A change of data that comes in pieces, each of which asks for the right before it begins. */
  @FunctionalInterface
  public interface LongDataChange<T> {
    @Nullable T apply(Transaction tx, CubeCollection before, DataRight right) throws Exception;
  }

  /** The right of the caller of now to data of a collection that is locked. */
  @FunctionalInterface
  public interface DataRight {
    /** Refuses with 401 or 403. Waits; never for a connection of the pool of its transaction. */
    void require(Action action);
  }

  /** As {@link #changeData}, for a change that can run only once; a background transaction. */
  public <T> Future<T> loadData(Caller caller, String id, Action action, LongDataChange<T> change) {
    return require(caller, id, action)
        .compose(
            ignored ->
                database.inTransaction(
                    Purpose.BACKGROUND,
                    tx -> {
                      CubeCollection before = lock(tx, id);
                      DataRight right =
                          what -> demand(Transaction.await(caller.now()), before, what);
                      right.require(action);
                      T done = change.apply(tx, before, right);
                      right.require(action);
                      CollectionRows.dataChanged(tx, id);
                      Notifications.publish(tx, CHANNEL, id);
                      return done;
                    }))
        .map(done -> told(id, done));
  }

  private static void dataChanged(Transaction tx, Caller caller, String id) {
    caller.requireCurrent();
    CollectionRows.dataChanged(tx, id);
    Notifications.publish(tx, CHANNEL, id);
  }

  private static CubeCollection lock(Transaction tx, String id) {
    return CollectionRows.lock(tx, id).orElseThrow(() -> missing(id));
  }

  /** The collection as it is, held against other changes, if the caller of now may do this. */
  private static CubeCollection locked(Transaction tx, Caller caller, String id, Action action) {
    CubeCollection before = lock(tx, id);
    caller.requireCurrent();
    demand(caller, before, action);
    return before;
  }

  private static <T> Future<T> byCallerOfNow(Caller caller, Function<Caller, Future<T>> work) {
    return OutdatedCaller.repeating(() -> caller.now().compose(work));
  }

  private interface Change {
    void apply(Transaction tx, CubeCollection before, Caller caller);
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
        .map(done -> told(id, done));
  }

  private static CubeCollection changed(
      Transaction tx, Caller caller, String id, OptionalLong ifVersion, Change change) {
    CubeCollection before = locked(tx, caller, id, Action.UPDATE);
    check(before, ifVersion);
    change.apply(tx, before, caller);
    Notifications.publish(tx, CHANNEL, id);
    return lock(tx, id);
  }

  /** Tiles ask for the same few collections again and again: rows are kept until they change. */
  private Future<Optional<CubeCollection>> cached(String id) {
    Cache<String, CubeCollection> into = kept;
    CubeCollection known = into.getIfPresent(id);
    if (known != null) {
      return Future.succeededFuture(Optional.of(known));
    }
    long before = changes.get();
    return rows.find(id)
        .onSuccess(found -> found.ifPresent(collection -> keep(into, collection, before)));
  }

  /** What has changed while it was being read is not kept: nobody would take it out again. */
  private void keep(Cache<String, CubeCollection> into, CubeCollection collection, long before) {
    // asked under the lock of the entry, which changed() waits for: nobody finds what came too late
    into.asMap().compute(collection.id(), (id, old) -> changes.get() == before ? collection : old);
  }

  /** Forgets what is kept of a collection, or of all for an empty id; call when it has changed. */
  public void changed(String id) {
    changes.incrementAndGet();
    if (id.isEmpty()) {
      kept = none();
    } else {
      kept.asMap().remove(id);
    }
    changes.incrementAndGet();
  }

  /** Before the answer: a handler of the future's own loop might come after it. */
  private <T> T told(String id, T done) {
    changed(id);
    return done;
  }

  private static void check(CubeCollection found, OptionalLong ifVersion) {
    if (ifVersion.isPresent() && ifVersion.getAsLong() != found.version()) {
      throw Problem.preconditionFailed("the collection has been changed meanwhile");
    }
  }

  /** Whom the body names; else the only farm on which the caller works and may create data. */
  private Future<CollectionOwner> owner(Caller caller, CollectionBody body) {
    if (body.owner().isPresent()) {
      return Future.succeededFuture(body.owner().get());
    }
    if (Access.farms(caller, CREATE).isEmpty()) {
      return Future.failedFuture(Problem.forbidden("no farm on which you may create data"));
    }
    return WorkedFarms.only(database, caller, CREATE)
        .map(
            only ->
                only.<CollectionOwner>map(CollectionOwner.OfFarm::new)
                    .orElseThrow(
                        () ->
                            Problem.invalid(
                                Violation.at(
                                    "required",
                                    "/farmId",
                                    "farmId says to which farm it belongs"))));
  }

  private static Problem missing(String id) {
    return Problem.notFound("there is no collection '" + id + "'");
  }
}
