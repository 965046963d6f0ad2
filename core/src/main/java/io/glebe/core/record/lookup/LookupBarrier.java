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
  private final LookupBatch lookup;
  private final ReentrantLock lock = new ReentrantLock();
  private List<Ask> waiting = new ArrayList<>();
  private int planning;

  /**
   * The lookups of one write.
   *
   * @param asker the object that identifies the write in its group
   * @param creation whether it creates its record
   */
  record Ask(
      Object asker,
      Caller caller,
      boolean creation,
      Set<Lookup<?>> questions,
      CompletableFuture<LookupResults> answer) {}

  /**
   * @param planning number of writes that are planned; each calls {@link #leave} at its end
   */
  public LookupBarrier(Transaction transaction, int planning) {
    this.lookup = new LookupBatch(transaction);
    this.planning = planning;
  }

  /**
   * Sends the lookups that the writes will probably make, so that their first lookups need no round
   * trip.
   */
  public void expect(Set<Lookup<?>> questions) {
    lookup.expect(questions);
  }

  /**
   * Answers the lookups; blocks.
   *
   * @throws Together when another write of the group holds a lock that they need
   */
  LookupResults ask(Object asker, Caller caller, boolean creation, Set<Lookup<?>> questions) {
    Ask ask = new Ask(asker, caller, creation, questions, new CompletableFuture<>());
    lock.lock();
    try {
      waiting.add(ask);
    } finally {
      lock.unlock();
    }
    turn();
    try {
      return ask.answer().join();
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
    turn();
  }

  /** Sends the lookups when every write waits; runs on the thread of the last one. */
  private void turn() {
    List<Ask> round;
    lock.lock();
    try {
      if (waiting.isEmpty() || waiting.size() < planning) {
        return;
      }
      round = waiting;
      waiting = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    try {
      lookup.answer(round);
    } catch (RuntimeException e) {
      round.forEach(ask -> ask.answer().completeExceptionally(e));
    }
  }

  /** Two writes of one group need a lock that only one of them can have. */
  public static final class Together extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Together(String what) {
      super(what, null, false, false);
    }
  }
}
