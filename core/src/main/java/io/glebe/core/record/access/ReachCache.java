package io.glebe.core.record.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.database.Database;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Stores sets of farms and organizations by their digest, so that a cursor can name the set that
 * its reader could reach when the cursor was made. A stored set never changes.
 */
public final class ReachCache {
  private static final int MAX_CACHED = 10_000;

  private final Database database;
  private final Cache<ReachDigest, Set<UUID>> known =
      Caffeine.newBuilder().maximumSize(MAX_CACHED).build();

  public ReachCache(Database database) {
    this.database = database;
  }

  /** Stores the set; afterwards {@link #load} finds it. */
  public Future<ReachDigest> store(Set<UUID> members) {
    ReachDigest digest = ReachDigest.of(members);
    if (known.getIfPresent(digest) != null) {
      return Future.succeededFuture(digest);
    }
    return database
        .query(
            "insert into record.reach (digest, members) values ($1, $2) on conflict do nothing",
            digest.value(),
            members.toArray(UUID[]::new))
        .map(
            done -> {
              known.put(digest, Set.copyOf(members));
              return digest;
            });
  }

  /** Returns the set with this digest; empty when it was never stored. */
  public Future<Optional<Set<UUID>>> load(ReachDigest digest) {
    Set<UUID> cached = known.getIfPresent(digest);
    if (cached != null) {
      return Future.succeededFuture(Optional.of(cached));
    }
    return database
        .query("select members from record.reach where digest = $1", digest.value())
        .map(
            rows -> {
              if (rows.size() == 0) {
                return Optional.empty();
              }
              Set<UUID> members = Set.of(rows.iterator().next().getArrayOfUUIDs(0));
              known.put(digest, members);
              return Optional.of(members);
            });
  }
}
