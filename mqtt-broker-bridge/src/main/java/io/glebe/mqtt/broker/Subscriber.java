package io.glebe.mqtt.broker;

import io.glebe.mqtt.message.RoutedMessage;
import java.util.List;
import java.util.Optional;

/** A receiver of messages: a client, or a group of clients that share them. Thread-safe. */
sealed interface Subscriber permits ClientConnection, ShareGroup {
  /** Delivers messages; those that cannot be accepted are dropped. */
  void deliver(List<RoutedMessage> messages);

  /** There are events that it reads from the journal itself. */
  void wake();

  /** Returns whether it reads events of this quality from the journal itself. */
  boolean reads(int qos);

  /**
   * Has a client send a message: the next one, or for a group whose clients are all away the first
   * that comes back.
   *
   * @param bytes of the message while it waits for that
   */
  void take(int qos, int bytes, Sending sending);

  /** The client that takes the next message. */
  Optional<ClientConnection> taker();

  /** The message as it goes to a client. */
  RoutedMessage mark(RoutedMessage message);
}
