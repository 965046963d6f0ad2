package io.glebe.api.abuse;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests that are sent whole, and whose responses are read, again and again.
 *
 * @param head may have the word {@link #NUMBER}, which stands for a number that no other request
 *     has
 * @param pause of one client between two requests
 */
record WholeRequests(String head, AbuseContent content, Duration pause, int clients)
    implements Abuse {
  static final String NUMBER = "{number}";

  @Override
  public void start(AbuseConnections connections) {
    AtomicLong number = new AtomicLong();
    connections.repeat(
        clients,
        () -> {
          String numbered = head.replace(NUMBER, Long.toString(number.incrementAndGet()));
          connections.exchange(numbered, content);
          connections.pause(pause);
        });
  }
}
