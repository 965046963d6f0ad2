package io.glebe.api.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads that repeat an action until they are closed. */
final class LoadThreads implements AutoCloseable {
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final int pauses;

  /**
   * @param pauses between two actions, as multiples of the usual ones
   */
  LoadThreads(int pauses) {
    this.pauses = pauses;
  }

  /** A request with its answer; without an answer it throws an {@link IOException}. */
  interface Action {
    void run() throws IOException, InterruptedException;
  }

  /** Repeats an action with a pause, also after a lost connection. */
  void repeat(String name, Duration pause, Action action) {
    threads.add(Thread.ofVirtual().name(name).start(() -> run(name, pause, action)));
  }

  private void run(String name, Duration pause, Action action) {
    try {
      do {
        try {
          action.run();
        } catch (IOException lost) {
          // the next one goes to another gateway
        }
      } while (!over.await(pauses * pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | AssertionError e) {
      failures.add(name + " ended by " + e);
    }
  }

  /** Threads that ended before they were closed. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Begins to end all threads. */
  void end() {
    over.countDown();
    threads.forEach(Thread::interrupt);
  }

  /** Waits for the end of all threads. */
  @Override
  public void close() {
    end();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
