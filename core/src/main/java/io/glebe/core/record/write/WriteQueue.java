package io.glebe.core.record.write;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.database.Database;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.change.ChangeWriter;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.trace.Span;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes that wait for their transaction. Only one transaction at a time can commit to a feed
 * clock; so while one group runs, the next one collects, and under higher load more writes share a
 * commit. A write that finds no group running starts at once and alone. Processes take turns, see
 * {@link WriteTurn}.
 *
 * <p>Writes of one record never share a group or run concurrently; they run in the order of
 * arrival. When the database refuses a group, each of its writes runs alone, so that an error of
 * one write affects no other.
 */
public final class WriteQueue {
  private static final int MAX_WRITES = 64;
  private static final long MAX_WEIGHT = 4L * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(WriteQueue.class);

  private final Database database;
  private final RecordRules rules;
  private final ChangeListener listener;
  private final int capacity;

  private final ReentrantLock lock = new ReentrantLock();
  private final SharedPlaces places;
  private final Deque<PendingWrite> waiting = new ArrayDeque<>();
  private final Set<RecordKey> running = new HashSet<>();
  private boolean singleRuns;
  private final Deque<WriteTurn> turns = new ArrayDeque<>(WriteTurn.all());

  private final LongAdder committed = new LongAdder();
  private final LongAdder stored = new LongAdder();
  private final LongAdder refused = new LongAdder();

  /**
   * @param capacity maximum number of waiting writes; further ones are answered 503
   * @param perCaller maximum number of unfinished writes of one caller; further ones are answered
   *     429. The platform itself is not limited.
   */
  public WriteQueue(
      Database database, RecordRules rules, ChangeListener listener, int capacity, int perCaller) {
    this.database = database;
    this.rules = rules;
    this.listener = listener;
    this.capacity = capacity;
    this.places = new SharedPlaces("writes", Integer.MAX_VALUE, perCaller);
  }

  public Future<WriteResult> write(WriteRequest request, RuleInput.Verb verb) {
    return Span.during(Span.Kind.INTERNAL, "write", () -> queued(request, verb));
  }

  private Future<WriteResult> queued(WriteRequest request, RuleInput.Verb verb) {
    PendingWrite write = PendingWrite.of(request, verb);
    Caller caller = request.caller();
    if (caller.kind() != CallerKind.SYSTEM) {
      try {
        SharedPlaces.Place place = places.take(caller.subjectId());
        write.result().future().onComplete(done -> place.close());
      } catch (Problem refused) {
        return Future.failedFuture(refused);
      }
    }
    lock.lock();
    try {
      if (waiting.size() >= capacity) {
        write.result().fail(Problem.tooBusy("too many writes are waiting", RetrySeconds.SHORT));
        return write.result().future();
      }
      waiting.addLast(write);
    } finally {
      lock.unlock();
    }
    startNext();
    return write.result().future();
  }

  /** Starts a group unless enough are running or no write can start. */
  private void startNext() {
    List<PendingWrite> group = new ArrayList<>();
    WriteTurn turn;
    lock.lock();
    try {
      turn = turns.peekFirst();
      if (turn == null || !canStart()) {
        return;
      }
      collectSingle(group);
      if (group.isEmpty() && !turn.isShared()) {
        collect(group);
        if (group.isEmpty()) {
          return;
        }
      }
      turns.removeFirst();
    } finally {
      lock.unlock();
    }
    writeGroup(group, turn)
        .onComplete(
            done -> {
              release(group, turn);
              startNext();
            });
    if (group.stream().anyMatch(PendingWrite::single)) {
      startNext(); // it may wait for long, and another turn may be free for the others
    }
  }

  /** Binds the queue to the meters. */
  public void bind(PlatformMeters meters) {
    meters.gauge(
        MeterNames.RECORD_WRITES_WAITING, this::waiting, "", "writes that wait for a group");
    meters.counter(
        MeterNames.RECORD_WRITE_GROUPS, committed::sum, "groups of writes that were committed");
    meters.counter(MeterNames.RECORD_WRITES, stored::sum, "writes", "outcome", "stored");
    meters.counter(MeterNames.RECORD_WRITES, refused::sum, "writes", "outcome", "refused");
  }

  private int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the first write that waits for a lock on its own. There is one of them at a time, so that
   * the other groups go on.
   */
  private void collectSingle(List<PendingWrite> group) {
    Optional<PendingWrite> first =
        waiting.stream().filter(write -> write.single() && isFree(write)).findFirst();
    first.ifPresent(
        write -> {
          waiting.remove(write);
          running.addAll(write.keys());
          group.add(write);
          singleRuns = true;
        });
  }

  private void collect(List<PendingWrite> group) {
    long weight = 0;
    Set<RecordKey> earlier =
        new HashSet<>(); // of writes that stay, which later writes must not overtake
    for (Iterator<PendingWrite> all = waiting.iterator(); all.hasNext(); ) {
      PendingWrite write = all.next();
      boolean free =
          !write.single()
              && write.keys().stream()
                  .noneMatch(key -> running.contains(key) || earlier.contains(key));
      if (free && (group.isEmpty() || weight + write.weight() <= MAX_WEIGHT)) {
        weight += write.weight();
        group.add(write);
        running.addAll(write.keys());
        all.remove();
        if (group.size() == MAX_WRITES) {
          return;
        }
      } else {
        earlier.addAll(write.keys());
      }
    }
  }

  private void release(List<PendingWrite> group, WriteTurn turn) {
    lock.lock();
    try {
      group.forEach(write -> running.removeAll(write.keys()));
      singleRuns &= group.stream().noneMatch(PendingWrite::single);
      turns.addFirst(turn);
    } finally {
      lock.unlock();
    }
  }

  /**
   * One transaction for all; when the database refuses, one for each write. Never fails.
   *
   * @param group is filled when the turn is granted, if it is empty
   */
  private Future<?> writeGroup(List<PendingWrite> group, WriteTurn turn) {
    return Span.shared(
        "write group",
        group.stream().map(PendingWrite::span).toList(),
        () -> inOneTransaction(group, turn));
  }

  private Future<?> inOneTransaction(List<PendingWrite> group, WriteTurn turn) {
    Set<String> touched = new TreeSet<>();
    AtomicReference<WriteTurn.@Nullable Taken> taken = new AtomicReference<>();
    return database
        .<List<WriteGroup.Outcome>>inTransaction(
            transaction -> {
              WriteTurn.Taken first =
                  group.stream().anyMatch(PendingWrite::single)
                      ? turn.sendWithout(transaction)
                      : turn.send(transaction);
              taken.set(first);
              if (group.isEmpty()) {
                first.await();
                collectNow(group);
              }
              if (group.isEmpty()) {
                return List.of(); // another group of this process has the same records
              }
              return new WriteGroup(transaction, rules, group).run(touched);
            })
        .onSuccess(outcomes -> committed.increment())
        .onSuccess(outcomes -> notifyListener(touched))
        .onSuccess(outcomes -> complete(group, outcomes))
        .recover(failure -> refused(group, turn, taken.get(), failure))
        .mapEmpty();
  }

  /** Whether a write can start, without overtaking an earlier one of the same record. */
  private boolean canStart() {
    Set<RecordKey> earlier = new HashSet<>();
    for (PendingWrite write : waiting) {
      if (isFree(write) && write.keys().stream().noneMatch(earlier::contains)) {
        return true;
      }
      earlier.addAll(write.keys());
    }
    return false;
  }

  private boolean isFree(PendingWrite write) {
    return !(write.single() && singleRuns) && write.keys().stream().noneMatch(running::contains);
  }

  private void collectNow(List<PendingWrite> group) {
    lock.lock();
    try {
      collect(group);
    } finally {
      lock.unlock();
    }
  }

  private Future<List<WriteGroup.Outcome>> refused(
      List<PendingWrite> group,
      WriteTurn turn,
      WriteTurn.@Nullable Taken taken,
      Throwable failure) {
    if (taken != null && taken.isRefused()) {
      LOG.warn("another process does not end a group of writes; groups do not wait for it");
      return writeGroup(group, turn).map(done -> List.of());
    }
    if (group.isEmpty()) {
      collectNow(group); // these writes would meet the same failure
    }
    return group.size() > 1 && isRolledBack(failure)
        ? writeOneByOne(group, turn)
        : fail(group, failure);
  }

  /**
   * Whether the transaction has certainly been rolled back. When the connection is lost during a
   * commit the outcome is unknown, and the writes must not be repeated.
   */
  private static boolean isRolledBack(Throwable failure) {
    return !isLost(failure) && !(failure instanceof Problem);
  }

  private static boolean isLost(Throwable failure) {
    return DatabaseProblems.isLostConnection(failure)
        || failure instanceof IOException
        || failure instanceof IllegalStateException
        || failure instanceof PgException e
            && DatabaseProblems.isUnavailable(String.valueOf(e.getSqlState()));
  }

  private static Throwable reason(Throwable failure) {
    if (isLost(failure) && !(failure instanceof IllegalStateException)) {
      LOG.warn("a group of writes lost the database: {}", failure.getMessage());
      return Problem.tooBusy(
          "the connection to the database was lost; the write may have been stored",
          RetrySeconds.SHORT);
    }
    return failure instanceof PgException e ? ChangeWriter.refusal(e) : failure;
  }

  private Future<List<WriteGroup.Outcome>> writeOneByOne(List<PendingWrite> group, WriteTurn turn) {
    Future<?> chain = Future.succeededFuture();
    for (PendingWrite write : group) {
      chain = chain.compose(done -> writeGroup(List.of(write), turn));
    }
    return chain.map(done -> List.of());
  }

  private Future<List<WriteGroup.Outcome>> fail(List<PendingWrite> group, Throwable failure) {
    Throwable cause = reason(failure);
    refused.add(group.size());
    group.forEach(write -> write.result().fail(cause));
    return Future.succeededFuture(List.of());
  }

  private void notifyListener(Set<String> touched) {
    if (!touched.isEmpty()) {
      listener.changed(Set.copyOf(touched));
    }
  }

  private void complete(List<PendingWrite> group, List<WriteGroup.Outcome> outcomes) {
    List<PendingWrite> postponed = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      PendingWrite write = group.get(i);
      switch (outcomes.get(i)) {
        case WriteGroup.Outcome.Done done -> {
          stored.increment();
          write.result().complete(done.result());
        }
        case WriteGroup.Outcome.Failed failed -> {
          refused.increment();
          write.result().fail(failed.cause());
        }
        case WriteGroup.Outcome.Postponed retry ->
            postponed.add(retry.single() ? write.inOwnGroup() : write);
      }
    }
    lock.lock();
    try {
      postponed.reversed().forEach(waiting::addFirst);
    } finally {
      lock.unlock();
    }
  }
}
