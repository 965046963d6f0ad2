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
 * Gathers the questions of writes that are planned side by side in one transaction: whoever asks
 * waits until each of the others asks too or is done, then all questions travel together.
 */
public final class LookupBarrier {
  private final LookupBatch lookup;
  private final ReentrantLock lock = new ReentrantLock();
  private List<Ask> waiting = new ArrayList<>();
  private int planning;

  /**
   * The questions of one write.
   *
   * @param asker what stands for the write among those of its group
   * @param creation whether it creates its record
   */
  record Ask(
      Object asker,
      Caller caller,
      boolean creation,
      Set<Lookup<?>> questions,
      CompletableFuture<LookupResults> answer) {}

  /**
   * @param planning how many writes are planned; each calls {@link #leave} at its end
   */
  public LookupBarrier(Transaction transaction, int planning) {
    this.lookup = new LookupBatch(transaction);
    this.planning = planning;
  }

  /** Sends what the writes are likely to ask, so that their first questions cost no round trip. */
  public void expect(Set<Lookup<?>> questions) {
    lookup.expect(questions);
  }

  /**
   * Answers the questions; waits.
   *
   * @throws Together when another write of the group holds a lock that they ask for
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

  /** One write less to wait for. */
  public void leave() {
    lock.lock();
    try {
      planning--;
    } finally {
      lock.unlock();
    }
    turn();
  }

  /** Asks when everybody waits; run by the one who came last. */
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

  /** Two writes of one group want what only one transaction at a time may have. */
  public static final class Together extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Together(String what) {
      super(what, null, false, false);
    }
  }
}
