package io.glebe.core.memory;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.netty.util.internal.PlatformDependent;

/**
 * The memory outside of the heap in which Netty keeps bytes that sockets read and that wait to be
 * sent. All connections share it. New work is refused while less than a fifth of it is free, which
 * is left to the work that goes on and to refusals. Thread-safe.
 */
public final class DirectMemory {
  private static final int RESERVED_SHARE = 5;

  private DirectMemory() {}

  /** Bytes that Netty has allocated, in its pools and outside of them. */
  public static long used() {
    return Math.max(0, PlatformDependent.usedDirectMemory());
  }

  /** Most bytes that Netty allocates: {@code -Dio.netty.maxDirectMemory}; 0 for no limit. */
  public static long limit() {
    return PlatformDependent.maxDirectMemory();
  }

  /** Bytes up to which new work is accepted. */
  public static long available() {
    return limit() - limit() / RESERVED_SHARE;
  }

  /** Whether there is memory for this many bytes of new work. */
  public static boolean fits(long bytes) {
    return limit() <= 0 || used() + bytes <= available();
  }

  /**
   * Refuses new work that does not fit.
   *
   * @throws Problem 503 with Retry-After
   */
  public static void require(long bytes) {
    if (!fits(bytes)) {
      throw exhausted();
    }
  }

  /** The refusal of work for which there is no memory. */
  public static Problem exhausted() {
    return Problem.tooBusy(
        "the bytes that wait for clients hold too much memory", RetrySeconds.MEMORY);
  }
}
