package io.glebe.core.attachment;

import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Bounds what uploads take from the machine: places for those under way, which may be slow and cost
 * a spool file each, and turns for those that write to disk and database, which are few and in the
 * order of asking. A hundred large files arriving together so keep no connection of the database
 * waiting behind them. Blocking.
 */
final class UploadLimiter {
  private static final int RETRY_SECONDS = 5;

  private final Semaphore places;
  private final Semaphore writes;

  /**
   * @param places most uploads under way
   * @param writes most that write at the same time
   */
  UploadLimiter(int places, int writes) {
    this.places = new Semaphore(places);
    this.writes = new Semaphore(writes, true);
  }

  /** What is done in a turn. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /** Takes a place; 503 where there is none. */
  void enter() {
    if (!places.tryAcquire()) {
      throw Problem.tooBusy("as many uploads as there may be are under way", RETRY_SECONDS);
    }
  }

  void leave() {
    places.release();
  }

  /** Waits for a turn; no longer than the writes before it take. */
  <T> T write(Work<T> work) throws IOException {
    try {
      writes.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while an upload waited for its turn", e);
    }
    try {
      return work.run();
    } finally {
      writes.release();
    }
  }
}
