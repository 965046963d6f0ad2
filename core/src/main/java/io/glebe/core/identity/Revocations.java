package io.glebe.core.identity;

/** Tokens that hold no longer although they have not expired. */
@FunctionalInterface
public interface Revocations {
  /** Nothing is ever revoked. */
  Revocations NONE = token -> false;

  /** Whether the sign-in behind the token has ended. */
  boolean revoked(VerifiedToken token);
}
