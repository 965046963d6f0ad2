package io.glebe.core.admission;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.thread.CallerPromise;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A limited number of places for work of one kind, in all and for each owner. An owner is any value
 * with {@code equals}, for example the subject of a caller. Work that finds no place is refused
 * ({@link #take}) or waits ({@link #inTurn}); owners that wait get places in turn, one each.
 * Thread-safe.
 *
 * <pre>{@code
 * SharedPlaces.Place place = streams.take(caller.subjectId());
 * stream.onEnd(place::close);
 * }</pre>
 */
public final class SharedPlaces {
  private final String subject;
  private final int total;
  private final int perOwner;
  private final int waitersPerOwner;
  private final Map<Object, Integer> taken = new HashMap<>();
  private final LinkedHashMap<Object, Deque<Waiter>> waiting = new LinkedHashMap<>();
  private int takenByAll;

  /**
   * @param subject what takes the places, in the plural, for refusals: "streams of changes"
   * @param total most places that all owners hold together
   * @param perOwner most places that one owner holds
   */
  public SharedPlaces(String subject, int total, int perOwner) {
    this(subject, total, perOwner, 0);
  }

  /**
   * @param waitersPerOwner how many of one owner may wait in {@link #inTurn}
   */
  public SharedPlaces(String subject, int total, int perOwner, int waitersPerOwner) {
    this.subject = subject;
    this.total = total;
    this.perOwner = Math.min(total, perOwner);
    this.waitersPerOwner = waitersPerOwner;
  }

  /** Most places that all owners hold together. */
  public int total() {
    return total;
  }

  /** One place; closing it more than once has no further effect. */
  public final class Place implements AutoCloseable {
    private final Object owner;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Place(Object owner) {
      this.owner = owner;
    }

    /** Runs work at this place, and closes it when the work ends, also with an exception. */
    public <T> Future<T> during(Supplier<Future<T>> work) {
      try {
        return work.get().onComplete(done -> close());
      } catch (RuntimeException refused) {
        close();
        throw refused;
      }
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        leave(owner);
      }
    }
  }

  /** Work that waits for its turn. */
  public final class Waiter {
    private final Object owner;
    private final CallerPromise<Place> promise = new CallerPromise<>();
    private final Future<Place> place;

    private Waiter(Object owner) {
      this.owner = owner;
      this.place = promise.future();
    }

    private Waiter(Object owner, Future<Place> place) {
      this.owner = owner;
      this.place = place;
    }

    /** Completes with the place, on the event loop that asked; the receiver closes it. */
    public Future<Place> place() {
      return place;
    }

    /** Waits no more: the place fails with 429, unless it has been given. */
    public void giveUp() {
      synchronized (SharedPlaces.this) {
        Deque<Waiter> own = waiting.get(owner);
        if (own == null || !own.remove(this)) {
          return;
        }
        if (own.isEmpty()) {
          waiting.remove(owner);
        }
      }
      promise.fail(tooManyOfOwner());
    }
  }

  /**
   * Takes a place at once.
   *
   * @throws Problem 503 if all are taken, 429 if the owner holds as many as one may hold
   */
  public synchronized Place take(Object owner) {
    Optional<Problem> refusal = refusal(owner);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return occupy(owner);
  }

  /** Fails where {@link #take} would be refused now; takes nothing. */
  public synchronized Future<Void> free(Object owner) {
    return refusal(owner).<Future<Void>>map(Future::failedFuture).orElse(Future.succeededFuture());
  }

  private Optional<Problem> refusal(Object owner) {
    if (takenByAll >= total) {
      return Optional.of(
          Problem.tooBusy("too many " + subject + " are open", RetrySeconds.OPEN_PLACE));
    }
    return of(owner) < perOwner ? Optional.empty() : Optional.of(tooManyOfOwner());
  }

  /**
   * Takes a place, or waits for one. The waiter fails with 429 if as many of the owner wait as may
   * wait.
   */
  public synchronized Waiter inTurn(Object owner) {
    if (admits(owner)) {
      return new Waiter(owner, Future.succeededFuture(occupy(owner)));
    }
    Deque<Waiter> own = waiting.getOrDefault(owner, new ArrayDeque<>());
    if (own.size() >= waitersPerOwner) {
      return new Waiter(owner, Future.failedFuture(tooManyOfOwner()));
    }
    Waiter waiter = new Waiter(owner);
    own.add(waiter);
    waiting.put(owner, own);
    return waiter;
  }

  /** Number of places that are taken. */
  public synchronized int taken() {
    return takenByAll;
  }

  private boolean admits(Object owner) {
    return takenByAll < total && of(owner) < perOwner && !waiting.containsKey(owner);
  }

  private int of(Object owner) {
    return taken.getOrDefault(owner, 0);
  }

  private Place occupy(Object owner) {
    taken.merge(owner, 1, Integer::sum);
    takenByAll++;
    return new Place(owner);
  }

  private void leave(Object owner) {
    List<Runnable> admitted = new ArrayList<>();
    synchronized (this) {
      taken.computeIfPresent(owner, (same, held) -> held == 1 ? null : held - 1);
      takenByAll--;
      for (Waiter next = next(); next != null; next = next()) {
        Waiter waiter = next;
        Place place = occupy(waiter.owner);
        admitted.add(() -> waiter.promise.complete(place));
      }
    }
    admitted.forEach(Runnable::run);
  }

  /** The first waiter of the next owner in turn, who then is the last in turn. */
  private @Nullable Waiter next() {
    if (takenByAll >= total) {
      return null;
    }
    Iterator<Map.Entry<Object, Deque<Waiter>>> owners = waiting.entrySet().iterator();
    while (owners.hasNext()) {
      Map.Entry<Object, Deque<Waiter>> turn = owners.next();
      if (of(turn.getKey()) < perOwner) {
        Deque<Waiter> own = turn.getValue();
        Waiter first = own.remove();
        owners.remove();
        if (!own.isEmpty()) {
          waiting.put(turn.getKey(), own);
        }
        return first;
      }
    }
    return null;
  }

  private Problem tooManyOfOwner() {
    return Problem.of(
            ProblemType.TOO_MANY_REQUESTS,
            "this caller has "
                + perOwner
                + " "
                + subject
                + " open already, as many as one may have")
        .retryAfter(RetrySeconds.OPEN_PLACE);
  }
}
