package io.glebe.api.devidentity;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.oauth2.sdk.GrantType;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.SubjectType;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.IssuerNames;
import io.glebe.core.identity.RevokedSessions;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.identity.SigningKeys;
import io.glebe.core.infrastructure.PublicAddress;
import io.glebe.core.registry.provider.ClientRegistration;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An OpenID provider for one machine: discovery, keys, sign-in with PKCE, token endpoint with token
 * exchange and private_key_jwt, logout. Stand-in for the real identity provider.
 */
public final class DevelopmentIdentity {
  /** The path below the platform's address. */
  public static final String PATH = "/dev/identity";

  /** The issuer name in User records. Unlike the address, it does not depend on the port. */
  public static final String RECORDED = "urn:glebe:development-identity";

  /** Client of {@code ./glebe token}: public, of this machine. */
  public static final String CLI_CLIENT = "glebe-cli";

  private static final Logger LOG = LoggerFactory.getLogger(DevelopmentIdentity.class);

  /** The services that it uses. */
  public record Dependencies(
      Vertx vertx,
      HttpClient http,
      SigningKeys keys,
      ScopeMap scopes,
      ServiceAccounts accounts,
      RevokedSessions revoked,
      FailureThrottle throttle,
      DevelopmentIdentityVerticle.ConsoleClient console,
      String baseUrl,
      InstantSource clock) {}

  private final Dependencies dependencies;
  private final String issuer;
  private final ScopeNames scopes;
  private final DevClients clients = new DevClients();
  private final ClientRegistration registration;
  private final Sessions sessions;
  private final TokenIssuer tokenIssuer;
  private final LogoutSender logoutSender;
  private final AuthorizationEndpoint authorization;
  private final TokenEndpoint token;
  private final SignOut signOut;

  /** The caller must ensure that the profile is not production. */
  DevelopmentIdentity(Dependencies dependencies) {
    this.dependencies = dependencies;
    issuer = dependencies.baseUrl() + PATH;
    InstantSource clock = dependencies.clock();
    scopes = new ScopeNames(dependencies.scopes());
    sessions = new Sessions(clock);
    tokenIssuer = new TokenIssuer(dependencies.keys(), issuer, clock);
    logoutSender = new LogoutSender(dependencies.vertx(), dependencies.http());
    IssuedTokens ownTokens = new IssuedTokens(dependencies.keys(), issuer, clock);
    AuthorizationCodes codes = new AuthorizationCodes(clock);
    authorization = new AuthorizationEndpoint(clients, scopes, sessions, codes, issuer, clock);
    token =
        new TokenEndpoint(
            new TokenEndpoint.Parts(
                new ClientAuthenticator(clients, issuer + "/token", clock),
                new AccountSignIn(dependencies.accounts()),
                scopes,
                sessions,
                codes,
                new RefreshTokens(clock),
                tokenIssuer,
                ownTokens,
                sid -> sessions.end(sid).ifPresent(this::ended)));
    registration = new DevelopmentClientRegistration(clients, this::disabled);
    signOut = new SignOut(clients, sessions, ownTokens, this::ended);
    Set<URI> loopback = Set.of(URI.create("http://127.0.0.1/"));
    clients.register(own(CLI_CLIENT, "The command line", Optional.empty(), loopback));
    clients.register(console());
    LOG.warn("development identity: everybody can sign in as any user; never expose this process");
  }

  /** The issuer names under which its tokens are accepted and recorded. */
  public static IssuerNames names(Settings settings, PublicAddress address) {
    return new IssuerNames(address.base() + PATH, RECORDED, FormerIssuers.pattern(settings));
  }

  private DevClient own(String id, String name, Optional<JWK> key, Set<URI> redirects) {
    return new DevClient(
        id,
        name,
        key.isPresent() ? DevClient.Access.PRIVATE_KEY_JWT : DevClient.Access.PUBLIC,
        key.stream().toList(),
        redirects,
        Optional.empty(),
        Set.copyOf(dependencies.scopes().all()),
        false,
        true);
  }

  /** The web console returns to its own pages only. */
  private DevClient console() {
    String base = dependencies.baseUrl();
    String session = base + "/console/session";
    Set<URI> console = Set.of(URI.create(base + "/console/"), URI.create(session + "/callback"));
    DevelopmentIdentityVerticle.ConsoleClient client = dependencies.console();
    return own(client.id(), "Glebe console", client.key(), console)
        .withBackChannelLogout(URI.create(session + "/backchannel-logout"));
  }

  FailureThrottle throttle() {
    return dependencies.throttle();
  }

  /** The registered apps. */
  public DevClients clients() {
    return clients;
  }

  /** Registers the apps of the app registry here. */
  public ClientRegistration registration() {
    return registration;
  }

  /** Sends a last logout token to an app that was disabled, for each sign-in that it had used. */
  private void disabled(DevClient client) {
    for (Sessions.Session session : sessions.leave(client.id())) {
      logoutSender.send(client, tokenIssuer.logout(session, client.id()));
    }
  }

  /** {@code iss} of its tokens. */
  public String issuer() {
    return issuer;
  }

  /** Revokes a session that has ended and notifies its clients; runs on a virtual thread. */
  private void ended(Sessions.Session session) {
    Instant until = dependencies.clock().instant().plus(DevelopmentGrant.LIFE);
    dependencies.revoked().end(RECORDED, session.sid(), until).await(); // before the response
    session.clients().stream()
        .map(clients::find)
        .flatMap(Optional::stream)
        .forEach(client -> logoutSender.send(client, tokenIssuer.logout(session, client.id())));
  }

  AuthorizationEndpoint authorization() {
    return authorization;
  }

  TokenEndpoint token() {
    return token;
  }

  SignOut signOut() {
    return signOut;
  }

  /** The key set. */
  String jwks() {
    return dependencies.keys().published().toString(true);
  }

  /** The discovery document. */
  String metadata() {
    String base = issuer;
    OIDCProviderMetadata metadata =
        new OIDCProviderMetadata(
            new Issuer(base), List.of(SubjectType.PUBLIC), URI.create(base + "/jwks"));
    metadata.setAuthorizationEndpointURI(URI.create(base + "/authorize"));
    metadata.setTokenEndpointURI(URI.create(base + "/token"));
    metadata.setEndSessionEndpointURI(URI.create(base + "/end_session"));
    metadata.setScopes(new Scope(scopes.supported().toArray(String[]::new)));
    metadata.setResponseTypes(List.of(ResponseType.CODE));
    metadata.setResponseModes(List.of(ResponseMode.QUERY));
    metadata.setGrantTypes(
        List.of(
            GrantType.AUTHORIZATION_CODE,
            GrantType.REFRESH_TOKEN,
            GrantType.CLIENT_CREDENTIALS,
            GrantType.TOKEN_EXCHANGE));
    metadata.setSupportsRequestURIParam(false);
    metadata.setCodeChallengeMethods(List.of(CodeChallengeMethod.S256));
    metadata.setTokenEndpointAuthMethods(
        List.of(
            ClientAuthenticationMethod.PRIVATE_KEY_JWT,
            ClientAuthenticationMethod.CLIENT_SECRET_BASIC,
            ClientAuthenticationMethod.CLIENT_SECRET_POST,
            ClientAuthenticationMethod.NONE));
    metadata.setTokenEndpointJWSAlgs(
        List.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256, JWSAlgorithm.ES384, JWSAlgorithm.ES512));
    metadata.setIDTokenJWSAlgs(List.of(JWSAlgorithm.RS256));
    metadata.setSupportsAuthorizationResponseIssuerParam(true);
    metadata.setSupportsBackChannelLogout(true);
    metadata.setSupportsBackChannelLogoutSession(true);
    return metadata.toJSONObject().toString();
  }
}
