package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.Settings;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordRolesTest {
  private static final String ISSUER = "https://issuer.example";

  private final TestDatabase db = TestDatabase.create();
  private final RecordService records =
      RecordService.open(
              db.database(),
              RuleSettings.lenient().issuer(ISSUER),
              ReadLimits.of(Settings.defaults()),
              ChangeListener.NONE)
          .await();
  private final Onboarding onboarding = new Onboarding(db.database(), records);

  @AfterEach
  void close() {
    db.close();
  }

  private UUID farm() {
    UUID organization = UUID.randomUUID();
    UUID farm = UUID.randomUUID();
    onboarding.organization(organization, "Estate").await();
    var doc = Json.object().put("name", "Home").put("organizationId", organization.toString());
    onboarding.farm(farm, doc).await();
    return farm;
  }

  /** Adds the person to many farms on behalf of others. */
  private void crowd(UUID assignment) {
    String table = "record.access_assignments";
    db.database()
        .query("create table crowd as select * from " + table + " where id = $1", assignment)
        .await();
    db.database()
        .query(
            "insert into "
                + table
                + " select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid())))"
                + ".* from crowd c, generate_series(1, $1)",
            RecordRoles.MAX_ASSIGNMENTS + 10)
        .await();
  }

  @Test
  void assignmentsCreatedByOtherUsersDoNotDisplaceTheOwnAssignments() {
    onboarding.roles().await();
    UUID admin =
        onboarding
            .administrator(
                new Onboarding.NewUser("sub", Optional.empty(), "Somebody", Optional.empty()))
            .await();
    UUID unasked = onboarding.assign(admin, farm(), "WORKER").await();
    crowd(unasked);
    UUID own = farm();
    UUID assignment = onboarding.assign(admin, own, "OWNER").await();
    db.database()
        .query(
            "update record.access_assignments set created_by_user_id = $1 where id = $2",
            admin,
            assignment)
        .await();
    Grants grants =
        new RecordRoles(db.database()).load(ISSUER, "sub").await().at(Instant.now()).grants();
    assertThat(grants.isAdministrator()).isTrue();
    assertThat(grants.onFarm(Permission.of("farm:delete"), own)).isTrue();
  }
}
