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
  record Held(String family, String sid, String client, Set<String> scopes, boolean used) {}

  private final ExpiringStore<Held> tokens;
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
    tokens.put(Secrets.digest(token), new Held(family, sid, client, scopes, false));
    return token;
  }

  /** The next token of the family. */
  String rotate(Held held) {
    return next(held.family(), held.sid(), held.client(), held.scopes());
  }

  /**
   * Consumes the token; empty when it is unknown, expired, already used or belongs to another
   * client.
   *
   * @param asked requested scopes
   * @throws ProtocolError when the requested scopes exceed the granted ones; the token then stays
   *     valid
   */
  synchronized Optional<Held> use(String token, String client, Set<String> asked) {
    String key = Secrets.digest(token);
    Optional<Held> held = tokens.get(key).filter(h -> h.client().equals(client));
    if (held.isEmpty()) {
      return Optional.empty();
    }
    if (held.get().used() || endedFamilies.get(held.get().family()).isPresent()) {
      endedFamilies.put(held.get().family(), true);
      return Optional.empty();
    }
    Held h = held.get();
    if (!h.scopes().containsAll(asked)) {
      throw ProtocolError.invalidScope("more than was granted");
    }
    tokens.put(key, new Held(h.family(), h.sid(), h.client(), h.scopes(), true));
    return held;
  }
}
