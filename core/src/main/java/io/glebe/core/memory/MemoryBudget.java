package io.glebe.core.memory;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of heap that one kind of data may hold in the process, in all and for each owner. Memory is
 * leased before it is used, so that one owner, or all together, cannot exhaust the heap. An owner
 * is any value with {@code equals}, for example a caller or an address. The less is left, the less
 * an owner may take: a few of them cannot hold everything, see decision 0168. Thread-safe.
 *
 * <pre>{@code
 * try (MemoryBudget.Lease lease = bodies.lease(caller)) {
 *   lease.grow(chunk.length());
 * }
 * }</pre>
 */
public final class MemoryBudget {
  private final String subject;
  private final long total;
  private final long perOwner;
  private final AtomicLong held = new AtomicLong();
  private final ConcurrentHashMap<Object, Long> byOwner = new ConcurrentHashMap<>();

  /**
   * @param subject what is held, in the plural, for the refusal: "request bodies"
   * @param total most bytes that all owners hold together
   * @param perOwner most bytes that one owner holds while the others hold nothing
   */
  public MemoryBudget(String subject, long total, long perOwner) {
    this.subject = subject;
    this.total = total;
    this.perOwner = Math.min(total, perOwner);
  }

  /** A lease of no bytes; grows with the data. */
  public Lease lease(Object owner) {
    return new Lease(owner);
  }

  /** Bytes that all leases hold now. */
  public long held() {
    return held.get();
  }

  /** Most bytes that all owners hold together. */
  public long total() {
    return total;
  }

  /** Most bytes that one owner holds. */
  public long perOwner() {
    return perOwner;
  }

  private boolean ownerTakes(Object owner, long bytes) {
    boolean[] fits = {false};
    byOwner.compute(
        owner,
        (same, sum) -> {
          long more = (sum == null ? 0 : sum) + bytes;
          fits[0] = more <= perOwner;
          return fits[0] ? Long.valueOf(more) : sum;
        });
    return fits[0];
  }

  private void ownerGives(Object owner, long bytes) {
    byOwner.computeIfPresent(owner, (same, sum) -> sum <= bytes ? null : sum - bytes);
  }

  private boolean allTake(Object owner, long bytes) {
    long all = held.addAndGet(bytes);
    if (all <= total && leavesEnough(byOwner.getOrDefault(owner, 0L), all)) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  /**
   * Whether an owner has at most as many times of what is left as one who is alone and has all that
   * he may have. So something is left for the next owner, however many there are.
   */
  private boolean leavesEnough(long own, long all) {
    return (double) own * (total - perOwner) <= (double) perOwner * (total - all);
  }

  private Problem beyondOwner(long wanted) {
    return wanted > perOwner
        ? Problem.of(
            ProblemType.OVER_BUDGET,
            "this request needs " + wanted + " bytes of memory; one caller may hold " + perOwner)
        : Problem.of(
                ProblemType.TOO_MANY_REQUESTS,
                "the " + subject + " of this caller hold too much memory")
            .retryAfter(RetrySeconds.MEMORY);
  }

  /** The memory of one request. Thread-safe; {@link #close} may be called more than once. */
  public final class Lease implements AutoCloseable {
    private final Object owner;
    private long bytes;
    private boolean closed;

    private Lease(Object owner) {
      this.owner = owner;
    }

    /**
     * Takes more memory.
     *
     * @throws Problem 413 if the request alone needs more than one owner may hold, 429 if its owner
     *     holds too much, 503 if all together do or little is left; the lease stays as it was
     */
    public synchronized void grow(long more) {
      if (more <= 0 || closed) {
        return;
      }
      if (!ownerTakes(owner, more)) {
        throw beyondOwner(bytes + more);
      }
      if (!allTake(owner, more)) {
        ownerGives(owner, more);
        throw Problem.tooBusy("the " + subject + " hold too much memory", RetrySeconds.MEMORY);
      }
      bytes += more;
    }

    /**
     * Holds exactly this many bytes from now on.
     *
     * @throws Problem as {@link #grow}
     */
    public synchronized void hold(long wanted) {
      long surplus = bytes - wanted;
      if (surplus > 0) {
        give(surplus);
      } else {
        grow(-surplus);
      }
    }

    /**
     * Holds other bytes instead of some that it holds.
     *
     * @param before bytes of one part of the lease
     * @param after bytes of that part from now on
     * @throws Problem as {@link #grow}
     */
    public synchronized void replace(long before, long after) {
      if (!closed) {
        hold(bytes - before + after);
      }
    }

    private void give(long surplus) {
      held.addAndGet(-surplus);
      ownerGives(owner, surplus);
      bytes -= surplus;
    }

    /** Bytes that the lease holds. */
    public synchronized long bytes() {
      return bytes;
    }

    /** Gives everything back. */
    @Override
    public synchronized void close() {
      closed = true;
      give(bytes);
    }
  }
}
