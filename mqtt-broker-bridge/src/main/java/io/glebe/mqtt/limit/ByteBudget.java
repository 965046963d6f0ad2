package io.glebe.mqtt.limit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The bytes of messages that all clients together may have under way. A quarter is kept for small
 * messages, which are admitted first, so that large ones do not delay them. Thread-safe.
 */
public final class ByteBudget {
  /** Heap that each message uses besides its packet, in bytes. */
  public static final int OVERHEAD = 512;

  /** Maximum size of a small message in bytes, overhead included. */
  public static final int SMALL = 4 * 1024;

  private static final int LARGE_SHARE = 4;

  /** A message that waits for its bytes. */
  public static final class Waiting {
    private final int bytes;
    private final Runnable admitted;

    private Waiting(int bytes, Runnable admitted) {
      this.bytes = bytes;
      this.admitted = admitted;
    }
  }

  private final long limit;
  private final Deque<Waiting> small = new ArrayDeque<>();
  private final Deque<Waiting> large = new ArrayDeque<>();
  private long used;

  public ByteBudget(long limit) {
    this.limit = limit;
  }

  /** Takes the bytes, unless others wait for theirs or there are too few. */
  public synchronized boolean tryTake(int bytes) {
    if (!queue(bytes).isEmpty() || !fits(bytes)) {
      return false;
    }
    used += bytes;
    return true;
  }

  private Deque<Waiting> queue(int bytes) {
    return bytes <= SMALL ? small : large;
  }

  /** One message is admitted in any case, so that a small limit does not stop the server. */
  private boolean fits(int bytes) {
    long most = bytes <= SMALL ? limit : limit - limit / LARGE_SHARE;
    return used == 0 || used + bytes <= most;
  }

  /**
   * Waits for the bytes.
   *
   * @param admitted is called once, on the thread that returns bytes, when they have been taken
   */
  public synchronized Waiting await(int bytes, Runnable admitted) {
    Waiting waiting = new Waiting(bytes, admitted);
    queue(bytes).add(waiting);
    return waiting;
  }

  /** Returns false when the bytes have been taken already; they must then be given back. */
  public synchronized boolean cancel(Waiting waiting) {
    return queue(waiting.bytes).remove(waiting);
  }

  /** Gives bytes back and admits the messages that fit now. */
  public void giveBack(long bytes) {
    if (bytes == 0) {
      return;
    }
    List<Waiting> fitting = new ArrayList<>();
    synchronized (this) {
      used -= bytes;
      take(small, fitting);
      take(large, fitting);
    }
    fitting.forEach(waiting -> waiting.admitted.run());
  }

  private void take(Deque<Waiting> queue, List<Waiting> fitting) {
    while (!queue.isEmpty() && fits(queue.peek().bytes)) {
      Waiting next = queue.poll();
      used += next.bytes;
      fitting.add(next);
    }
  }

  public synchronized long used() {
    return used;
  }
}
