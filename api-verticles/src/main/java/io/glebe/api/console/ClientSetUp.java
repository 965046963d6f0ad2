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
 * Whether an outside identity provider takes the console's client as it is registered there. What
 * the provider answers to sign-ins tells it, and a question of our own that no person waits for: a
 * code and a token that do not exist are refused as such only to a client that may ask. Safe for
 * threads.
 */
final class ClientSetUp {
  private static final Duration PAUSE = Duration.ofMinutes(10);
  private static final Duration PAUSE_IN_TROUBLE = Duration.ofMinutes(1);

  /** The client itself is not taken, whatever it asks. */
  private static final Set<String> NOT_TAKEN =
      Set.of("invalid_client", "unauthorized_client", "unsupported_grant_type");

  /** The two things that the console asks for. */
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

  /** What is wrong, in words for those who run the platform; empty when nothing is known to be. */
  Optional<String> trouble() {
    return Optional.ofNullable(signIn).or(() -> Optional.ofNullable(exchange));
  }

  /** Whether it is time to ask the provider again; true once for each time. */
  synchronized boolean isDue() {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return false;
    }
    next = now.plus(trouble().isPresent() ? PAUSE_IN_TROUBLE : PAUSE);
    return true;
  }

  /** The provider gave what was asked for. */
  void worked(Step step) {
    put(step, null);
  }

  /**
   * The provider refused; only some answers speak of the client.
   *
   * @return whether this one does
   */
  boolean refused(Step step, OAuthError refused) {
    boolean client = NOT_TAKEN.contains(refused.error()) || forbidsExchange(step, refused);
    put(step, client ? words(step, refused) : null);
    return client;
  }

  /** Keycloak has no error of its own for it; of a token that is no good it says so. */
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

  private String words(Step step, OAuthError refused) {
    String key = ConsoleSettings.CONSOLE_KEY.name();
    String answer = "; it answered " + refused.getMessage();
    if (step == Step.EXCHANGE) {
      return "the identity provider exchanges no tokens for the console's client "
          + clientId
          + ": allow token exchange for it there"
          + (hasKey
              ? ""
              : ", and set " + key + " if it does so for confidential clients only, as Keycloak")
          + answer;
    }
    return hasKey
        ? "the identity provider does not accept the console's client "
            + clientId
            + " with the key in "
            + key
            + ": register its public key there, or correct "
            + ConsoleSettings.CONSOLE_CLIENT.name()
            + answer
        : "the identity provider does not take the console's client "
            + clientId
            + " as a public one: set "
            + key
            + " to its private key, or correct "
            + ConsoleSettings.CONSOLE_CLIENT.name()
            + answer;
  }
}
