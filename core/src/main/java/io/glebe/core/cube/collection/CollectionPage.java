package io.glebe.core.cube.collection;

import io.glebe.core.access.AccessFilter;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.database.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A page of collections.
 *
 * @param next id after which the next page begins, when there may be more
 */
public record CollectionPage(List<CubeCollection> collections, Optional<String> next) {
  /** Maximum number of collections that one request examines. */
  static final int MAX_SCANNED = 10_000;

  private static final int BATCH = 200;

  /**
   * Reads the collections that match, by id, after {@code after}. A list that is examined as a
   * whole refuses with 400 a filter by a member that no collection has.
   */
  static CollectionPage read(
      Transaction tx, AccessFilter readable, CollectionQuery query, String after, int limit) {
    Predicate<CubeCollection> fits = query.matcher();
    FilterMembers members = new FilterMembers(query.filter());
    List<CubeCollection> found = new ArrayList<>();
    String last = after;
    for (int scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
      List<CubeCollection> batch = CollectionRows.readable(tx, readable, last, BATCH);
      for (CubeCollection collection : batch) {
        members.examine(collection);
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
        if (after.isEmpty()) {
          members.requireKnown();
        }
        return new CollectionPage(found, Optional.empty());
      }
    }
    return new CollectionPage(found, Optional.of(last));
  }
}
