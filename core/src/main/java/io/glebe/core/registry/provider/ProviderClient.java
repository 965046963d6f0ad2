package io.glebe.core.registry.provider;

import java.util.Optional;

/**
 * A client that exists at the identity provider.
 *
 * @param id client id, which some providers assign
 * @param management data with which the provider lets this client be changed; encrypted
 */
public record ProviderClient(String id, Optional<String> management) {
  /** A client that needs no data of its own to be changed. */
  public ProviderClient(String id) {
    this(id, Optional.empty());
  }

  /** Without the management data. */
  @Override
  public String toString() {
    return "ProviderClient[" + id + "]";
  }
}
