package io.glebe.mqtt.broker;

import io.glebe.mqtt.message.RoutedMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients of one account that share the messages of a subscription: each message goes to one of
 * them, in turn. What a client leaves without an acknowledgement goes to another one. Thread-safe.
 */
final class ShareGroup implements Subscriber, RoutedMessage.SharedBy {
  private final List<ClientConnection> clients = new CopyOnWriteArrayList<>();
  private final AtomicInteger place = new AtomicInteger();

  void add(ClientConnection client) {
    clients.add(client);
  }

  /** Removes a client; returns whether none is left. */
  boolean remove(ClientConnection client) {
    clients.remove(client);
    return clients.isEmpty();
  }

  @Override
  public Optional<ClientConnection> taker() {
    int size = clients.size();
    for (int tried = 0; tried < size; tried++) {
      int at = Math.floorMod(place.getAndIncrement(), size);
      ClientConnection client = at < clients.size() ? clients.get(at) : clients.getFirst();
      if (client.isOpen()) {
        return Optional.of(client);
      }
    }
    return Optional.empty();
  }

  @Override
  public RoutedMessage mark(RoutedMessage message) {
    return message.by(this);
  }

  @Override
  public void deliver(List<RoutedMessage> messages) {
    Map<ClientConnection, List<RoutedMessage>> shares = new HashMap<>();
    for (RoutedMessage message : messages) {
      taker()
          .ifPresent(
              client -> shares.computeIfAbsent(client, c -> new ArrayList<>()).add(mark(message)));
    }
    shares.forEach(ClientConnection::deliver);
  }

  @Override
  public void passOn(List<RoutedMessage> messages) {
    deliver(messages);
  }

  @Override
  public void wake() {
    // a group gets its messages as they come
  }

  @Override
  public boolean reads(int qos) {
    return false;
  }
}
