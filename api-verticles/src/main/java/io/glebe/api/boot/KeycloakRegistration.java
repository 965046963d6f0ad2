package io.glebe.api.boot;

import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.KeycloakAdmin;
import io.glebe.core.registry.provider.KeycloakClients;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;

/** The registration of apps at the Keycloak of the settings. */
final class KeycloakRegistration {
  private KeycloakRegistration() {}

  /**
   * The registration; empty without the setting.
   *
   * @throws InvalidSettings when the secret is missing or the address is not secured
   */
  static Optional<ClientRegistration> of(Settings settings, String issuer) {
    return settings
        .get(IdentitySettings.REGISTRY_KEYCLOAK)
        .map(realm -> new KeycloakClients(admin(settings, realm, issuer), InstantSource.system()));
  }

  private static KeycloakAdmin admin(Settings settings, URI realm, String issuer) {
    String secret =
        settings
            .get(IdentitySettings.REGISTRY_SECRET)
            .orElseThrow(
                () ->
                    new InvalidSettings(
                        IdentitySettings.REGISTRY_SECRET.name()
                            + " is needed with "
                            + IdentitySettings.REGISTRY_KEYCLOAK.name()));
    KeycloakAdmin.Account account =
        new KeycloakAdmin.Account(
            URI.create(issuer + "/protocol/openid-connect/token"),
            settings.get(IdentitySettings.REGISTRY_CLIENT),
            secret);
    try {
      return new KeycloakAdmin(realm, account, InstantSource.system());
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(IdentitySettings.REGISTRY_KEYCLOAK.name() + ": " + e.getMessage());
    }
  }
}
