package io.glebe.api.abuse;

/** One way to use the platform badly, with the rights of an ordinary user. */
interface Abuse {
  /** Begins in threads of these connections, and returns at once. */
  void start(AbuseConnections connections);

  /** Ends all threads and closes all connections. */
  default void stop(AbuseConnections connections) {
    connections.close();
  }
}
