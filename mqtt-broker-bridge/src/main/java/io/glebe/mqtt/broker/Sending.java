package io.glebe.mqtt.broker;

import io.vertx.core.Future;

/** A message that a client is going to send. */
@FunctionalInterface
interface Sending {
  /**
   * Makes the message and hands it over to the client. Fails when that is not possible now; then it
   * is to be tried again.
   */
  Future<Void> to(ClientConnection client);
}
