package io.glebe.core.cube.collection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.cube.model.CubeCollection;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Caches the rows of collections until they change: tiles request the same few collections
 * repeatedly. Thread-safe.
 */
final class CollectionCache {
  private static final int MAX_COLLECTIONS = 10_000;

  private final CollectionRows rows;

  /**
   * Replaced after a connection gap, so that reads still in progress do not fill the new cache with
   * old rows.
   */
  private volatile Cache<String, CubeCollection> cached = empty();

  /** Counts changes, so that a row read during a change is not cached. */
  private final AtomicLong changes = new AtomicLong();

  CollectionCache(CollectionRows rows) {
    this.rows = rows;
  }

  private static Cache<String, CubeCollection> empty() {
    return Caffeine.newBuilder().maximumSize(MAX_COLLECTIONS).executor(Runnable::run).build();
  }

  /** Returns the collection if it is cached. */
  Optional<CubeCollection> known(String id) {
    return Optional.ofNullable(cached.getIfPresent(id));
  }

  /**
   * Increases with every change of a collection, both before and after the cache entry is removed.
   */
  long changes() {
    return changes.get();
  }

  /** Returns the collection from the cache or the database; empty when it does not exist. */
  Future<Optional<CubeCollection>> find(String id) {
    Cache<String, CubeCollection> into = cached;
    CubeCollection known = into.getIfPresent(id);
    if (known != null) {
      return Future.succeededFuture(Optional.of(known));
    }
    long before = changes.get();
    return rows.find(id)
        .onSuccess(found -> found.ifPresent(collection -> keep(into, collection, before)));
  }

  /** Does not cache a row that changed while it was read, because nothing would remove it. */
  private void keep(Cache<String, CubeCollection> into, CubeCollection collection, long before) {
    // checked under the lock of the entry, for which changed() waits: no late row can be cached
    into.asMap().compute(collection.id(), (id, old) -> changes.get() == before ? collection : old);
  }

  /** Removes a collection, or all for an empty id. */
  void changed(String id) {
    changes.incrementAndGet();
    if (id.isEmpty()) {
      cached = empty();
    } else {
      cached.asMap().remove(id);
    }
    changes.incrementAndGet();
  }
}
