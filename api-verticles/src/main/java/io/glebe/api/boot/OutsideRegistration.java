package io.glebe.api.boot;

import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.KeycloakAdmin;
import io.glebe.core.registry.provider.KeycloakClients;
import io.glebe.core.registry.provider.OpenIdRegistration;
import io.glebe.core.registry.provider.ServiceAccount;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;

/** The registration of apps at the identity provider of the settings. */
final class OutsideRegistration {
  private static final InstantSource CLOCK = InstantSource.system();

  private OutsideRegistration() {}

  /** Whether the settings choose one. */
  static boolean isChosen(Settings settings) {
    return settings.get(IdentitySettings.REGISTRY_OPENID)
        || settings.get(IdentitySettings.REGISTRY_KEYCLOAK).isPresent();
  }

  /**
   * The registration; empty without its settings.
   *
   * @throws InvalidSettings when the secret is missing, an address is not secured, or two ways are
   *     chosen
   */
  static Optional<ClientRegistration> of(Settings settings, String issuer) {
    Optional<URI> keycloak = settings.get(IdentitySettings.REGISTRY_KEYCLOAK);
    boolean openId = settings.get(IdentitySettings.REGISTRY_OPENID);
    if (keycloak.isPresent() && openId) {
      throw new InvalidSettings(
          IdentitySettings.REGISTRY_OPENID.name()
              + " and "
              + IdentitySettings.REGISTRY_KEYCLOAK.name()
              + " exclude each other");
    }
    if (keycloak.isPresent()) {
      return Optional.of(keycloak(settings, keycloak.get(), issuer));
    }
    return openId ? Optional.of(openId(settings, issuer)) : Optional.empty();
  }

  private static ServiceAccount account(Settings settings, Setting<?> with) {
    String secret =
        settings
            .get(IdentitySettings.REGISTRY_SECRET)
            .orElseThrow(
                () ->
                    new InvalidSettings(
                        IdentitySettings.REGISTRY_SECRET.name()
                            + " is needed with "
                            + with.name()));
    return new ServiceAccount(settings.get(IdentitySettings.REGISTRY_CLIENT), secret);
  }

  private static ClientRegistration keycloak(Settings settings, URI realm, String issuer) {
    ServiceAccount account = account(settings, IdentitySettings.REGISTRY_KEYCLOAK);
    URI token = URI.create(issuer + "/protocol/openid-connect/token");
    try {
      return new KeycloakClients(new KeycloakAdmin(realm, token, account, CLOCK), CLOCK);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(IdentitySettings.REGISTRY_KEYCLOAK.name() + ": " + e.getMessage());
    }
  }

  private static ClientRegistration openId(Settings settings, String issuer) {
    ServiceAccount account = account(settings, IdentitySettings.REGISTRY_OPENID);
    try {
      return new OpenIdRegistration(URI.create(issuer), account, CLOCK);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(IdentitySettings.REGISTRY_OPENID.name() + ": " + e.getMessage());
    }
  }
}
