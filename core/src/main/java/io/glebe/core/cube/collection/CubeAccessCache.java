package io.glebe.core.cube.collection;

import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.Cubes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A collection's owner as it was found and its open cube, for whoever asks for them again and
 * again: the owner is looked up anew only when some collection has changed since. Nothing here
 * waits, and neither row nor cube is held. Safe for threads.
 */
public final class CubeAccessCache {
  private record Seen(long changes, OwnerScope owner) {}

  private final CollectionService collections;
  private final Cubes cubes;
  private final String id;
  private volatile @Nullable Seen seen;

  public CubeAccessCache(CollectionService collections, Cubes cubes, String id) {
    this.collections = collections;
    this.cubes = cubes;
    this.id = id;
  }

  /** The cube, if the caller may read it and both are known without waiting. */
  public Optional<Cube> cube(Caller caller) {
    Seen known = seen;
    if (known == null || known.changes() != collections.changes()) {
      known = load();
      seen = known;
    }
    return known != null && new AccessFilter(caller, CollectionService.READ).may(known.owner())
        ? cubes.opened(id)
        : Optional.empty();
  }

  /** The count is read first: what changes meanwhile is looked at again. */
  private @Nullable Seen load() {
    long changes = collections.changes();
    return collections.cached(id).map(row -> new Seen(changes, row.owner())).orElse(null);
  }
}
