package io.glebe.core.cube;

import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import java.lang.ref.WeakReference;
import java.util.Optional;

/**
 * A collection's owner and open cube as they were found, for whoever asks for them again and again:
 * looked up anew only when some collection has changed since. Nothing here waits, and neither row
 * nor cube is held. Safe for threads.
 */
public final class CubeSight {
  private static final Permission READ = new Permission("data", Action.READ);

  private record Seen(long changes, Owner owner, WeakReference<Cube> cube) {}

  private final CollectionService collections;
  private final Cubes cubes;
  private final String id;
  private volatile Seen seen;

  CubeSight(CollectionService collections, Cubes cubes, String id) {
    this.collections = collections;
    this.cubes = cubes;
    this.id = id;
  }

  /** The cube, if the caller may read it and both are known without waiting. */
  public Optional<Cube> cube(Caller caller) {
    Seen known = seen;
    if (known == null || known.changes() != collections.changes()) {
      known = look();
      seen = known;
    }
    return known != null && known.owner().opens(caller, READ)
        ? Optional.ofNullable(known.cube().get())
        : Optional.empty();
  }

  /** The count is read first: what changes meanwhile is looked at again. */
  private Seen look() {
    long changes = collections.changes();
    Optional<CubeCollection> collection = collections.atHand(id);
    Optional<Cube> cube = cubes.opened(id);
    return collection.isPresent() && cube.isPresent()
        ? new Seen(changes, collection.get().owner(), new WeakReference<>(cube.get()))
        : null;
  }
}
