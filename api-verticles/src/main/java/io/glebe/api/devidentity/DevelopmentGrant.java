package io.glebe.api.devidentity;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tokens for the command line and for tests: any fixed user, any client id, any API, without a
 * browser. The sign-in page gives the same tokens without a password.
 */
final class DevelopmentGrant {
  /** Long enough for a working day at the command line. */
  static final Duration LIFE = Duration.ofHours(8);

  private static final int MAX_CLIENT_CHARS = 100;

  private final ScopeNames scopes;
  private final Sessions sessions;
  private final TokenIssuer tokenIssuer;

  DevelopmentGrant(ScopeNames scopes, Sessions sessions, TokenIssuer tokenIssuer) {
    this.scopes = scopes;
    this.sessions = sessions;
    this.tokenIssuer = tokenIssuer;
  }

  OAuthReply token(Map<String, List<String>> form) {
    DevUser user =
        OAuthRequest.one(form, "user")
            .flatMap(DevUser::of)
            .orElseThrow(() -> ProtocolError.invalidGrant("no such user"));
    String client = OAuthRequest.one(form, "client").orElse(DevelopmentIdentity.CLI_CLIENT);
    if (client.length() > MAX_CLIENT_CHARS || !client.matches("[A-Za-z0-9._-]+")) {
      throw ProtocolError.invalidRequest("client is malformed");
    }
    String audience = OAuthRequest.one(form, "audience").orElse("farm-api");
    Set<String> known = scopes.at(audience);
    if (known.isEmpty()) {
      throw ProtocolError.invalidRequest("the audience is unknown");
    }
    Set<String> requested = OAuthRequest.one(form, "scope").map(ScopeNames::split).orElse(known);
    Sessions.Session session = sessions.open(user);
    sessions.joined(session, client);
    TokenIssuer.Access order =
        new TokenIssuer.Access(
            user.name(), client, List.of(audience), requested, Optional.of(session.sid()), LIFE);
    return TokenResponse.of(tokenIssuer.access(order), order).reply();
  }
}
