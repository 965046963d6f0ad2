package io.glebe.api.devidentity;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * Authorization codes: bound to client, redirect URI and challenge, valid once, for a minute. A
 * second use means that the code has leaked (RFC 6749, section 4.1.2).
 */
final class AuthorizationCodes {
  private static final Duration LIFE = Duration.ofMinutes(1);
  private static final Duration REMEMBERED = Duration.ofMinutes(10);
  private static final int MAX_CODES = 10_000;

  /** The sign-in behind a code. */
  record Code(
      String client,
      URI redirect,
      Set<String> scopes,
      Optional<String> nonce,
      String challenge,
      String sid) {}

  private final ExpiringStore<Code> codes;
  private final ExpiringStore<Code> redeemed;

  AuthorizationCodes(InstantSource clock) {
    codes = new ExpiringStore<>(MAX_CODES, LIFE, clock);
    redeemed = new ExpiringStore<>(MAX_CODES, REMEMBERED, clock);
  }

  String issue(Code code) {
    String secret = Secrets.random();
    codes.put(Secrets.digest(secret), code);
    return secret;
  }

  Optional<Code> take(String secret) {
    return codes.take(Secrets.digest(secret));
  }

  /** Stores that tokens were issued for the code. */
  void redeemed(String secret, Code code) {
    redeemed.put(Secrets.digest(secret), code);
  }

  /** The sign-in behind a code for which tokens were issued before. */
  Optional<Code> reused(String secret) {
    return redeemed.get(Secrets.digest(secret));
  }
}
