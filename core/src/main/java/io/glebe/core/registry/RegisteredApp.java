package io.glebe.core.registry;

import io.glebe.core.registry.provider.ClientDescription;
import io.glebe.core.registry.provider.ClientRegistration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An app of the registry.
 *
 * @param owner id of the User record of its developer
 * @param name of the version in use, otherwise of the newest
 * @param approved number of the version in use
 * @param client state of its client at the identity provider; empty before the first approval
 * @param assignedId client id, once the provider has made the client
 */
public record RegisteredApp(
    UUID id,
    UUID owner,
    String name,
    Instant created,
    Optional<Integer> approved,
    Optional<Withdrawal> withdrawal,
    Optional<ClientProgress> client,
    Optional<String> assignedId) {

  /** The end of an app. */
  public record Withdrawal(Instant at, UUID by, String reason) {}

  /** The state of an app, derived from its versions. */
  public enum State {
    REGISTERED,
    APPROVED,
    WITHDRAWN
  }

  /**
   * The progress of the changes at the identity provider.
   *
   * @param done whether the provider has agreed to the latest change
   * @param attempts failed attempts since the latest success
   * @param lastError reason of the latest failure
   * @param since time of the latest success
   */
  public record ClientProgress(
      boolean done, int attempts, Optional<String> lastError, Optional<Instant> since) {}

  public State state() {
    if (withdrawal.isPresent()) {
      return State.WITHDRAWN;
    }
    return approved.isPresent() ? State.APPROVED : State.REGISTERED;
  }

  /** The client id of the app; empty while a provider that assigns ids has not made the client. */
  public Optional<String> clientId(ClientRegistration provider) {
    return provider.assignsIds() ? assignedId : Optional.of(ClientDescription.clientId(id));
  }
}
