package io.glebe.core.identity;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/** Runs a bounded number of expensive computations at a time, off the event loop. */
final class BoundedWork {
  private final Semaphore admitted;
  private final Semaphore running;

  /**
   * @param waiting maximum number of admitted calls; further ones fail with 503
   * @param working maximum number of concurrent computations
   */
  BoundedWork(int waiting, int working) {
    admitted = new Semaphore(waiting);
    running = new Semaphore(working);
  }

  <T> Future<T> run(Callable<T> work) {
    if (!admitted.tryAcquire()) {
      return Future.failedFuture(Problem.tooBusy("too many sign-ins at once", RetrySeconds.SHORT));
    }
    return OffLoop.run(() -> compute(work)).onComplete(done -> admitted.release());
  }

  private <T> T compute(Callable<T> work) throws Exception {
    running.acquire();
    try {
      return work.call();
    } finally {
      running.release();
    }
  }
}
