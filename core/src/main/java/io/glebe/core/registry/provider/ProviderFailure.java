package io.glebe.core.registry.provider;

/** A refusal of the identity provider; its message is shown to developers and has no secrets. */
public final class ProviderFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProviderFailure(String message) {
    super(message, null, false, false);
  }
}
