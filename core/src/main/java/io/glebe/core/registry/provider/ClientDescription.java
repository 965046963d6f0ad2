package io.glebe.core.registry.provider;

import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.access.RegisteredApps;
import io.glebe.core.registry.manifest.AppManifest;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The client of an app, as the provider has to know it: confidential, with private_key_jwt, PKCE
 * S256, consent and token exchange; without the implicit and the password grant.
 *
 * @param id client id, {@code ext-<app id>}
 * @param version number of the approved version
 * @param name on the consent page
 * @param access the APIs with their scopes
 * @param clientCredentials whether it gets tokens without a person too
 */
public record ClientDescription(
    String id,
    int version,
    String name,
    List<JWK> keys,
    List<URI> redirects,
    URI backChannelLogout,
    List<AppManifest.ApiAccess> access,
    boolean clientCredentials) {
  public ClientDescription {
    keys = List.copyOf(keys);
    redirects = List.copyOf(redirects);
    access = List.copyOf(access);
  }

  /** The client of an approved version. */
  public static ClientDescription of(UUID app, int version, AppManifest manifest) {
    return new ClientDescription(
        clientId(app),
        version,
        manifest.name(),
        manifest.publicKeys(),
        manifest.redirectUris(),
        manifest.backChannelLogoutUri(),
        manifest.access(),
        manifest.clientCredentials());
  }

  /** The client id of an app. */
  public static String clientId(UUID app) {
    return RegisteredApps.PREFIX + app;
  }

  /** All scopes of all APIs. */
  public Set<String> scopes() {
    return Set.copyOf(access.stream().flatMap(api -> api.scopes().stream()).toList());
  }
}
