package io.glebe.core.access;

import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.TokenCallers;
import io.glebe.core.identity.UserProvisioning;
import io.glebe.core.identity.VerifiedToken;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A database with starter roles, two organizations and three farms; loads callers from it. */
final class AccessFixture implements AutoCloseable {
  static final String ISSUER = "https://issuer.example";
  static final ScopeMap SCOPES =
      ScopeMap.parse("farm-api: farm-read=*:read farm-write=*:create|*:update|*:delete");

  final TestDatabase db = TestDatabase.create();
  final RecordService records =
      RecordService.open(
              db.database(),
              RuleSettings.lenient().issuer(ISSUER),
              ReadLimits.of(Settings.defaults()),
              ChangeListener.NONE)
          .await();
  final Onboarding onboarding = new Onboarding(db.database(), records);
  final UUID organization = UUID.randomUUID();
  final UUID farm = UUID.randomUUID();
  final UUID sisterFarm = UUID.randomUUID();
  final UUID otherOrganization = UUID.randomUUID();
  final UUID foreignFarm = UUID.randomUUID();
  final GrantsCache grants;
  private final Notifications notifications;
  volatile Instant now = Instant.now();

  AccessFixture() {
    onboarding.roles().await();
    onboarding.organization(organization, "Home").await();
    onboarding.organization(otherOrganization, "Away").await();
    farm(farm, organization);
    farm(sisterFarm, organization);
    farm(foreignFarm, otherOrganization);
    InstantSource clock = () -> now;
    grants = new GrantsCache(new RecordRoles(db.database()), clock);
    notifications = Notifications.open(db.vertx(), db.database()).await();
    notifications.subscribe("grants_changed", payload -> grants.changed());
  }

  private void farm(UUID id, UUID of) {
    onboarding
        .farm(
            id,
            Json.object()
                .put("name", "Farm " + id)
                .put("organizationId", of.toString())
                .put("timezone", "UTC")
                .put("defaultCurrency", "EUR"))
        .await();
  }

  UUID user(String subject) {
    return onboarding
        .user(new Onboarding.NewUser(subject, Optional.empty(), subject, Optional.empty()))
        .await();
  }

  void patch(String entity, UUID id, String patch) {
    records
        .patch(
            WriteRequest.of(
                Caller.system(),
                Catalogue.standard().get(entity),
                id,
                Json.parseObject(patch.replace('\'', '"'))))
        .await();
  }

  void delete(String entity, UUID id) {
    records.delete(WriteRequest.of(Caller.system(), Catalogue.standard().get(entity), id)).await();
  }

  Caller caller(String subject, String... scopes) {
    return caller(CallerKind.PERSON, subject, scopes);
  }

  Caller caller(CallerKind kind, String subject, String... scopes) {
    VerifiedToken token =
        new VerifiedToken(
            kind,
            ISSUER,
            subject,
            Optional.of("app"),
            "farm-api",
            Set.of(scopes),
            Instant.MAX,
            Optional.empty(),
            Optional.empty());
    return new TokenCallers(
            (bearer, audience) -> Future.succeededFuture(token),
            grants,
            SCOPES,
            UserProvisioning.IGNORED,
            InstantSource.system())
        .authenticate("", "farm-api")
        .await();
  }

  @Override
  public void close() {
    notifications.close();
    db.close();
  }
}
