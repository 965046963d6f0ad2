package io.glebe.core.identity;

import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/** Computes off the event loop what anybody can ask for, a bounded number at a time. */
final class BoundedWork {
  private final Semaphore admitted;
  private final Semaphore atWork;

  /**
   * @param waiting most calls that are admitted; beyond them the answer is 503
   * @param working most calls that compute at the same time
   */
  BoundedWork(int waiting, int working) {
    admitted = new Semaphore(waiting);
    atWork = new Semaphore(working);
  }

  <T> Future<T> run(Callable<T> work) {
    if (!admitted.tryAcquire()) {
      return Future.failedFuture(Problem.tooBusy("too many sign-ins at once", 1));
    }
    return OffLoop.run(() -> compute(work)).onComplete(done -> admitted.release());
  }

  private <T> T compute(Callable<T> work) throws Exception {
    atWork.acquire();
    try {
      return work.call();
    } finally {
      atWork.release();
    }
  }
}
