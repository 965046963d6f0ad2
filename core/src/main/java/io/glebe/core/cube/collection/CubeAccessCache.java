package io.glebe.core.cube.collection;

import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.Cubes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Caches the owner of one collection until any collection changes, so that repeated permission
 * checks need no query. Holds no reference to the cube. Never blocks; thread-safe.
 */
public final class CubeAccessCache {
  private record CachedOwner(long changes, OwnerScope owner, boolean isPublic) {}

  private final CollectionService collections;
  private final Cubes cubes;
  private final String id;
  private volatile @Nullable CachedOwner cached;

  public CubeAccessCache(CollectionService collections, Cubes cubes, String id) {
    this.collections = collections;
    this.cubes = cubes;
    this.id = id;
  }

  /** The cube, if the caller may read it and its row and the open cube are in memory. */
  public Optional<Cube> cube(Caller caller) {
    CachedOwner known = cached;
    if (known == null || known.changes() != collections.changes()) {
      known = load();
      cached = known;
    }
    return known != null && CollectionRights.mayRead(caller, id, known.owner(), known.isPublic())
        ? cubes.opened(id)
        : Optional.empty();
  }

  /** The count is read first: an owner that changes meanwhile is read again by the next call. */
  private @Nullable CachedOwner load() {
    long changes = collections.changes();
    return collections
        .cached(id)
        .map(row -> new CachedOwner(changes, row.owner(), row.isPublic()))
        .orElse(null);
  }
}
