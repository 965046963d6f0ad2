package io.glebe.core.farm;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.config.Settings;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.write.WriteRequest;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OnboardingTest {
  @Test
  void anAdministratorWhoMayNotSignInDoesNotCount() {
    try (TestDatabase db = TestDatabase.create()) {
      RecordService records =
          RecordService.open(
                  db.database(),
                  RuleSettings.lenient(),
                  ReadLimits.of(Settings.defaults()),
                  ChangeListener.NONE)
              .await();
      Onboarding onboarding = new Onboarding(db.database(), records);
      onboarding.roles().await();
      assertThat(onboarding.hasAdministrator().await()).isFalse();
      UUID user =
          onboarding
              .administrator(
                  new Onboarding.NewUser("root", Optional.empty(), "Root", Optional.empty()))
              .await();
      assertThat(onboarding.hasAdministrator().await()).isTrue();
      records
          .patch(
              WriteRequest.of(
                  Caller.system(),
                  Catalogue.standard().get("User"),
                  user,
                  Json.object().put("status", "DISABLED")))
          .await();
      assertThat(onboarding.hasAdministrator().await()).isFalse();
    }
  }
}
