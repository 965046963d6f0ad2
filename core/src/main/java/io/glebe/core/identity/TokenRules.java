package io.glebe.core.identity;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a token must say to be accepted.
 *
 * @param issuer exact {@code iss}; asked each time, because the address of the development identity
 *     is known only once it listens
 * @param recordedAs what User records call that issuer; mostly the same
 * @param scopes for each audience the scopes that count there; a token without any of them is a
 *     login token or one for something else
 * @param skew how far clocks may differ
 */
public record TokenRules(
    Supplier<String> issuer, String recordedAs, Map<String, Set<String>> scopes, Duration skew) {
  /** Longest token that is looked at, in characters. */
  public static final int MAX_TOKEN_CHARS = 8192;

  /** Most scopes one token may carry. */
  public static final int MAX_SCOPES = 100;

  /** Longest subject or client id, in characters. */
  public static final int MAX_NAME_CHARS = 255;

  public TokenRules {
    scopes = Map.copyOf(scopes);
  }
}
