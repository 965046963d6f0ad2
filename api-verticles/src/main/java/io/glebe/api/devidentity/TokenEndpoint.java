package io.glebe.api.devidentity;

import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.tokenexchange.TokenExchangeGrant;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The token endpoint: code, refresh, client credentials, token exchange, and a private grant with
 * which {@code ./glebe token} and tests get a token of any fixed user. Blocking, so it runs on
 * virtual threads.
 */
public final class TokenEndpoint {
  /** The grant of the command line; parameters user, client, audience, scope. */
  public static final String DEVELOPMENT_GRANT = "urn:glebe:params:oauth:grant-type:development";

  private static final Set<String> REPEATABLE = Set.of("audience", "resource");

  private final ClientAuthenticator authenticator;
  private final AccountSignIn accounts;
  private final ScopeNames scopes;
  private final Sessions sessions;
  private final AuthorizationCodes codes;
  private final RefreshTokens refreshTokens;
  private final TokenIssuer tokenIssuer;
  private final IssuedTokens ownTokens;
  private final Consumer<String> endSignIn;

  /**
   * The parts that the endpoint uses.
   *
   * @param endSignIn ends the sign-in with the given {@code sid} in all clients
   */
  record Parts(
      ClientAuthenticator authenticator,
      AccountSignIn accounts,
      ScopeNames scopes,
      Sessions sessions,
      AuthorizationCodes codes,
      RefreshTokens refreshTokens,
      TokenIssuer tokenIssuer,
      IssuedTokens ownTokens,
      Consumer<String> endSignIn) {}

  TokenEndpoint(Parts parts) {
    authenticator = parts.authenticator();
    accounts = parts.accounts();
    scopes = parts.scopes();
    sessions = parts.sessions();
    codes = parts.codes();
    refreshTokens = parts.refreshTokens();
    tokenIssuer = parts.tokenIssuer();
    ownTokens = parts.ownTokens();
    endSignIn = parts.endSignIn();
  }

  OAuthReply token(OAuthRequest http) {
    Map<String, List<String>> form = http.form();
    form.forEach(TokenEndpoint::onlyOnce);
    if (OAuthRequest.one(form, "grant_type").equals(Optional.of(DEVELOPMENT_GRANT))) {
      if (http.foreignPage()) {
        throw ProtocolError.invalidRequest("a page of another origin gets no token of its choice");
      }
      return new DevelopmentGrant(scopes, sessions, tokenIssuer).token(form);
    }
    AuthorizationGrant grant = grant(form);
    Optional<AccountSignIn.SignedIn> account = accounts.signIn(http);
    if (account.isPresent()) {
      return forAccount(grant, account.get(), form);
    }
    DevClient client = authenticator.authenticate(form);
    return switch (grant) {
      case AuthorizationCodeGrant code -> byCode(code, client);
      case RefreshTokenGrant refresh -> byRefresh(refresh, client, scope(form));
      case ClientCredentialsGrant itself -> ofClient(client, scope(form));
      case TokenExchangeGrant exchange -> exchange(exchange, client, scope(form));
      default -> throw ProtocolError.of(OAuth2Error.UNSUPPORTED_GRANT_TYPE, "unknown grant");
    };
  }

  private static void onlyOnce(String name, List<String> values) {
    if (values.size() > 1 && !REPEATABLE.contains(name)) {
      throw ProtocolError.invalidRequest("a parameter is repeated");
    }
  }

  private static AuthorizationGrant grant(Map<String, List<String>> form) {
    try {
      return AuthorizationGrant.parse(form);
    } catch (ParseException e) {
      throw e.getErrorObject() == null
          ? ProtocolError.invalidRequest("the request is malformed")
          : ProtocolError.of(e.getErrorObject(), "the request is malformed or incomplete");
    } catch (IllegalArgumentException e) {
      throw ProtocolError.invalidRequest("the request is malformed");
    }
  }

  private static Set<String> scope(Map<String, List<String>> form) {
    return ScopeNames.split(OAuthRequest.one(form, "scope").orElse(""));
  }

  private OAuthReply byCode(AuthorizationCodeGrant grant, DevClient client) {
    String secret = grant.getAuthorizationCode().getValue();
    AuthorizationCodes.Code code =
        codes
            .take(secret)
            .filter(c -> c.client().equals(client.id()))
            .orElseThrow(() -> unknownCode(secret, client));
    URI redirect = grant.getRedirectionURI();
    if (redirect == null
        || !code.redirect().toString().equals(redirect.toString())
        || !client.redirectsTo(redirect)) {
      throw ProtocolError.invalidGrant("redirect_uri is another than at sign-in");
    }
    boolean proven =
        grant.getCodeVerifier() != null
            && CodeChallenge.compute(CodeChallengeMethod.S256, grant.getCodeVerifier())
                .getValue()
                .equals(code.challenge());
    if (!proven) {
      throw ProtocolError.invalidGrant("code_verifier does not fit");
    }
    Sessions.Session session = alive(code.sid());
    codes.redeemed(secret, code);
    String refresh = refreshTokens.open(session.sid(), client.id(), code.scopes());
    return login(client, session, code.scopes(), code.nonce(), refresh);
  }

  /** Handles an unknown code. A reused code was probably stolen, so all its tokens are revoked. */
  private ProtocolError unknownCode(String secret, DevClient client) {
    codes
        .reused(secret)
        .filter(c -> c.client().equals(client.id()))
        .ifPresent(c -> endSignIn.accept(c.sid()));
    return ProtocolError.invalidGrant("the code is unknown or used");
  }

  private Sessions.Session alive(String sid) {
    return sessions
        .bySid(sid)
        .orElseThrow(() -> ProtocolError.invalidGrant("the person's session has ended"));
  }

  private OAuthReply byRefresh(RefreshTokenGrant grant, DevClient client, Set<String> requested) {
    RefreshTokens.StoredToken stored =
        refreshTokens
            .use(grant.getRefreshToken().getValue(), client.id(), requested)
            .orElseThrow(() -> ProtocolError.invalidGrant("the refresh token is no longer valid"));
    Sessions.Session session = alive(stored.sid());
    Set<String> granted = requested.isEmpty() ? stored.scopes() : requested;
    return login(client, session, granted, Optional.empty(), refreshTokens.rotate(stored));
  }

  private OAuthReply login(
      DevClient client,
      Sessions.Session session,
      Set<String> granted,
      Optional<String> nonce,
      String refresh) {
    TokenIssuer.Access order =
        new TokenIssuer.Access(
            session.user().name(),
            client.id(),
            List.of(client.id()),
            granted,
            Optional.of(session.sid()),
            TokenIssuer.ACCESS_LIFE);
    String id = tokenIssuer.id(session, client.id(), nonce);
    return TokenResponse.of(tokenIssuer.access(order), order)
        .with(new RefreshToken(refresh))
        .withId(parsed(id))
        .reply();
  }

  private static JWT parsed(String token) {
    try {
      return JWTParser.parse(token);
    } catch (java.text.ParseException e) {
      throw new IllegalStateException("an own token cannot be parsed", e);
    }
  }

  private OAuthReply ofClient(DevClient client, Set<String> requested) {
    if (client.access() != DevClient.Access.PRIVATE_KEY_JWT || !client.asItself()) {
      throw ProtocolError.of(OAuth2Error.UNAUTHORIZED_CLIENT, "the client may not work as itself");
    }
    Set<String> granted = requested.isEmpty() ? client.scopes() : requested;
    if (!client.scopes().containsAll(granted)) {
      throw ProtocolError.invalidScope("a scope is not registered for the client");
    }
    return clientTokens(client.id(), granted, Optional.empty());
  }

  private OAuthReply forAccount(
      AuthorizationGrant grant, AccountSignIn.SignedIn account, Map<String, List<String>> form) {
    if (!(grant instanceof ClientCredentialsGrant)) {
      throw ProtocolError.of(OAuth2Error.UNAUTHORIZED_CLIENT, "only client_credentials");
    }
    Set<String> requested = scope(form);
    if (!account.scopes().containsAll(requested)) {
      throw ProtocolError.invalidScope("a scope is not the account's");
    }
    return clientTokens(
        account.name(),
        requested.isEmpty() ? account.scopes() : requested,
        Optional.of(account.session()));
  }

  private OAuthReply clientTokens(String name, Collection<String> granted, Optional<String> sid) {
    TokenIssuer.Access order =
        new TokenIssuer.Access(
            name, name, scopes.audiencesOf(granted), granted, sid, TokenIssuer.ACCESS_LIFE);
    return TokenResponse.of(tokenIssuer.access(order), order).reply();
  }

  private OAuthReply exchange(TokenExchangeGrant grant, DevClient client, Set<String> requested) {
    if (!TokenTypeURI.ACCESS_TOKEN.equals(grant.getSubjectTokenType())) {
      throw ProtocolError.invalidRequest("subject_token_type must be access_token");
    }
    TokenTypeURI requestedType = grant.getRequestedTokenType();
    if (grant.getActorToken() != null
        || requestedType != null && !TokenTypeURI.ACCESS_TOKEN.equals(requestedType)) {
      throw ProtocolError.invalidRequest("only an access token without an actor can be had");
    }
    String audience = audience(grant);
    JWTClaimsSet login =
        ownTokens
            .access(grant.getSubjectToken().getValue())
            .filter(claims -> client.id().equals(claims.getClaim("azp")))
            .filter(claims -> claims.getAudience().equals(List.of(client.id())))
            .orElseThrow(() -> ProtocolError.invalidGrant("the login token is not accepted"));
    Sessions.Session session = alive(String.valueOf(login.getClaim("sid")));
    Set<String> granted = exchanged(login, client, audience, requested);
    TokenIssuer.Access order =
        new TokenIssuer.Access(
            session.user().name(),
            client.id(),
            List.of(audience),
            granted,
            Optional.of(session.sid()),
            TokenIssuer.ACCESS_LIFE);
    return TokenResponse.of(tokenIssuer.access(order), order).exchanged().reply();
  }

  private String audience(TokenExchangeGrant grant) {
    List<Audience> named = grant.getAudience() == null ? List.of() : grant.getAudience();
    if (named.size() != 1) {
      throw ProtocolError.invalidRequest("exactly one audience is needed");
    }
    String audience = named.getFirst().getValue();
    if (scopes.at(audience).isEmpty()) {
      throw ProtocolError.of(OAuth2Error.INVALID_TARGET, "the audience is unknown");
    }
    return audience;
  }

  private Set<String> exchanged(
      JWTClaimsSet login, DevClient client, String audience, Set<String> requested) {
    Set<String> signedIn = ScopeNames.split(String.valueOf(login.getClaim("scope")));
    Set<String> possible = new LinkedHashSet<>(scopes.at(audience));
    possible.retainAll(client.scopes());
    if (!possible.containsAll(requested)) {
      throw ProtocolError.invalidScope("a scope is not registered or not of this audience");
    }
    Set<String> granted = new LinkedHashSet<>(requested.isEmpty() ? possible : requested);
    if (requested.isEmpty()) {
      granted.retainAll(signedIn);
    }
    boolean withdrawn =
        DevUser.of(login.getSubject())
            .filter(user -> !client.trusted() && sessions.hasWithdrawn(user, client.id()))
            .isPresent();
    if (withdrawn || granted.isEmpty() || !signedIn.containsAll(granted)) {
      throw ProtocolError.of(OAuth2Error.ACCESS_DENIED, "the person has not consented to a scope");
    }
    return granted;
  }
}
