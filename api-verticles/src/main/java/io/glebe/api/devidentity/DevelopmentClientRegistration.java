package io.glebe.api.devidentity;

import io.glebe.core.registry.provider.ClientDescription;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.ProviderClient;
import io.glebe.core.registry.provider.ProviderFailure;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;

/** Registers the apps of the app registry with the development identity of this process. */
final class DevelopmentClientRegistration implements ClientRegistration {
  private final DevClients clients;
  private final ClientEnd end;

  /** Ends all that a client has at the development identity. */
  interface ClientEnd {
    void end(DevClient client);
  }

  /**
   * @param end called for a client that was disabled; may wait
   */
  DevelopmentClientRegistration(DevClients clients, ClientEnd end) {
    this.clients = clients;
    this.end = end;
  }

  @Override
  public boolean inMemory() {
    return true;
  }

  @Override
  public Future<ProviderClient> enable(ClientDescription client, Optional<ProviderClient> known) {
    DevClient described =
        new DevClient(
            client.id(),
            client.name(),
            DevClient.Access.PRIVATE_KEY_JWT,
            client.keys(),
            Set.copyOf(client.redirects()),
            Optional.of(client.backChannelLogout()),
            client.scopes(),
            client.clientCredentials(),
            false);
    try {
      clients.register(described);
      return Future.succeededFuture(new ProviderClient(client.id()));
    } catch (IllegalStateException full) {
      return Future.failedFuture(new ProviderFailure("the development identity has no place"));
    }
  }

  @Override
  public Future<Void> disable(ProviderClient client) {
    Optional<DevClient> removed = clients.remove(client.id());
    return OffLoop.run(
        () -> {
          removed.ifPresent(end::end);
          return null;
        });
  }
}
