package io.glebe.mqtt.message;

import io.glebe.core.sensor.journal.JournalPosition;
import java.util.List;
import java.util.Optional;

/**
 * A message for one subscriber.
 *
 * @param qos the quality of service that it requested
 * @param identifiers of its subscriptions that match
 * @param group the group of clients that share the message
 * @param origin the event in the journal, of which it is one of several messages
 */
public record RoutedMessage(
    Delivery delivery,
    int qos,
    List<Integer> identifiers,
    Optional<SharedBy> group,
    Optional<Origin> origin) {

  /** The place of an event, and which message about it this is. */
  public record Origin(JournalPosition position, int part) {}

  /** Takes back a message that a client of the group did not acknowledge. */
  @FunctionalInterface
  public interface SharedBy {
    void passOn(List<RoutedMessage> messages);
  }

  public RoutedMessage {
    identifiers = List.copyOf(identifiers);
  }

  /** A message that is no event of the journal. */
  public static RoutedMessage of(Delivery delivery, int qos, List<Integer> identifiers) {
    return new RoutedMessage(delivery, qos, identifiers, Optional.empty(), Optional.empty());
  }

  /** The same message for a client of a group. */
  public RoutedMessage by(SharedBy sharing) {
    return new RoutedMessage(delivery, qos, identifiers, Optional.of(sharing), origin);
  }
}
