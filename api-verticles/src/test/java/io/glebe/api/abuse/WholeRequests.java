package io.glebe.api.abuse;

import java.time.Duration;

/**
 * Requests that are sent whole, and whose responses are read, again and again.
 *
 * @param pause of one client between two requests
 */
record WholeRequests(String head, AbuseContent content, Duration pause, int clients)
    implements Abuse {
  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          connections.exchange(head, content);
          connections.pause(pause);
        });
  }
}
