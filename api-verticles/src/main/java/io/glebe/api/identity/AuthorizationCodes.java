package io.glebe.api.identity;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** Authorization codes: bound to client, address and challenge, good once, for a minute. */
final class AuthorizationCodes {
  private static final Duration LIFE = Duration.ofMinutes(1);
  private static final int MAX_CODES = 10_000;

  /** What a code stands for. */
  record Code(
      String client,
      URI redirect,
      Set<String> scopes,
      Optional<String> nonce,
      String challenge,
      String sid) {}

  private final ExpiringStore<Code> codes;

  AuthorizationCodes(InstantSource clock) {
    codes = new ExpiringStore<>(MAX_CODES, LIFE, clock);
  }

  String issue(Code code) {
    String secret = Secrets.random();
    codes.put(Secrets.digest(secret), code);
    return secret;
  }

  Optional<Code> take(String secret) {
    return codes.take(Secrets.digest(secret));
  }
}
