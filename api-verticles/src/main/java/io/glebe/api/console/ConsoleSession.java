package io.glebe.api.console;

import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A user's session at the console, with its tokens. Thread-safe. Tokens are renewed on demand, each
 * kind by one request at a time, because a refresh token may be valid only once.
 */
final class ConsoleSession {
  /**
   * The person who signed in.
   *
   * @param sid the sign-in at the provider, where it tells
   * @param name display name in the console
   */
  record Person(String subject, Optional<String> sid, String name) {}

  private final Person person;
  private final String csrf;
  private final IdentityProvider provider;
  private final InstantSource clock;
  private final RefreshedTokens<LoginTokens> login;
  private final Map<String, RefreshedTokens<LoginTokens>> apis = new ConcurrentHashMap<>();
  private final Function<LoginTokens, Future<LoginTokens>> renewal;
  private volatile LoginTokens last;

  /**
   * @param renewal renews the tokens of the sign-in
   */
  ConsoleSession(
      SessionContent content,
      Function<LoginTokens, Future<LoginTokens>> renewal,
      IdentityProvider provider,
      InstantSource clock) {
    this.person = content.person();
    this.csrf = content.csrf();
    this.renewal = renewal;
    this.provider = provider;
    this.clock = clock;
    this.last = content.tokens();
    login = new RefreshedTokens<>(Future.succeededFuture(last), this::refresh, this::isGood);
  }

  private boolean isGood(LoginTokens tokens) {
    return clock.instant().isBefore(tokens.until());
  }

  private Future<LoginTokens> refresh() {
    return renewal.apply(last).onSuccess(next -> last = next);
  }

  Person person() {
    return person;
  }

  /** The value that the console's own pages send back with every change. */
  String csrf() {
    return csrf;
  }

  /** The hint for the provider's sign-out. */
  Optional<String> idToken() {
    return last.id();
  }

  /**
   * The access token for an API; completes on any thread.
   *
   * @param audience one of the few that guards name, so the map stays small
   */
  Future<String> token(String audience) {
    return apis.computeIfAbsent(
            audience, name -> new RefreshedTokens<>(() -> exchanged(name), this::isGood))
        .get()
        .map(LoginTokens::access);
  }

  /** A login token that is refused is refreshed, and the exchange repeated once. */
  private Future<LoginTokens> exchanged(String audience) {
    return login
        .get()
        .compose(
            tokens ->
                provider
                    .exchange(tokens, audience)
                    .recover(
                        failure ->
                            failure instanceof OAuthError refused && refused.isOver()
                                ? login
                                    .insteadOf(tokens)
                                    .compose(next -> provider.exchange(next, audience))
                                : Future.failedFuture(failure)));
  }
}
