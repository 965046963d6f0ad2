package io.glebe.api.console;

import io.glebe.core.config.ConsoleSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether an outside identity provider accepts the console's client as it is registered there. It
 * follows from the provider's responses to sign-ins and to a background probe: only for an accepted
 * client does the provider refuse a nonexistent code and token with the matching errors.
 * Thread-safe.
 */
final class ClientSetUp {
  private static final Duration PAUSE = Duration.ofMinutes(10);
  private static final Duration PAUSE_IN_TROUBLE = Duration.ofMinutes(1);

  /** Errors that mean that the client itself is not accepted, for any request. */
  private static final Set<String> NOT_TAKEN =
      Set.of("invalid_client", "unauthorized_client", "unsupported_grant_type");

  /** The two kinds of requests of the console. */
  enum Step {
    SIGN_IN,
    EXCHANGE
  }

  private final String clientId;
  private final boolean hasKey;
  private final InstantSource clock;
  private volatile @Nullable String signIn;
  private volatile @Nullable String exchange;
  private Instant next = Instant.MIN;

  ClientSetUp(String clientId, boolean hasKey, InstantSource clock) {
    this.clientId = clientId;
    this.hasKey = hasKey;
    this.clock = clock;
  }

  /** The problem as a message for operators; empty when no problem is known. */
  Optional<String> failure() {
    return Optional.ofNullable(signIn).or(() -> Optional.ofNullable(exchange));
  }

  /** Whether the provider must be asked again; true once per interval. */
  synchronized boolean isDue() {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return false;
    }
    next = now.plus(failure().isPresent() ? PAUSE_IN_TROUBLE : PAUSE);
    return true;
  }

  /** Records that the provider accepted a request. */
  void worked(Step step) {
    put(step, null);
  }

  /**
   * Records that the provider refused a request; only some errors concern the client.
   *
   * @return whether this error does
   */
  boolean refused(Step step, OAuthError refused) {
    boolean client = NOT_TAKEN.contains(refused.error()) || forbidsExchange(step, refused);
    put(step, client ? message(step, refused) : null);
    return client;
  }

  /** Keycloak has no separate error for this; for an invalid token its message differs. */
  private static boolean forbidsExchange(Step step, OAuthError refused) {
    return step == Step.EXCHANGE
        && refused.error().equals("invalid_request")
        && String.valueOf(refused.getMessage()).toLowerCase(Locale.ROOT).contains("client");
  }

  private void put(Step step, @Nullable String text) {
    if (step == Step.SIGN_IN) {
      signIn = text;
    } else {
      exchange = text;
    }
  }

  private String message(Step step, OAuthError refused) {
    String key = ConsoleSettings.CONSOLE_KEY.name();
    String error = "; it answered " + refused.getMessage();
    if (step == Step.EXCHANGE) {
      return "the identity provider exchanges no tokens for the console's client "
          + clientId
          + ": allow token exchange for it there"
          + (hasKey
              ? ""
              : ", and set " + key + " if it does so for confidential clients only, as Keycloak")
          + error;
    }
    return hasKey
        ? "the identity provider does not accept the console's client "
            + clientId
            + " with the key in "
            + key
            + ": register its public key there, or correct "
            + ConsoleSettings.CONSOLE_CLIENT.name()
            + error
        : "the identity provider does not accept the console's client "
            + clientId
            + " as a public one: set "
            + key
            + " to its private key, or correct "
            + ConsoleSettings.CONSOLE_CLIENT.name()
            + error;
  }
}
