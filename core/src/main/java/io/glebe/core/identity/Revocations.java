package io.glebe.core.identity;

/** Knows the tokens that are revoked although they have not expired. */
@FunctionalInterface
public interface Revocations {
  /** No token is ever revoked. */
  Revocations NONE = token -> false;

  /** Whether the sign-in of the token has ended. */
  boolean revoked(VerifiedToken token);
}
