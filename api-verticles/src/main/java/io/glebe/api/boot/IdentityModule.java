package io.glebe.api.boot;

import io.glebe.api.devidentity.DevelopmentIdentity;
import io.glebe.core.access.AccessChanges;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.RecordRoles;
import io.glebe.core.access.RoleSource;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.farm.InvitedUserProvisioning;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.Callers;
import io.glebe.core.identity.DevelopmentToken;
import io.glebe.core.identity.DiscoveredKeys;
import io.glebe.core.identity.DocumentFetch;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.identity.IssuerNames;
import io.glebe.core.identity.JwtCheck;
import io.glebe.core.identity.JwtVerifier;
import io.glebe.core.identity.KeySource;
import io.glebe.core.identity.PlatformTokens;
import io.glebe.core.identity.RevokedClients;
import io.glebe.core.identity.RevokedSessions;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.identity.SigningKeys;
import io.glebe.core.identity.TokenCallers;
import io.glebe.core.identity.TokenRules;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.infrastructure.PublicAddress;
import io.glebe.core.record.RecordService;
import io.glebe.core.service.ServiceRoles;
import io.glebe.core.service.ServiceTokens;
import io.glebe.core.viewer.ViewerTokens;
import io.vertx.core.Future;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The services that identify callers and know their rights, shared by all areas. They use the
 * identity provider of the settings or the development identity.
 */
public final class IdentityModule {
  /** Topic of changes to roles, users, assignments or farms, for the other processes. */
  public static final String GRANTS_TOPIC = "grants_changed";

  private static final Duration FETCH_TIMEOUT = Duration.ofSeconds(5);

  private final InstantSource clock = InstantSource.system();
  private final IssuerNames names;
  private final ScopeMap scopes;
  private final FailureThrottle throttle;
  private final GrantsCache grants;
  private final ServiceAccounts accounts;
  private final HashedTokens hashedTokens;
  private final RevokedSessions revoked;
  private final RevokedClients revokedClients;
  private final Optional<SigningKeys> ownKeys;
  private final KeySource keys;
  private final InvitedUserProvisioning invited;
  private final ServiceTokens serviceTokens;
  private final ViewerTokens viewerTokens;
  private final PlatformTokens tokens;
  private final Callers callers;
  private final AccessChanges accessChanges = new AccessChanges();

  private IdentityModule(Infrastructure infrastructure, IssuerNames names, RecordService records) {
    Settings settings = infrastructure.settings();
    this.names = names;
    scopes = scopes(settings);
    throttle = FailureThrottle.of(settings);
    RoleSource roles = new RecordRoles(infrastructure.database());
    grants =
        new GrantsCache(
            new ServiceRoles(infrastructure.database(), roles),
            clock,
            settings.get(FaultSettings.GRANTS_AGE));
    revoked = new RevokedSessions(infrastructure.database(), clock, this::tokensDropped);
    revokedClients = new RevokedClients(infrastructure.database(), this::tokensDropped);
    accounts =
        new ServiceAccounts(
            infrastructure.database(), grants, scopes, names.recorded(), revoked, throttle);
    hashedTokens = new HashedTokens(infrastructure.database(), clock, this::tokensDropped);
    Optional<String> outside = outside(settings);
    ownKeys =
        outside.isEmpty()
            ? Optional.of(new SigningKeys(infrastructure.database()))
            : Optional.empty();
    keys =
        ownKeys
            .<KeySource>map(own -> own)
            .orElseGet(() -> discovered(infrastructure, outside.orElseThrow()));
    invited =
        new InvitedUserProvisioning(
            infrastructure.database(),
            records,
            settings.get(IdentitySettings.IDENTITY_SIGN_IN_INTERVAL),
            clock);
    serviceTokens =
        new ServiceTokens(infrastructure.database(), scopes, settings, clock, this::tokensDropped);
    viewerTokens = new ViewerTokens(infrastructure.database(), clock, this::tokensDropped);
    tokens = tokens(settings);
    callers = new TokenCallers(tokens, grants, scopes, invited, clock);
  }

  private static Optional<String> outside(Settings settings) {
    return settings.get(IdentitySettings.IDENTITY_ISSUER).map(URI::toString);
  }

  /**
   * The names of the identity provider that the settings choose.
   *
   * @throws InvalidSettings when the production profile has no provider
   */
  static IssuerNames issuer(Settings settings, PublicAddress address) {
    Optional<String> outside = outside(settings);
    if (outside.isEmpty() && !settings.development()) {
      throw new InvalidSettings(
          IdentitySettings.IDENTITY_ISSUER.name()
              + " is needed: the development identity never runs in the production profile");
    }
    return outside
        .map(IssuerNames::outside)
        .orElseGet(() -> DevelopmentIdentity.names(settings, address));
  }

  private static ScopeMap scopes(Settings settings) {
    try {
      return ScopeMap.parse(settings.get(IdentitySettings.IDENTITY_SCOPES));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(IdentitySettings.IDENTITY_SCOPES.name() + ": " + e.getMessage());
    }
  }

  private KeySource discovered(Infrastructure infrastructure, String outside) {
    Settings settings = infrastructure.settings();
    DiscoveredKeys.Pace pace =
        new DiscoveredKeys.Pace(
            settings.get(IdentitySettings.IDENTITY_KEY_INTERVAL),
            settings.get(IdentitySettings.IDENTITY_KEY_AGE));
    DocumentFetch fetch =
        new DocumentFetch(infrastructure.vertx().createHttpClient(), FETCH_TIMEOUT);
    return new DiscoveredKeys(outside, fetch, pace, clock, this::tokensDropped);
  }

  private PlatformTokens tokens(Settings settings) {
    TokenRules rules =
        new TokenRules(
            names.issuer(),
            names.recorded(),
            scopes.names(),
            settings.get(IdentitySettings.IDENTITY_SKEW));
    JwtVerifier jwt = new JwtVerifier(new JwtCheck(rules), keys, clock);
    List<PlatformTokens.Form> forms = new ArrayList<>();
    if (settings.development()) {
      settings.get(IdentitySettings.DEV_TOKEN).map(this::fixedToken).ifPresent(forms::add);
    }
    forms.add(hashedTokens);
    if (settings.get(ServiceSettings.REGISTRY)) {
      forms.add(serviceTokens);
    }
    forms.add(viewerTokens);
    forms.add((bearer, audience) -> Optional.of(jwt.verify(bearer, audience)));
    return new PlatformTokens(
        forms,
        token -> revoked.revoked(token) || revokedClients.revoked(token),
        clock,
        settings.get(IdentitySettings.IDENTITY_TOKENS));
  }

  private DevelopmentToken fixedToken(String token) {
    Map<String, Set<String>> scopesOf =
        Map.of(
            Audiences.SPATIO, scopes.names().getOrDefault(Audiences.SPATIO, Set.of()),
            Audiences.SENSOR, scopes.names().getOrDefault(Audiences.SENSOR, Set.of()));
    return new DevelopmentToken(token, names.recorded(), "owner", scopesOf, clock);
  }

  /**
   * Reads keys and revocations and listens for changes.
   *
   * @param changes of records in this process
   */
  public static Future<IdentityModule> open(
      Infrastructure infrastructure,
      IssuerNames names,
      RecordService records,
      GrantChanges changes) {
    IdentityModule identity = new IdentityModule(infrastructure, names, records);
    changes.listen(identity::grantsChanged);
    infrastructure.notifications().subscribe(GRANTS_TOPIC, payload -> identity.grantsChanged());
    Future<?> keysRead =
        identity.ownKeys.<Future<?>>map(SigningKeys::load).orElse(Future.succeededFuture());
    identity.keys.keys(Optional.empty()); // fetched early; a failure shows in readiness
    return keysRead
        .compose(read -> identity.revoked.follow(infrastructure.notifications()))
        .compose(read -> identity.revokedClients.follow(infrastructure.notifications()))
        .compose(read -> identity.serviceTokens.follow(infrastructure.notifications()))
        .compose(read -> identity.viewerTokens.load())
        .map(identity);
  }

  /** Notices a removed key also while only known tokens arrive, until it is closed. */
  AutoCloseable watchKeys(Infrastructure infrastructure) {
    if (ownKeys.isPresent()) {
      return () -> {};
    }
    long age = infrastructure.settings().get(IdentitySettings.IDENTITY_KEY_AGE).toMillis();
    long timer =
        infrastructure.vertx().setPeriodic(Math.max(1, age / 2), id -> keys.keys(Optional.empty()));
    return () -> infrastructure.vertx().cancelTimer(timer);
  }

  private void grantsChanged() {
    grants.changed();
    invited.usersChanged();
    accessChanges.rightsChanged();
  }

  private void tokensDropped() {
    tokens.drop();
    accessChanges.credentialsChanged();
  }

  /** Reports that the rights of some subject have changed, in this process. */
  public void rightsChanged() {
    grantsChanged();
  }

  /** Reports lost rights and ended credentials to its subscribers. */
  public AccessChanges accessChanges() {
    return accessChanges;
  }

  /** The names of the identity provider. */
  public IssuerNames names() {
    return names;
  }

  /** The issuer whose tokens are accepted. */
  public String issuer() {
    return names.issuer();
  }

  /** The name of that issuer in User records, hashed tokens and callers. */
  public String recordIssuer() {
    return names.recorded();
  }

  /** Identifies callers for the HTTP chain. */
  public Callers callers() {
    return callers;
  }

  /** Slows down addresses that guess credentials. */
  public FailureThrottle throttle() {
    return throttle;
  }

  /** The rights of subjects. */
  public GrantsCache grants() {
    return grants;
  }

  /** Names and passwords of devices. */
  public ServiceAccounts accounts() {
    return accounts;
  }

  /** Tokens that the platform has issued itself. */
  public HashedTokens hashedTokens() {
    return hashedTokens;
  }

  /** Tokens of the services of the service registry. */
  public ServiceTokens serviceTokens() {
    return serviceTokens;
  }

  /** Tokens that show pictures to viewers. */
  public ViewerTokens viewerTokens() {
    return viewerTokens;
  }

  /** Sessions that have ended before their tokens. */
  public RevokedSessions revoked() {
    return revoked;
  }

  /** Clients whose tokens are refused. */
  public RevokedClients revokedClients() {
    return revokedClients;
  }

  /** The public keys of the issuer. */
  public KeySource keys() {
    return keys;
  }

  /** The signing keys of the development identity; empty for an outside provider. */
  public Optional<SigningKeys> ownKeys() {
    return ownKeys;
  }

  /** The scopes that each API accepts. */
  public ScopeMap scopes() {
    return scopes;
  }

  /**
   * Fails while there is no key, and fetches keys again; for readiness. Known keys are enough: an
   * issuer that does not respond must not stop the platform.
   */
  public Future<Void> ready() {
    return keys.keys(Optional.empty()).mapEmpty();
  }

  /** The reason why keys of the identity provider cannot be fetched; a note of the readiness. */
  public Optional<String> failure() {
    return keys.failure();
  }
}
