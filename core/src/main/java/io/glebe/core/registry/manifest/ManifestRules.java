package io.glebe.core.registry.manifest;

import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.host.HostAddresses;

/**
 * The limits and names that manifests are checked against.
 *
 * @param maxKeys most public keys
 * @param maxRedirects most redirect URIs
 * @param privateLogout whether logout addresses may be in private networks
 * @param scopes the APIs with their scopes
 */
public record ManifestRules(
    int maxKeys, int maxRedirects, boolean privateLogout, ScopeMap scopes, HostAddresses hosts) {

  /** The rules of the settings. */
  public static ManifestRules of(Settings settings, ScopeMap scopes, HostAddresses hosts) {
    return new ManifestRules(
        settings.get(IdentitySettings.REGISTRY_KEYS),
        settings.get(IdentitySettings.REGISTRY_REDIRECTS),
        settings.get(IdentitySettings.REGISTRY_PRIVATE_LOGOUT),
        scopes,
        hosts);
  }
}
