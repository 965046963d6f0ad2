package io.glebe.api.cli.load.scenario;

import java.util.SplittableRandom;

/**
 * Times at which actions begin, whatever the answers take (open loop). The pauses are exponential,
 * so arrivals are a Poisson process, and the mean number of requests per second is the rate, also
 * where actions have different numbers of requests.
 */
public final class ArrivalSchedule {
  private static final double NANOS = 1e9;

  private final SplittableRandom random;
  private final double perSecond;
  private double due;

  /**
   * @param perSecond requests per second, more than 0
   */
  public ArrivalSchedule(long seed, double perSecond) {
    this.random = new SplittableRandom(seed);
    this.perSecond = perSecond;
    advance(1);
  }

  /** Nanoseconds since the start at which the next action begins. */
  public long due() {
    return (long) due;
  }

  /** Passes an action of so many requests. */
  public void advance(int requests) {
    due += -Math.log(1 - random.nextDouble()) * requests / perSecond * NANOS;
  }
}
