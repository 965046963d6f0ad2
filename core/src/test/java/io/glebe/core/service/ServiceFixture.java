package io.glebe.core.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.Permission;
import io.glebe.core.access.RecordRoles;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.catalogue.Permissions;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.TokenCallers;
import io.glebe.core.identity.UserProvisioning;
import io.glebe.core.infrastructure.TestInfrastructure;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordFixture;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The service registry with a farm, and callers whose rights are those in the database. */
public final class ServiceFixture implements AutoCloseable {
  private static final ScopeMap SCOPES =
      ScopeMap.parse(
          "farm-api: farm-read=*:read farm-write=*:create|*:update;"
              + " spatio-api: spatio-read=*:read");

  public final TestInfrastructure platform;
  public final RecordFixture farm;
  public final ServiceDirectory directory;
  final ServiceSignIn signIn;
  final ServiceTokens tokens;

  /** How often tokens have ended before their time. */
  final AtomicInteger ends = new AtomicInteger();

  private final UUID maintainer = UUID.randomUUID();
  private final GrantsCache grants;

  public ServiceFixture(Settings settings) {
    platform = new TestInfrastructure(settings);
    var database = platform.resources().database();
    farm = new RecordFixture(database, platform::close);
    farm.user(maintainer, "maintainer");
    tokens = tokens(InstantSource.system());
    ServiceRegistry registry = registry(FailureThrottle.off());
    directory = registry.directory();
    signIn = registry.signIn();
    grants =
        new GrantsCache(
            new ServiceRoles(database, new RecordRoles(database)), InstantSource.system());
  }

  /** Registers an app whose client id the identity provider has assigned. */
  void registerApp(String clientId) {
    var database = platform.resources().database();
    UUID app = UUID.randomUUID();
    database.query("insert into registry.app (id, owner_id) values ($1, $1)", app).await();
    database
        .query("insert into registry.client (app_id, client_id) values ($1, $2)", app, clientId)
        .await();
  }

  /** The tokens by another clock. */
  ServiceTokens tokens(InstantSource clock) {
    return new ServiceTokens(
        platform.resources().database(),
        SCOPES,
        platform.resources().settings(),
        clock,
        ends::incrementAndGet);
  }

  ServiceRegistry registry(FailureThrottle throttle) {
    return new ServiceRegistry(platform.resources(), farm.records, tokens, throttle);
  }

  /** A person with the role of a maintainer. */
  public Caller maintainer() {
    return maintainer(maintainer);
  }

  /** Another person with this role. */
  Caller anotherMaintainer() {
    UUID person = UUID.randomUUID();
    farm.user(person, "maintainer");
    return maintainer(person);
  }

  private Caller maintainer(UUID person) {
    Set<Permission> permissions =
        Stream.concat(
                Permissions.SERVICE_MAINTAINER.stream(),
                Permissions.standard().expand("processingService:*").stream())
            .map(Permission::of)
            .collect(Collectors.toSet());
    return farm.person(person, "console", Set.of())
        .with(new Grants.Builder().user(person).platform(permissions).build());
  }

  /** A person without any role. */
  public Caller stranger() {
    return farm.person(UUID.randomUUID(), "console", Set.of());
  }

  /** A new service with a secret. */
  public ServiceDirectory.Onboarded onboard() {
    ObjectNode body = Json.object().put("name", "Service " + UUID.randomUUID());
    return directory.onboard(maintainer(), body).await();
  }

  static ServiceSignIn.Credentials secret(String clientId, String secret) {
    return new ServiceSignIn.Credentials(
        Optional.of(clientId), Optional.of(secret), Optional.empty());
  }

  /** A token of a new service. */
  String token(ServiceDirectory.Onboarded service) {
    return signIn
        .signIn(
            secret(service.service().clientId(), service.secret().orElseThrow()), "host", Set.of())
        .await()
        .token();
  }

  /** The service as a caller, with the rights that it has now. */
  public Caller caller(ServiceDirectory.Onboarded service) {
    return caller(token(service), Audiences.FARM);
  }

  Caller caller(String token, String audience) {
    return new TokenCallers(
            (bearer, of) -> tokens.apply(bearer, of).orElseThrow(),
            grants,
            SCOPES,
            UserProvisioning.IGNORED,
            InstantSource.system())
        .authenticate(token, audience)
        .await();
  }

  /** Drops rights in memory; called after rights have changed. */
  public void rightsChanged() {
    grants.changed();
  }

  @Override
  public void close() {
    farm.close();
  }
}
