package io.glebe.api.identity;

import io.glebe.api.devidentity.DevelopmentIdentity;
import io.glebe.api.devidentity.DevelopmentIdentityArea;
import io.glebe.api.devidentity.FormerIssuers;
import io.glebe.api.http.ApiArea;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.RecordRoles;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.farm.Credentials;
import io.glebe.core.farm.InvitedUserProvisioning;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.Callers;
import io.glebe.core.identity.DevelopmentToken;
import io.glebe.core.identity.DiscoveredKeys;
import io.glebe.core.identity.DocumentFetch;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.identity.JwtCheck;
import io.glebe.core.identity.JwtVerifier;
import io.glebe.core.identity.KeySource;
import io.glebe.core.identity.PlatformTokens;
import io.glebe.core.identity.RevokedSessions;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.identity.SigningKeys;
import io.glebe.core.identity.TokenCallers;
import io.glebe.core.identity.TokenRules;
import io.glebe.core.identity.UserProvisioning;
import io.glebe.core.identity.VerifiedToken;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.UserIssuers;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Everything about identity and access, wired: {@code IdentityModule.open(ground)} reads the
 * settings and chooses between the real identity provider and the development identity.
 */
public final class IdentityModule {
  /** What is published whenever roles, users, assignments or farms change. */
  public static final String GRANTS_TOPIC = "grants_changed";

  private static final Duration FETCH_TIMEOUT = Duration.ofSeconds(5);
  private static final Set<String> GRANTING =
      Set.of("users", "roles", "access-assignments", "farms", "organizations");

  /**
   * What it stands on.
   *
   * @param baseUrl address of the platform without a slash at the end; asked late
   */
  public record Dependencies(
      Settings settings,
      Vertx vertx,
      Database database,
      Notifications notifications,
      Supplier<String> baseUrl) {}

  private final Dependencies dependencies;
  private final InstantSource clock = InstantSource.system();
  private final ScopeMap scopes;
  private final FailureThrottle brake;

  /** {@code iss} of the tokens; of the development identity known once it listens. */
  private final Supplier<String> issuer;

  /** What records call that issuer, whatever the port. */
  private final String recordIssuer;

  private final GrantsCache grants;
  private final ServiceAccounts accounts;
  private final HashedTokens hashedTokens;
  private final RevokedSessions revoked;
  private final HttpClient http;
  private final Optional<SigningKeys> ownKeys;
  private final Optional<DevelopmentIdentity> development;
  private final KeySource keys;
  private final PlatformTokens tokens;
  private final Callers callers;
  private final List<Runnable> watching = new CopyOnWriteArrayList<>();
  private final List<Runnable> watchingTokens = new CopyOnWriteArrayList<>();
  private volatile Optional<InvitedUserProvisioning> arrivals = Optional.empty();

  private IdentityModule(Dependencies dependencies) {
    this.dependencies = dependencies;
    Settings settings = dependencies.settings();
    scopes = scopes(settings);
    brake = FailureThrottle.of(settings);
    Optional<String> outside = settings.get(IdentitySettings.IDENTITY_ISSUER).map(URI::toString);
    if (outside.isEmpty() && !settings.development()) {
      throw new InvalidSettings(
          IdentitySettings.IDENTITY_ISSUER.name()
              + " is needed: the development identity never runs in the production profile");
    }
    issuer = () -> outside.orElseGet(() -> dependencies.baseUrl().get() + DevelopmentIdentity.PATH);
    recordIssuer = outside.orElse(DevelopmentIdentity.RECORDED);
    http = dependencies.vertx().createHttpClient();
    grants = new GrantsCache(new RecordRoles(dependencies.database()), clock);
    revoked = new RevokedSessions(dependencies.database(), clock);
    accounts =
        new ServiceAccounts(dependencies.database(), grants, scopes, () -> recordIssuer, revoked);
    hashedTokens = new HashedTokens(dependencies.database(), clock);
    hashedTokens.onRevoked(this::tokensDropped);
    accounts.throttledBy(brake);
    ownKeys =
        outside.isEmpty()
            ? Optional.of(new SigningKeys(dependencies.database()))
            : Optional.empty();
    development = ownKeys.map(this::development);
    keys = ownKeys.<KeySource>map(k -> k).orElseGet(() -> discovered(outside.orElseThrow()));
    tokens = tokens(settings);
    callers = new TokenCallers(tokens, grants, scopes, this::provision, clock);
  }

  private Future<Boolean> provision(VerifiedToken token, Optional<UUID> user) {
    return arrivals
        .map(known -> known.provision(token, user))
        .orElseGet(() -> UserProvisioning.IGNORED.provision(token, user));
  }

  private static ScopeMap scopes(Settings settings) {
    try {
      return ScopeMap.parse(settings.get(IdentitySettings.IDENTITY_SCOPES));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(IdentitySettings.IDENTITY_SCOPES.name() + ": " + e.getMessage());
    }
  }

  private DevelopmentIdentity development(SigningKeys own) {
    return new DevelopmentIdentity(
        new DevelopmentIdentity.Dependencies(
            dependencies.vertx(),
            http,
            own,
            scopes,
            accounts,
            revoked,
            brake,
            dependencies.baseUrl(),
            clock));
  }

  private KeySource discovered(String outside) {
    DiscoveredKeys.Pace pace =
        new DiscoveredKeys.Pace(
            dependencies.settings().get(IdentitySettings.IDENTITY_KEY_INTERVAL),
            dependencies.settings().get(IdentitySettings.IDENTITY_KEY_AGE));
    return new DiscoveredKeys(outside, new DocumentFetch(http, FETCH_TIMEOUT), pace, clock);
  }

  private PlatformTokens tokens(Settings settings) {
    TokenRules rules =
        new TokenRules(
            issuer, recordIssuer, scopes.names(), settings.get(IdentitySettings.IDENTITY_SKEW));
    JwtVerifier jwt = new JwtVerifier(new JwtCheck(rules), keys, clock);
    List<PlatformTokens.Form> forms = new ArrayList<>();
    if (settings.development()) {
      settings.get(IdentitySettings.DEV_TOKEN).map(this::fixed).ifPresent(forms::add);
    }
    forms.add(hashedTokens);
    forms.add((bearer, audience) -> Optional.of(jwt.verify(bearer, audience)));
    return new PlatformTokens(
        forms, revoked, clock, settings.get(IdentitySettings.IDENTITY_TOKENS));
  }

  private DevelopmentToken fixed(String token) {
    Map<String, Set<String>> where =
        Map.of(
            Audiences.SPATIO, scopes.names().getOrDefault(Audiences.SPATIO, Set.of()),
            Audiences.SENSOR, scopes.names().getOrDefault(Audiences.SENSOR, Set.of()));
    return new DevelopmentToken(token, () -> recordIssuer, "owner", where, clock);
  }

  /** Opens the room: reads keys and revocations, listens for changes. */
  public static Future<IdentityModule> open(Dependencies dependencies) {
    IdentityModule room = new IdentityModule(dependencies);
    room.keys.onKeyGone(room::tokensDropped);
    dependencies.notifications().subscribe(GRANTS_TOPIC, payload -> room.grantsChanged());
    Future<?> keysRead =
        room.ownKeys.<Future<?>>map(SigningKeys::load).orElse(Future.succeededFuture());
    room.keys.keys(Optional.empty()); // fetched early; a failure shows in readiness
    return keysRead
        .compose(read -> room.revoked.follow(dependencies.notifications(), room::tokensDropped))
        .map(room);
  }

  /**
   * Makes the roles and people without whom nobody could do anything, and lets invited people in
   * from now on; again does no harm.
   */
  public Future<Void> welcome(RecordService records) {
    Onboarding onboarding = new Onboarding(dependencies.database(), records);
    SeedUsers people = new SeedUsers(onboarding, accounts);
    Settings settings = dependencies.settings();
    Duration interval = settings.get(IdentitySettings.IDENTITY_SIGN_IN_INTERVAL);
    arrivals =
        Optional.of(new InvitedUserProvisioning(dependencies.database(), records, interval, clock));
    return OffLoop.run(() -> settleIssuers(records))
        .compose(
            done ->
                development.isPresent()
                    ? people.ofDevelopment()
                    : people.ofProduction(settings.get(IdentitySettings.FIRST_ADMINISTRATOR)));
  }

  /** Records and hashed tokens of older releases name the issuer as today's do. */
  @SuppressWarnings("NullAway") // the answer of a future without value
  private Void settleIssuers(RecordService records) {
    String former = addresses().isEmpty() ? "^$" : addresses();
    new UserIssuers(dependencies.database(), records).settle(former);
    dependencies
        .database()
        .query(
            "update identity.hashed_token set issuer = $1 where issuer ~ $2", recordIssuer, former)
        .await();
    return null;
  }

  /** To be called once the platform listens and the base address is known. */
  public void listening() {
    development.ifPresent(DevelopmentIdentity::listening);
  }

  /** Tells that records of these collections have changed in this process. */
  public void recordsChanged(Set<String> collections) {
    if (collections.stream().anyMatch(GRANTING::contains)) {
      grantsChanged();
    }
  }

  private void grantsChanged() {
    grants.changed();
    arrivals.ifPresent(InvitedUserProvisioning::usersChanged);
    watching.forEach(Runnable::run);
  }

  private void tokensDropped() {
    tokens.drop();
    watchingTokens.forEach(Runnable::run);
  }

  /**
   * Tells of what is taken away, before who took it away has an answer; listeners must not wait.
   *
   * @param rights hears when somebody may have lost a right
   * @param credentials hears when a token, a sign-in or an account may have ended
   */
  public void onChange(Runnable rights, Runnable credentials) {
    watching.add(rights);
    watchingTokens.add(credentials);
  }

  /** Who calls, for the HTTP chain. */
  public Callers callers() {
    return callers;
  }

  /** Slows down who guesses. */
  public FailureThrottle brake() {
    return brake;
  }

  /** What subjects may do. */
  public GrantsCache grants() {
    return grants;
  }

  /** Names and passwords of devices, for MQTT. */
  public ServiceAccounts accounts() {
    return accounts;
  }

  /** The issuer whose tokens are taken. */
  public String issuer() {
    return issuer.get();
  }

  /**
   * A regular expression of the addresses that stand for this issuer in records as well; empty for
   * none.
   */
  public String addresses() {
    return development.isPresent() ? FormerIssuers.pattern(dependencies.settings()) : "";
  }

  /** What User records, hashed tokens and callers call that issuer. */
  public String recordIssuer() {
    return recordIssuer;
  }

  /** The issuer's public keys. */
  public KeySource keys() {
    return keys;
  }

  /** Which scopes count at which API. */
  public ScopeMap scopes() {
    return scopes;
  }

  /** The development identity, where it runs. */
  public Optional<DevelopmentIdentity> development() {
    return development;
  }

  /**
   * Fails while there is no key at all, and looks for keys again; for readiness. Keys at hand are
   * enough: an issuer that is away must not take the platform with it.
   */
  public Future<Void> ready() {
    return keys.keys(Optional.empty()).mapEmpty();
  }

  /** Why fresh keys of the identity provider cannot be had, for people who watch readiness. */
  public Optional<String> trouble() {
    return keys.trouble();
  }

  /** The doors. */
  public List<ApiArea> areas(RecordService records) {
    List<ApiArea> areas = new ArrayList<>();
    development.map(DevelopmentIdentityArea::new).ifPresent(areas::add);
    Supplier<String> recorded = () -> recordIssuer;
    Credentials credentials = new Credentials(records, hashedTokens, accounts, recorded);
    areas.add(new AdministrationArea(accounts, hashedTokens, credentials, scopes, recorded));
    areas.add(new PersonalTokensArea(credentials));
    return areas;
  }
}
