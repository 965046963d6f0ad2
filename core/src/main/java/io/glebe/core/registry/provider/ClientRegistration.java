package io.glebe.core.registry.provider;

import io.vertx.core.Future;
import java.util.Optional;

/**
 * Creates, changes and disables clients at the identity provider. Each call has the same result
 * when it is repeated, and ends by itself after limited time. Failures are {@link
 * ProviderFailure}s.
 */
public interface ClientRegistration {
  /**
   * Creates the client, or gives the existing one this description.
   *
   * @param known the client that earlier calls have made
   */
  Future<ProviderClient> enable(ClientDescription client, Optional<ProviderClient> known);

  /** Disables the client and ends its sessions; succeeds if there is no such client. */
  Future<Void> disable(ProviderClient client);

  /** Whether the provider chooses the client ids, so that they are unknown before. */
  default boolean assignsIds() {
    return false;
  }

  /**
   * Whether the clients live in the memory of this process: every process then applies all of them
   * at its start and after each change.
   */
  default boolean inMemory() {
    return false;
  }
}
