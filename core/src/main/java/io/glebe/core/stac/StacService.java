package io.glebe.core.stac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.collection.CollectionPage;
import io.glebe.core.cube.collection.CollectionQuery;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** Reads the catalogue for a caller and stores manually edited metadata. */
public final class StacService {
  /** Most bytes of the manual metadata of one collection. */
  public static final int MAX_METADATA_BYTES = 256 << 10;

  private static final int BATCH = 100;

  private final CollectionService collections;
  private final Cubes cubes;
  private final StacClouds clouds;
  private final int most;

  /**
   * Creates the service.
   *
   * @param most maximum number of items that one request examines
   */
  public StacService(CollectionService collections, Cubes cubes, CloudCover clouds, int most) {
    this.collections = collections;
    this.cubes = cubes;
    this.clouds = new StacClouds(clouds);
    this.most = most;
  }

  /** A page of collections with their sources. */
  public record Collections(List<StacSource> sources, Optional<String> next) {}

  /** Returns the accessible collections of a query, by id, after {@code after}. */
  public Future<Collections> collections(
      Caller caller, CollectionQuery query, String after, int limit) {
    return OffLoop.run(
        () -> {
          CollectionPage page = Awaiting.await(collections.list(caller, query, after, limit));
          List<StacSource> sources = new ArrayList<>();
          page.collections().forEach(row -> sources.add(source(row)));
          return new Collections(sources, page.next());
        });
  }

  /** Returns the collection if the caller may read it; otherwise 404 or 403. */
  public Future<StacSource> collection(Caller caller, String id) {
    return collections
        .read(caller, id)
        .compose(row -> cubes.find(id).map(cube -> StacSource.of(row, cube)));
  }

  /** Returns one item; 404 when it does not exist. */
  public Future<StacItem> item(Caller caller, String collection, String id) {
    return collection(caller, collection)
        .map(
            source ->
                source
                    .item(id)
                    .orElseThrow(() -> Problem.notFound("there is no item '" + id + "'")))
        .compose(item -> OffLoop.run(() -> clouds.of(item)));
  }

  /**
   * Returns the items of one collection; 404 or 403 when the caller may not read it.
   *
   * @param isAbandoned whether the client has left
   */
  public Future<StacPage> items(
      Caller caller, String collection, StacQuery query, BooleanSupplier isAbandoned) {
    StacScan scan = StacScan.of(query, most);
    return collection(caller, collection)
        .compose(
            source ->
                OffLoop.run(
                    () -> {
                      scan.look(source);
                      return clouds.of(scan.page(), isAbandoned);
                    }));
  }

  /**
   * Returns items of all accessible collections; others are omitted without an error.
   *
   * @param isAbandoned whether the client has left; then nothing more is read
   */
  public Future<StacPage> search(Caller caller, StacQuery query, BooleanSupplier isAbandoned) {
    StacScan scan = StacScan.of(query, most);
    CollectionQuery where = new CollectionQuery(query.collections(), query.place(), query.when());
    return OffLoop.run(
        () -> {
          for (CubeCollection row : requireRelevant(caller, scan)) {
            scan.look(source(row));
          }
          String after = scan.collection();
          while (!scan.full() && !isAbandoned.getAsBoolean()) {
            CollectionPage page = Awaiting.await(collections.list(caller, where, after, BATCH));
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
          return clouds.of(scan.page(), isAbandoned);
        });
  }

  /**
   * Returns the collection within which the previous page ended, if the caller can still access it.
   */
  private List<CubeCollection> requireRelevant(Caller caller, StacScan scan) {
    boolean isRequested =
        scan.query().collections().isEmpty()
            || scan.query().collections().contains(scan.collection());
    if (scan.collection().isEmpty() || !isRequested) {
      return List.of();
    }
    try {
      return List.of(Awaiting.await(collections.read(caller, scan.collection())));
    } catch (Problem refusal) {
      return List.of();
    }
  }

  private StacSource source(CubeCollection row) {
    return StacSource.of(row, Awaiting.await(cubes.find(row.id())));
  }

  /** Applies a merge patch to the manual metadata; 422 when the result is not valid STAC. */
  public Future<StacSource> patch(
      Caller caller, String id, ObjectNode patch, OptionalLong ifVersion) {
    return collections
        .describe(caller, id, ifVersion, previous -> StacMetadata.patched(previous, patch))
        .compose(
            row -> collection(Caller.system(), id)); // every caller who may write gets the result
  }

  /** Deletes the manual metadata. */
  public Future<Void> forget(Caller caller, String id, OptionalLong ifVersion) {
    return collections.describe(caller, id, ifVersion, previous -> Optional.empty()).mapEmpty();
  }
}
