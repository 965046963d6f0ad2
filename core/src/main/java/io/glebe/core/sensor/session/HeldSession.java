package io.glebe.core.sensor.session;

import java.util.UUID;

/**
 * A stored session and the connection that holds it.
 *
 * @param id of its row
 * @param holder the connection; another one that takes the session over ends its writes
 * @param loads how often it has been taken over
 * @param present whether it existed before
 * @param incomplete whether messages for it have been removed before its client got them
 */
public record HeldSession(
    long id, UUID holder, int loads, boolean present, boolean incomplete, SessionState state) {
  /** The number of the connection. */
  public SessionGeneration generation() {
    return new SessionGeneration(id, loads);
  }
}
