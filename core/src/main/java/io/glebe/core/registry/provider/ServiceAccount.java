package io.glebe.core.registry.provider;

/** The platform's own client at the identity provider. */
public record ServiceAccount(String clientId, String secret) {
  /** Without the secret. */
  @Override
  public String toString() {
    return "ServiceAccount[" + clientId + "]";
  }
}
