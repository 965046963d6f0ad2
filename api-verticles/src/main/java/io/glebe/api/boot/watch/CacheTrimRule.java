package io.glebe.api.boot.watch;

/**
 * Decides how much the cache of chunks may hold, by what the process has resident. Beyond the aim
 * the cache loses the difference, down to a quarter of its maximum. Below the aim it gets {@value
 * #STEP} bytes back at each look, as long as {@value #DISTANCE} bytes more are free. Not
 * thread-safe.
 */
final class CacheTrimRule {
  /** A region of the pool of slabs. */
  static final long STEP = 16L << 20;

  /** What one step and the growth of the heap until the next look need. */
  static final long DISTANCE = 48L << 20;

  private static final int SMALLEST_SHARE = 4;

  private final long aim;
  private final long most;
  private long limit;

  /**
   * @param aim resident bytes
   * @param most maximum of the cache, in bytes
   */
  CacheTrimRule(long aim, long most) {
    this.aim = aim;
    this.most = most;
    this.limit = most;
  }

  /**
   * The limit of the cache from now on.
   *
   * @param resident bytes of the process
   * @param reserved bytes that the cache has of them
   */
  long limit(long resident, long reserved) {
    if (resident > aim) {
      long less = Math.min(limit, reserved) - (resident - aim);
      limit = Math.min(limit, Math.max(most / SMALLEST_SHARE, less));
    } else if (resident < aim - DISTANCE) {
      limit = Math.min(most, limit + STEP);
    }
    return limit;
  }
}
