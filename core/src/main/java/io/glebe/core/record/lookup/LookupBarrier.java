package io.glebe.core.record.lookup;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Collects the lookups of writes that are planned side by side in one transaction. A write that
 * makes a lookup waits until every other write makes one too or is finished; then all lookups are
 * sent together.
 */
public final class LookupBarrier {
  private final LookupBatch batch;
  private final ReentrantLock lock = new ReentrantLock();
  private List<Request> waiting = new ArrayList<>();
  private int planning;

  /**
   * The lookups of one write.
   *
   * @param requester the object that identifies the write in its group
   * @param creation whether it creates its record
   */
  record Request(
      Object requester,
      Caller caller,
      boolean creation,
      Set<Lookup<?>> lookups,
      CompletableFuture<LookupResults> results) {}

  /**
   * @param planning number of writes that are planned; each calls {@link #leave} at its end
   */
  public LookupBarrier(Transaction transaction, int planning) {
    this.batch = new LookupBatch(transaction);
    this.planning = planning;
  }

  /**
   * Sends the lookups that the writes will probably make, so that their first lookups need no round
   * trip.
   */
  public void expect(Set<Lookup<?>> lookups) {
    batch.expect(lookups);
  }

  /**
   * Answers the lookups; blocks.
   *
   * @throws LockConflict when another write of the group holds a lock that they need
   */
  LookupResults lookUp(Object requester, Caller caller, boolean creation, Set<Lookup<?>> lookups) {
    Request request = new Request(requester, caller, creation, lookups, new CompletableFuture<>());
    lock.lock();
    try {
      waiting.add(request);
    } finally {
      lock.unlock();
    }
    sendIfComplete();
    try {
      return request.results().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  /** Reduces the number of writes to wait for by one. */
  public void leave() {
    lock.lock();
    try {
      planning--;
    } finally {
      lock.unlock();
    }
    sendIfComplete();
  }

  /** Sends the lookups when every write waits; runs on the thread of the last one. */
  private void sendIfComplete() {
    List<Request> requests;
    lock.lock();
    try {
      if (waiting.isEmpty() || waiting.size() < planning) {
        return;
      }
      requests = waiting;
      waiting = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    try {
      batch.answer(requests);
    } catch (RuntimeException e) {
      requests.forEach(request -> request.results().completeExceptionally(e));
    }
  }

  /** Two writes of one group need a lock that only one of them can hold. */
  public static final class LockConflict extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LockConflict(String lockName) {
      super(lockName, null, false, false);
    }
  }
}
