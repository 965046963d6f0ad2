package io.glebe.core.sensor.session;

import java.util.Comparator;

/**
 * The number of a connection of a session: each that makes the session or takes it over gets a
 * higher one, in every process.
 *
 * @param row of the session; a session that begins anew gets a higher one
 * @param loads how often the row has been taken over
 */
public record SessionGeneration(long row, int loads) implements Comparable<SessionGeneration> {
  private static final Comparator<SessionGeneration> ORDER =
      Comparator.comparingLong(SessionGeneration::row).thenComparingInt(SessionGeneration::loads);

  /** The connection that had the session before this one. */
  public SessionGeneration previous() {
    return new SessionGeneration(row, loads - 1);
  }

  /** Whether the connection of this number has lost the session to that of the other one. */
  public boolean isBefore(SessionGeneration other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(SessionGeneration other) {
    return ORDER.compare(this, other);
  }
}
