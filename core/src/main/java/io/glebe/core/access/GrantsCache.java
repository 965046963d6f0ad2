package io.glebe.core.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.thread.SharedFutures;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Caches the grants of each subject until a role, an assignment, a user or a farm changes. Safe for
 * threads.
 *
 * <p>A change does not empty the cache. It starts a new generation; entries of older generations,
 * also those of queries that are still running, are not used any more.
 */
public final class GrantsCache {
  /** Maximum number of cached subjects. */
  static final int MAX_SUBJECTS = 50_000;

  /** Age of an entry where no setting names another one, in case a notification is lost. */
  static final Duration MAX_AGE = Duration.ofMinutes(1);

  private record Subject(String issuer, String subject) {}

  private record Entry(long generation, Future<Held> held) {}

  /** The roles of a subject and its current grants, which change when a period begins or ends. */
  private static final class Held {
    private final SubjectRoles roles;
    private volatile SubjectRoles.CurrentGrants grants;

    Held(SubjectRoles roles, InstantSource clock) {
      this.roles = roles;
      this.grants = roles.at(clock.instant());
    }

    SubjectRoles.CurrentGrants at(InstantSource clock) {
      SubjectRoles.CurrentGrants current = grants;
      if (!current.until().equals(Instant.MAX) && !clock.instant().isBefore(current.until())) {
        current = roles.at(clock.instant());
        grants = current;
      }
      return current;
    }
  }

  private final RoleSource source;
  private final InstantSource clock;
  private final AtomicLong generation = new AtomicLong();
  private final Cache<Subject, Entry> entries;

  public GrantsCache(RoleSource source, InstantSource clock) {
    this(source, clock, MAX_AGE);
  }

  /**
   * @param age after which the roles of a subject are read again
   */
  public GrantsCache(RoleSource source, InstantSource clock, Duration age) {
    this.source = source;
    this.clock = clock;
    this.entries =
        Caffeine.newBuilder()
            .maximumSize(MAX_SUBJECTS)
            .expireAfterWrite(age)
            .executor(Runnable::run)
            .build();
  }

  /** The subject's current grants; completes at once if they are cached. */
  public Future<Grants> grants(String issuer, String subject) {
    return current(issuer, subject).map(SubjectRoles.CurrentGrants::grants);
  }

  /** The subject's current grants and the time at which they change. */
  public Future<SubjectRoles.CurrentGrants> current(String issuer, String subject) {
    Subject key = new Subject(issuer, subject);
    Entry entry = entries.getIfPresent(key);
    if (entry == null || entry.generation() != generation.get() || entry.held().failed()) {
      entry = entries.asMap().compute(key, this::entry);
    }
    return SharedFutures.here(entry.held()).map(held -> held.at(clock));
  }

  private Entry entry(Subject key, Entry old) {
    long now = generation.get();
    if (old != null && old.generation() == now && !old.held().failed()) {
      return old;
    }
    Future<Held> held =
        source.load(key.issuer(), key.subject()).map(roles -> new Held(roles, clock));
    return new Entry(now, held);
  }

  /** Increases with every change that invalidates the cached entries. */
  public long generation() {
    return generation.get();
  }

  /** Invalidates all entries; call when a record has changed on which grants depend. */
  public void changed() {
    generation.incrementAndGet();
  }
}
