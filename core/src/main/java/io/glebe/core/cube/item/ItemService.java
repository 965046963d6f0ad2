package io.glebe.core.cube.item;

import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.upload.FeatureLoads;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.grid.TileId;
import io.vertx.core.Future;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.locationtech.jts.geom.Envelope;

/** Reads and changes features, and checks the caller's permissions. */
public final class ItemService {
  private static final int BATCH = 500;
  private static final int SAMPLED = 1_000;

  /** Features of a collection among which the matches of all pages are counted. */
  private static final int MAX_COUNTED = 20_000;

  /** A single feature up to this length is read by one statement. */
  private static final int SINGLE_BYTES = 64 * 1024;

  /** Heap of the process for each tile whose features are read and prepared. */
  private static final long HEAP_OF_TILE = 256L << 20;

  private static final int MOST_TILES = 64;

  /** How long a tile waits until its features are read. */
  private static final long TILE_WAIT_MILLIS = 60_000;

  private final Database database;
  private final CollectionService collections;
  private final ItemLimits limits;
  private final FeatureLoads loads;
  private final SharedPlaces boxes;

  public ItemService(
      Database database, CollectionService collections, ItemLimits limits, FeatureLoads loads) {
    this.database = database;
    this.collections = collections;
    this.limits = limits;
    this.loads = loads;
    int tiles = Math.clamp(Runtime.getRuntime().maxMemory() / HEAP_OF_TILE, 1, MOST_TILES);
    this.boxes = new SharedPlaces("tiles of features", tiles, tiles, database.waitersPerCaller());
  }

  ItemLimits limits() {
    return limits;
  }

  /**
   * The result of a load.
   *
   * @param single the feature, when the body was a single one
   */
  public record Loaded(long inserted, long replaced, Optional<StoredItem> single) {}

  /**
   * Returns a page of the matching features.
   *
   * @param memory of the request; grows before features are read
   */
  public Future<ItemPage> search(
      Caller caller, String collection, FeatureQuery query, MemoryBudget.Lease memory) {
    return collections
        .read(caller, collection)
        .compose(
            found ->
                database.reading(
                    caller.subjectId(),
                    () ->
                        database.inReadTransaction(
                            tx -> {
                              requireKnown(tx, found, query);
                              return page(
                                  new ItemSearch(tx, collection, query, limits, memory),
                                  found.features().count(),
                                  query.selectsAll());
                            })));
  }

  /**
   * @param stored number of the features of the collection
   */
  private static ItemPage page(ItemSearch search, long stored, boolean selectsAll) {
    ItemPage page = search.page();
    if (selectsAll) {
      return page.of(stored);
    }
    return page.matched().isEmpty() && stored <= MAX_COUNTED ? page.matching(search.count()) : page;
  }

  /**
   * Refuses with 400 a query that names a property that no feature has. The caller's access is
   * already checked.
   */
  public Future<Void> requireKnown(CubeCollection found, FeatureQuery query) {
    return database.inTransaction(
        tx -> {
          requireKnown(tx, found, query);
          return null;
        });
  }

  /** Nothing is known of an empty collection, and not all of a very large one. */
  private void requireKnown(Transaction tx, CubeCollection found, FeatureQuery query) {
    long features = found.features().count();
    if (features > 0 && features <= limits.scanned()) {
      new KnownProperties(tx, found.id(), limits.scanned()).require(query);
    }
  }

  /**
   * Returns one feature; 404 when it does not exist.
   *
   * @param memory of the request; grows before a large feature is read
   */
  public Future<StoredItem> read(
      Caller caller, String collection, String id, MemoryBudget.Lease memory) {
    var query =
        ItemBatch.Query.inOrderOfCreation(
            "collection_id = $1 AND id = $2", List.of(collection, id));
    return collections
        .read(caller, collection)
        .compose(
            ignored ->
                database.inTransaction(
                    tx -> ItemBatch.read(tx, query, 1, SINGLE_BYTES, memory, 0).rows()))
        .map(rows -> rows.stream().findFirst().map(StoredItem::new))
        .map(found -> found.orElseThrow(() -> missing(id)));
  }

  /**
   * Adds one feature (409 when its id is in use), or inserts and replaces the features of a
   * collection or of lines, all or none. Begins when the body is complete. 429 when the caller has
   * too many loads, 503 when there are too many in all.
   *
   * @param lines whether each line of the body is a feature
   */
  public Future<Loaded> load(Caller caller, String collection, InputStream body, boolean lines) {
    return collections
        .require(caller, collection, Action.CREATE)
        .compose(
            permitted ->
                collections
                    .loads()
                    .during(collection, () -> received(caller, collection, body, lines)));
  }

  private Future<Loaded> received(
      Caller caller, String collection, InputStream body, boolean lines) {
    return loads.load(caller, body, content -> write(caller, collection, content, lines));
  }

  private Future<Loaded> write(Caller caller, String collection, InputStream body, boolean lines) {
    return collections.loadData(
        caller,
        collection,
        Action.CREATE,
        (tx, previous, right) -> {
          Loader loader = new Loader(tx, collection, right);
          Optional<com.fasterxml.jackson.databind.node.ObjectNode> single =
              FeatureStream.read(
                  body,
                  lines,
                  limits,
                  (tree, at) -> loader.add(FeatureBody.parse(tree, at, limits.positions())));
          loader.flush();
          if (single.isPresent()) {
            Item item = FeatureBody.parse(single.get(), "", limits.positions());
            item.box().ifPresent(loader.touched::add);
            loader.touched.write(tx, previous);
            return insert(tx, collection, item);
          }
          if (loader.fresh < loader.all) {
            right.require(Action.UPDATE); // for features that exist
          }
          loader.touched.write(tx, previous);
          return new Loaded(loader.fresh, loader.all - loader.fresh, Optional.empty());
        });
  }

  private static Loaded insert(Transaction tx, String collection, Item item) {
    if (!ItemRows.insert(tx, collection, item)) {
      throw Problem.conflict("feature '" + item.id() + "' exists");
    }
    return new Loaded(1, 0, Optional.of(require(tx, collection, item.id())));
  }

  /** Replaces a feature; 404 when it does not exist, 412 when its version differs. */
  public Future<StoredItem> replace(
      Caller caller, String collection, Item item, OptionalLong ifVersion) {
    return collections.changeData(
        caller,
        collection,
        Action.UPDATE,
        (tx, previous) -> {
          check(tx, collection, item.id(), ifVersion);
          TouchedTiles touched = new TouchedTiles();
          ItemRows.boxes(tx, collection, List.of(item.id())).forEach(touched::add);
          item.box().ifPresent(touched::add);
          ItemRows.put(tx, collection, List.of(item));
          touched.write(tx, previous);
          return require(tx, collection, item.id());
        });
  }

  /** Deletes a feature; 404 when it does not exist, 412 when its version differs. */
  public Future<Void> delete(Caller caller, String collection, String id, OptionalLong ifVersion) {
    return collections.changeData(
        caller,
        collection,
        Action.DELETE,
        (tx, previous) -> {
          check(tx, collection, id, ifVersion);
          TouchedTiles touched = new TouchedTiles();
          ItemRows.boxes(tx, collection, List.of(id)).forEach(touched::add);
          ItemRows.delete(tx, collection, id);
          touched.write(tx, previous);
          return null;
        });
  }

  /** Returns whether the collection has any feature. */
  public Future<Boolean> any(String collection) {
    return database
        .query("SELECT EXISTS (SELECT 1 FROM cube_item WHERE collection_id = $1)", collection)
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /** Returns the properties of the first thousand features with their JSON types. */
  public Future<Map<String, List<String>>> queryables(Caller caller, String collection) {
    return collections
        .read(caller, collection)
        .compose(
            ignored ->
                database.query(
                    """
                    SELECT key, array_agg(DISTINCT jsonb_typeof(value))
                    FROM (SELECT properties FROM cube_item
                        WHERE collection_id = $1 ORDER BY seq LIMIT %s) AS first,
                      jsonb_each(properties)
                    GROUP BY key
                    """
                        .formatted(SAMPLED),
                    collection))
        .map(
            rows -> {
              Map<String, List<String>> types = new TreeMap<>();
              rows.forEach(row -> types.put(row.getString(0), List.of(row.getArrayOfStrings(1))));
              return types;
            });
  }

  /**
   * Returns the most important features whose box intersects the given one, for a map: as many as
   * fit into the limit of their bytes. The caller's access is already checked.
   */
  public Future<List<StoredItem>> inBox(
      String collection, Envelope box, FeatureQuery query, int limit) {
    return important(collection, box, query, limit).map(BoxSearch.InBox::items);
  }

  /**
   * Makes something of the same features for tiles. The features and what is made of them are in
   * memory, so there are few of these works at a time, those of collections in turn.
   *
   * @param abandoned whether nobody waits for it any more; then nothing is read
   * @param work off the event loop
   */
  <T> Future<T> prepared(
      String collection,
      Envelope box,
      FeatureQuery query,
      int limit,
      BooleanSupplier abandoned,
      Function<BoxSearch.InBox, T> work) {
    return database.inTurn(
        boxes,
        collection, // tiles are shared by callers
        TILE_WAIT_MILLIS,
        () ->
            abandoned.getAsBoolean()
                ? Future.failedFuture(new CancellationException("nobody waits for the tile"))
                : important(collection, box, query, limit)
                    .compose(found -> OffLoop.run(() -> work.apply(found))));
  }

  /** Returns the same for a tile, which tells whether features were left out. */
  private Future<BoxSearch.InBox> important(
      String collection, Envelope box, FeatureQuery query, int limit) {
    return database.reading(
        collection,
        () ->
            database.inReadTransaction(
                tx -> new BoxSearch(tx, collection, box, query, limit, limits.boxBytes()).read()));
  }

  /**
   * Returns the data version of the last change of a tile; 0 for a tile that never changed. The
   * caller's access is already checked.
   */
  Future<Long> changed(String collection, TileId tile) {
    return TouchedTiles.version(database, collection, tile);
  }

  private static void check(Transaction tx, String collection, String id, OptionalLong ifVersion) {
    long version = ItemRows.version(tx, collection, id).orElseThrow(() -> missing(id));
    if (ifVersion.isPresent() && ifVersion.getAsLong() != version) {
      throw Problem.preconditionFailed("the feature has been changed meanwhile");
    }
  }

  private static StoredItem require(Transaction tx, String collection, String id) {
    return tx.first(
            "SELECT " + StoredItem.COLUMNS + " FROM cube_item WHERE collection_id = $1 AND id = $2",
            collection,
            id)
        .map(StoredItem::new)
        .orElseThrow(() -> missing(id));
  }

  private static Problem missing(String id) {
    return Problem.notFound("there is no feature '" + id + "'");
  }

  /** Collects features into batches. */
  private static final class Loader {
    private final Transaction tx;
    private final String collection;
    private final CollectionService.DataRight right;
    private final List<Item> batch = new ArrayList<>(BATCH);
    private final TouchedTiles touched = new TouchedTiles();
    private long all;
    private long fresh;

    Loader(Transaction tx, String collection, CollectionService.DataRight right) {
      this.tx = tx;
      this.collection = collection;
      this.right = right;
    }

    void add(Item item) {
      batch.add(item);
      if (batch.size() == BATCH) {
        flush();
      }
    }

    void flush() {
      if (!batch.isEmpty()) {
        right.require(Action.CREATE);
        ItemRows.boxes(tx, collection, batch.stream().map(Item::id).toList()).forEach(touched::add);
        batch.forEach(item -> item.box().ifPresent(touched::add));
        fresh += ItemRows.put(tx, collection, batch);
        all += batch.size();
        batch.clear();
      }
    }
  }
}
