package io.glebe.api.devidentity;

import com.nimbusds.jose.jwk.JWK;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An app that is registered with the development identity.
 *
 * @param id client id, by convention {@code ext-<app id>}
 * @param name its name on the consent page
 * @param access its client authentication
 * @param keys public keys of a confidential client
 * @param redirects matched exactly; a public client of this machine may use any port of loopback
 * @param backChannelLogout the address that receives its logout tokens
 * @param scopes all scopes that it may request
 * @param asItself whether it may get tokens without a user (client credentials)
 * @param trusted whether it is a part of the platform, which needs no consent
 */
public record DevClient(
    String id,
    String name,
    Access access,
    List<JWK> keys,
    Set<URI> redirects,
    Optional<URI> backChannelLogout,
    Set<String> scopes,
    boolean asItself,
    boolean trusted) {

  /** The way in which a client authenticates. */
  public enum Access {
    /** Signs assertions with its private key. */
    PRIVATE_KEY_JWT,
    /** Keeps no secret; PKCE binds the code. */
    PUBLIC
  }

  public DevClient {
    keys = List.copyOf(keys);
    redirects = Set.copyOf(redirects);
    scopes = Set.copyOf(scopes);
  }

  /** The same app with an address for logout tokens. */
  DevClient withBackChannelLogout(URI address) {
    return new DevClient(
        id, name, access, keys, redirects, Optional.of(address), scopes, asItself, trusted);
  }

  /** Whether the code may be sent to the given address. */
  boolean redirectsTo(URI uri) {
    return isRegistered(uri) || (access == Access.PUBLIC && isRegistered(withoutPort(uri)));
  }

  /** Compares the text: equal URIs may differ in the case of host, scheme and escapes. */
  private boolean isRegistered(URI uri) {
    return redirects.stream().anyMatch(known -> known.toString().equals(uri.toString()));
  }

  /** RFC 8252, section 7.3: the port of a loopback redirect is the client's choice. */
  private static URI withoutPort(URI uri) {
    boolean loopback = "http".equals(uri.getScheme()) && "127.0.0.1".equals(uri.getHost());
    boolean bare =
        uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
    return loopback && bare ? URI.create("http://127.0.0.1" + uri.getRawPath()) : uri;
  }
}
