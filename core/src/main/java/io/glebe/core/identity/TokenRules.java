package io.glebe.core.identity;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The conditions that a token must meet.
 *
 * @param issuer exact {@code iss}
 * @param recordedAs the name of this issuer in User records; mostly the same
 * @param scopes the valid scopes of each audience; a token without any of them is a login token or
 *     meant for something else
 * @param skew accepted difference between clocks
 */
public record TokenRules(
    String issuer, String recordedAs, Map<String, Set<String>> scopes, Duration skew) {
  /** Maximum length of a token in characters. */
  public static final int MAX_TOKEN_CHARS = 8192;

  /** Maximum number of scopes in a token. */
  public static final int MAX_SCOPES = 100;

  /** Maximum length of a subject or client id in characters. */
  public static final int MAX_NAME_CHARS = 255;

  public TokenRules {
    scopes = Map.copyOf(scopes);
  }
}
