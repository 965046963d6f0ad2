package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductionProfileTest {
  private final Settings production =
      Settings.defaults().with(ProcessSettings.PROFILE, "production");

  private IdentityModule open(Settings settings) {
    return TestPlatform.identityOfAnotherNode(TestPlatform.shared().platform(), settings);
  }

  @Test
  void theDevelopmentIdentityNeverStartsInProduction() {
    assertThatThrownBy(() -> open(production))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("GLEBE_IDENTITY_ISSUER");
  }

  @Test
  void theDevelopmentTokenIsRefusedInProduction() {
    IdentityModule identity =
        open(production.with(IdentitySettings.IDENTITY_ISSUER, "https://issuer.example"));
    assertThat(identity.ownKeys()).isEmpty();
    assertThatThrownBy(
            () -> identity.callers().authenticate("glebe-dev-token", "spatio-api").await())
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(401));
  }

  @Test
  void invalidScopesFailTheStart() {
    Settings broken =
        Settings.defaults()
            .with(IdentitySettings.IDENTITY_SCOPES, "farm-api: farm-read=everything");
    assertThatThrownBy(() -> open(broken)).isInstanceOf(InvalidSettings.class);
  }

  @Test
  void readinessReportsAnUnreachableProviderAfterTheStart(@TempDir Path data) throws Exception {
    Settings away =
        TestPlatform.settings(data)
            .with(ProcessSettings.PROFILE, "production")
            .with(IdentitySettings.IDENTITY_ISSUER, "http://127.0.0.1:9/realms/none");
    try (Platform platform = Platform.start(away)) {
      HttpResponse<String> ready =
          new Browser().get(URI.create(platform.address() + "/health/ready"));
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("identity");
    }
  }
}
