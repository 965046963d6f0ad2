package io.glebe.api.partner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.json.Json;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;

/**
 * A machine-data platform for one machine: OAuth with codes and rotating refresh tokens, and a
 * separate account for each user. Everything is in memory and bounded.
 */
final class SandboxPartner {
  /** The path below the platform's address. */
  static final String PATH = "/dev/partner";

  static final String CLIENT = "glebe-sandbox";
  static final String SECRET = "sandbox-secret";

  private static final int MAX_ENTRIES = 10_000;
  private static final Duration CODE_LIFE = Duration.ofMinutes(10);
  private static final Duration ACCOUNT_LIFE = Duration.ofDays(7);
  private static final int RANDOM_BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private record Code(String account, String redirectUri) {}

  private record Access(String account, Instant until) {}

  private final InstantSource clock;
  private final Cache<String, SandboxAccount> accounts = cache(ACCOUNT_LIFE);
  private final Cache<String, Code> codes = cache(CODE_LIFE);
  private final Cache<String, Access> access = cache(ACCOUNT_LIFE);
  private final Cache<String, String> refresh = cache(ACCOUNT_LIFE);

  SandboxPartner(InstantSource clock) {
    this.clock = clock;
  }

  private static <V> Cache<String, V> cache(Duration lifetime) {
    return Caffeine.newBuilder().maximumSize(MAX_ENTRIES).expireAfterWrite(lifetime).build();
  }

  SandboxAccount account(String name) {
    return accounts.get(name, one -> new SandboxAccount());
  }

  /** A code for the person, valid once. */
  String code(String account, String redirectUri) {
    String code = random();
    codes.put(code, new Code(account, redirectUri));
    return code;
  }

  /** Redeems a code; empty for an unknown or used one. */
  Optional<ObjectNode> redeem(String code, String redirectUri) {
    return Optional.ofNullable(codes.asMap().remove(code))
        .filter(found -> found.redirectUri().equals(redirectUri))
        .map(found -> tokens(found.account()));
  }

  /** Redeems a refresh token, which is valid once. */
  Optional<ObjectNode> refresh(String token) {
    return Optional.ofNullable(refresh.asMap().remove(token)).map(this::tokens);
  }

  private ObjectNode tokens(String account) {
    int lifetime = account(account).lifeSeconds();
    String bearer = random();
    String next = random();
    access.put(bearer, new Access(account, clock.instant().plusSeconds(lifetime)));
    refresh.put(next, account);
    return Json.object()
        .put("access_token", bearer)
        .put("refresh_token", next)
        .put("token_type", "Bearer")
        .put("expires_in", lifetime);
  }

  /** The account of the token, while the token is valid. */
  Optional<SandboxAccount> bearer(String token) {
    return Optional.ofNullable(access.getIfPresent(token))
        .filter(found -> clock.instant().isBefore(found.until()))
        .map(found -> account(found.account()));
  }

  /** Revokes every grant of the person. */
  void revoke(String account) {
    access.asMap().values().removeIf(found -> found.account().equals(account));
    refresh.asMap().values().removeIf(account::equals);
  }

  /** Ends the access tokens only; the refresh tokens stay valid. */
  void expire(String account) {
    access.asMap().values().removeIf(found -> found.account().equals(account));
  }

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
