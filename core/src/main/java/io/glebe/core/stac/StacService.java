package io.glebe.core.stac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.collection.CollectionPage;
import io.glebe.core.cube.collection.CollectionQuery;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the catalogue as the caller sees it, and takes what is said for it by hand. */
public final class StacService {
  private static final int BATCH = 100;

  private final CollectionService collections;
  private final Cubes cubes;
  private final int most;

  /**
   * The catalogue.
   *
   * @param most items that one request looks at
   */
  public StacService(CollectionService collections, Cubes cubes, int most) {
    this.collections = collections;
    this.cubes = cubes;
    this.most = most;
  }

  /** A page of collections with their sources. */
  public record Collections(List<StacSource> sources, Optional<String> next) {}

  /** The collections in reach, by id, after {@code after}. */
  public Future<Collections> collections(Caller caller, String after, int limit) {
    return OffLoop.run(
        () -> {
          CollectionPage page =
              Transaction.await(collections.list(caller, CollectionQuery.ALL, after, limit));
          List<StacSource> sources = new ArrayList<>();
          page.collections().forEach(row -> sources.add(source(row)));
          return new Collections(sources, page.next());
        });
  }

  /** The collection, if the caller may read it: else 404 or 403. */
  public Future<StacSource> collection(Caller caller, String id) {
    return collections
        .read(caller, id)
        .compose(row -> cubes.find(id).map(cube -> StacSource.of(row, cube)));
  }

  /** One item; 404 when there is none. */
  public Future<StacItem> item(Caller caller, String collection, String id) {
    return collection(caller, collection)
        .map(
            source ->
                source
                    .item(id)
                    .orElseThrow(() -> Problem.notFound("there is no item '" + id + "'")));
  }

  /** The items of one collection; 404 or 403 where the caller may not read it. */
  public Future<StacPage> items(Caller caller, String collection, StacQuery query) {
    StacScan scan = StacScan.of(query, most);
    return collection(caller, collection)
        .compose(
            source ->
                OffLoop.run(
                    () -> {
                      scan.look(source);
                      return scan.page();
                    }));
  }

  /** Items of all collections in reach; those out of reach are simply not found. */
  public Future<StacPage> search(Caller caller, StacQuery query) {
    StacScan scan = StacScan.of(query, most);
    CollectionQuery where = new CollectionQuery(query.collections(), query.place(), query.when());
    return OffLoop.run(
        () -> {
          for (CubeCollection row : begun(caller, scan)) {
            scan.look(source(row));
          }
          String after = scan.collection();
          while (!scan.full()) {
            CollectionPage page = Transaction.await(collections.list(caller, where, after, BATCH));
            for (CubeCollection row : page.collections()) {
              scan.look(source(row));
              if (scan.full()) {
                break;
              }
            }
            if (page.next().isEmpty()) {
              break;
            }
            after = page.next().get();
          }
          return scan.page();
        });
  }

  /** The collection in whose middle the page before ended, while the caller still reaches it. */
  private List<CubeCollection> begun(Caller caller, StacScan scan) {
    boolean asked =
        scan.query().collections().isEmpty()
            || scan.query().collections().contains(scan.collection());
    if (scan.collection().isEmpty() || !asked) {
      return List.of();
    }
    try {
      return List.of(Transaction.await(collections.read(caller, scan.collection())));
    } catch (Problem gone) {
      return List.of();
    }
  }

  private StacSource source(CubeCollection row) {
    return StacSource.of(row, Transaction.await(cubes.find(row.id())));
  }

  /** Lays a merge patch over what is said by hand; 422 when the result is no STAC. */
  public Future<StacSource> patch(
      Caller caller, String id, ObjectNode patch, OptionalLong ifVersion) {
    return collections
        .describe(caller, id, ifVersion, before -> StacMetadata.patched(before, patch))
        .compose(row -> collection(Caller.system(), id)); // whoever may write is told
  }

  /** Forgets what is said by hand. */
  public Future<Void> forget(Caller caller, String id, OptionalLong ifVersion) {
    return collections.describe(caller, id, ifVersion, before -> Optional.empty()).mapEmpty();
  }
}
