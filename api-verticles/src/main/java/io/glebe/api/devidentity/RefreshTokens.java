package io.glebe.api.devidentity;

import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * Refresh tokens with rotation: each is valid once. A second use means that the token was stolen,
 * so the whole family ends.
 */
final class RefreshTokens {
  private static final int MAX_TOKENS = 50_000;

  /** The sign-in behind a refresh token. */
  record StoredToken(String family, String sid, String client, Set<String> scopes, boolean used) {}

  private final ExpiringStore<StoredToken> tokens;
  private final ExpiringStore<Boolean> endedFamilies;

  RefreshTokens(InstantSource clock) {
    tokens = new ExpiringStore<>(MAX_TOKENS, Sessions.LIFE, clock);
    endedFamilies = new ExpiringStore<>(MAX_TOKENS, Sessions.LIFE, clock);
  }

  /** The first token of a family. */
  String open(String sid, String client, Set<String> scopes) {
    return next(Secrets.random(), sid, client, scopes);
  }

  private String next(String family, String sid, String client, Set<String> scopes) {
    String token = Secrets.random();
    tokens.put(Secrets.digest(token), new StoredToken(family, sid, client, scopes, false));
    return token;
  }

  /** The next token of the family. */
  String rotate(StoredToken stored) {
    return next(stored.family(), stored.sid(), stored.client(), stored.scopes());
  }

  /**
   * Consumes the token; empty when it is unknown, expired, already used or belongs to another
   * client.
   *
   * @param requested requested scopes
   * @throws ProtocolError when the requested scopes exceed the granted ones; the token then stays
   *     valid
   */
  synchronized Optional<StoredToken> use(String token, String client, Set<String> requested) {
    String key = Secrets.digest(token);
    Optional<StoredToken> stored = tokens.get(key).filter(h -> h.client().equals(client));
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    if (stored.get().used() || endedFamilies.get(stored.get().family()).isPresent()) {
      endedFamilies.put(stored.get().family(), true);
      return Optional.empty();
    }
    StoredToken h = stored.get();
    if (!h.scopes().containsAll(requested)) {
      throw ProtocolError.invalidScope("more than was granted");
    }
    tokens.put(key, new StoredToken(h.family(), h.sid(), h.client(), h.scopes(), true));
    return stored;
  }
}
