package io.glebe.mqtt.limit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of messages that all clients together may have under way. Each owner, such as an
 * account, has a share of them at most. A quarter of the whole and of each share is kept for small
 * messages, which are admitted first, so that large ones do not delay them. Owners whose messages
 * wait for the whole get their bytes in turn, one message each. Thread-safe.
 *
 * <pre>{@code
 * ByteBudget.Share share = budget.share(account, most);
 * if (share.tryTake(bytes)) { ...; share.giveBack(bytes); }
 * share.close();
 * }</pre>
 */
public final class ByteBudget {
  /** Heap that each message uses besides its packet, in bytes. */
  public static final int OVERHEAD = 512;

  /** Maximum size of a small message in bytes, overhead included. */
  public static final int SMALL = 4 * 1024;

  private static final int LARGE_SHARE = 4;

  /** The messages of one size of all owners. */
  private static final class SizeClass {
    /** Owners whose first waiting message fits into their share, so that it waits for the whole. */
    private final Deque<Line> lines = new ArrayDeque<>();
  }

  /** The messages of one size of one owner that wait, in their order. */
  private static final class Line {
    private final Holder owner;
    private final SizeClass size;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private boolean inTurn;

    Line(Holder owner, SizeClass size) {
      this.owner = owner;
      this.size = size;
    }

    /** Waits for its turn if the owner's share has room for the first message. */
    void enter() {
      Waiting first = waiting.peek();
      if (!inTurn && first != null && owner.fits(first.bytes)) {
        inTurn = true;
        size.lines.add(this);
      }
    }
  }

  private static final class Holder {
    private final Object key;
    private final long most;
    private final Line small;
    private final Line large;
    private long used;

    /** Number of shares that are open. */
    private int shares;

    Holder(Object key, long most, ByteBudget budget) {
      this.key = key;
      this.most = most;
      small = new Line(this, budget.small);
      large = new Line(this, budget.large);
    }

    Line line(int bytes) {
      return bytes <= SMALL ? small : large;
    }

    boolean fits(int bytes) {
      return ByteBudget.fits(used, most, bytes);
    }
  }

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
  private final SizeClass small = new SizeClass();
  private final SizeClass large = new SizeClass();
  private final Map<Object, Holder> owners = new HashMap<>();
  private long used;

  public ByteBudget(long limit) {
    this.limit = limit;
  }

  /**
   * Joins the owner's share; the caller closes it.
   *
   * @param owner any value with {@code equals}
   * @param most bytes that the owner may hold at most
   */
  public synchronized Share share(Object owner, long most) {
    Holder found = owners.computeIfAbsent(owner, key -> new Holder(key, most, this));
    found.shares++;
    return new Share(found);
  }

  /** The part of one owner, as one of its clients uses it. */
  public final class Share implements AutoCloseable {
    private final Holder owner;
    private boolean closed;

    private Share(Holder owner) {
      this.owner = owner;
    }

    /** Takes the bytes, unless others wait for theirs or there are too few. */
    public boolean tryTake(int bytes) {
      synchronized (ByteBudget.this) {
        Line line = owner.line(bytes);
        boolean free = line.size.lines.isEmpty() && line.waiting.isEmpty();
        if (!free || !owner.fits(bytes) || !isFree(bytes)) {
          return false;
        }
        take(owner, bytes);
        return true;
      }
    }

    /**
     * Waits for the bytes.
     *
     * @param admitted is called once, when they have been taken: on the thread that returns bytes,
     *     or on this one where they have been returned meanwhile
     */
    public Waiting await(int bytes, Runnable admitted) {
      Waiting waiting = new Waiting(bytes, admitted);
      List<Waiting> fitting = new ArrayList<>();
      synchronized (ByteBudget.this) {
        Line line = owner.line(bytes);
        line.waiting.add(waiting);
        line.enter();
        admit(line.size, fitting);
      }
      fitting.forEach(fits -> fits.admitted.run());
      return waiting;
    }

    /** Returns false when the bytes have been taken already; they must then be given back. */
    public boolean cancel(Waiting waiting) {
      List<Waiting> fitting = new ArrayList<>();
      boolean cancelled;
      synchronized (ByteBudget.this) {
        Line line = owner.line(waiting.bytes);
        cancelled = line.waiting.remove(waiting);
        line.enter();
        admit(line.size, fitting);
      }
      fitting.forEach(fits -> fits.admitted.run());
      return cancelled;
    }

    /** Gives bytes back, also after the end, and admits the messages that fit now. */
    public void giveBack(long bytes) {
      if (bytes != 0) {
        ByteBudget.this.giveBack(owner, bytes);
      }
    }

    /** Leaves the share; what it has taken is still to be given back. */
    @Override
    public void close() {
      synchronized (ByteBudget.this) {
        if (!closed) {
          closed = true;
          owner.shares--;
          forget(owner);
        }
      }
    }
  }

  private boolean isFree(int bytes) {
    return fits(used, limit, bytes);
  }

  /** One message is admitted in any case, so that a small limit does not stop the server. */
  private static boolean fits(long used, long limit, int bytes) {
    long most = bytes <= SMALL ? limit : limit - limit / LARGE_SHARE;
    return used == 0 || used + bytes <= most;
  }

  private void take(Holder owner, int bytes) {
    used += bytes;
    owner.used += bytes;
  }

  private void giveBack(Holder owner, long bytes) {
    List<Waiting> fitting = new ArrayList<>();
    synchronized (this) {
      used -= bytes;
      owner.used -= bytes;
      owner.small.enter();
      owner.large.enter();
      admit(small, fitting);
      admit(large, fitting);
      forget(owner);
    }
    fitting.forEach(waiting -> waiting.admitted.run());
  }

  private void admit(SizeClass size, List<Waiting> fitting) {
    for (Line line = size.lines.peek(); line != null; line = size.lines.peek()) {
      Waiting first = line.waiting.peek();
      boolean waits = first != null && line.owner.fits(first.bytes);
      if (waits && !isFree(first.bytes)) {
        return;
      }
      size.lines.remove();
      line.inTurn = false;
      if (waits) {
        line.waiting.remove();
        take(line.owner, first.bytes);
        fitting.add(first);
        line.enter();
      }
    }
  }

  private void forget(Holder owner) {
    if (owner.shares == 0 && owner.used == 0) {
      owners.remove(owner.key, owner);
    }
  }

  public synchronized long used() {
    return used;
  }
}
