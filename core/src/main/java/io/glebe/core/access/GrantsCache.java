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
 * The grants of each subject, read once and dropped at once when a role, an assignment, a user or a
 * farm changes. Safe for threads.
 *
 * <p>A change does not empty the cache: it starts a new generation, and what was read in an older
 * one, also by a query that was under way, is not believed any more.
 */
public final class GrantsCache {
  /** Most subjects that are kept. */
  static final int MAX_SUBJECTS = 50_000;

  /** Longest time that anything is believed, should a notification ever be lost. */
  static final Duration MAX_AGE = Duration.ofMinutes(5);

  private record Subject(String issuer, String subject) {}

  private record Entry(long generation, Future<Held> held) {}

  /** A book and what it says at present; replaced when a period begins or ends. */
  private static final class Held {
    private final SubjectRoles book;
    private volatile SubjectRoles.Moment moment;

    Held(SubjectRoles book, InstantSource clock) {
      this.book = book;
      this.moment = book.at(clock.instant());
    }

    SubjectRoles.Moment at(InstantSource clock) {
      SubjectRoles.Moment current = moment;
      if (!current.until().equals(Instant.MAX) && !clock.instant().isBefore(current.until())) {
        current = book.at(clock.instant());
        moment = current;
      }
      return current;
    }
  }

  private final RoleSource source;
  private final InstantSource clock;
  private final AtomicLong generation = new AtomicLong();
  private final Cache<Subject, Entry> entries =
      Caffeine.newBuilder()
          .maximumSize(MAX_SUBJECTS)
          .expireAfterWrite(MAX_AGE)
          .executor(Runnable::run)
          .build();

  public GrantsCache(RoleSource source, InstantSource clock) {
    this.source = source;
    this.clock = clock;
  }

  /** What the subject's roles open now; completes at once when they are known. */
  public Future<Grants> grants(String issuer, String subject) {
    return moment(issuer, subject).map(SubjectRoles.Moment::grants);
  }

  /** The same, with the moment at which a period begins or ends. */
  public Future<SubjectRoles.Moment> moment(String issuer, String subject) {
    Subject key = new Subject(issuer, subject);
    Entry entry = entries.getIfPresent(key);
    if (entry == null || entry.generation() != generation.get() || entry.held().failed()) {
      entry = entries.asMap().compute(key, (k, old) -> current(k, old));
    }
    return SharedFutures.here(entry.held()).map(held -> held.at(clock));
  }

  private Entry current(Subject key, Entry old) {
    long now = generation.get();
    if (old != null && old.generation() == now && !old.held().failed()) {
      return old;
    }
    Future<Held> held = source.load(key.issuer(), key.subject()).map(book -> new Held(book, clock));
    return new Entry(now, held);
  }

  /** Grows with every change after which nothing read before is believed. */
  public long generation() {
    return generation.get();
  }

  /** Something that grants depend on has changed: nothing read before is believed any more. */
  public void changed() {
    generation.incrementAndGet();
  }
}
