package io.glebe.api.devidentity;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The apps that are registered with the development identity; bounded. Thread-safe. */
public final class DevClients {
  /** Most apps that can be registered. */
  public static final int MAX_CLIENTS = 1000;

  private final Map<String, DevClient> clients = new ConcurrentHashMap<>();

  /** Registers an app or replaces the one of that id. */
  public void register(DevClient client) {
    if (clients.size() >= MAX_CLIENTS && !clients.containsKey(client.id())) {
      throw new IllegalStateException("too many clients are registered");
    }
    clients.put(client.id(), client);
  }

  /** Removes an app and returns it, if it was registered. */
  public Optional<DevClient> remove(String id) {
    return Optional.ofNullable(clients.remove(id));
  }

  /** The app of that id. */
  public Optional<DevClient> find(String id) {
    return Optional.ofNullable(clients.get(id));
  }
}
