package io.glebe.core.identity;

import io.glebe.core.access.CallerKind;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What a genuine, current token for one API says.
 *
 * @param kind person, client or device
 * @param issuer identity provider that vouches for the subject, as User records call it
 * @param subject {@code sub}; for a client its client id
 * @param clientId the app ({@code azp}, else {@code client_id}); empty for hashed tokens
 * @param audience the API for which it was verified
 * @param scopes granted scopes
 * @param expiresAt moment from which it holds no longer
 * @param session {@code sid} of the sign-in behind it, where the provider tells
 * @param email the person's address, where the provider says that it has verified it
 * @param user the only User record for which it holds; empty for whichever bears the subject
 */
public record VerifiedToken(
    CallerKind kind,
    String issuer,
    String subject,
    Optional<String> clientId,
    String audience,
    Set<String> scopes,
    Instant expiresAt,
    Optional<String> session,
    Optional<String> email,
    Optional<UUID> user) {
  public VerifiedToken {
    scopes = Set.copyOf(scopes);
  }

  /** A token of whoever bears the subject. */
  public VerifiedToken(
      CallerKind kind,
      String issuer,
      String subject,
      Optional<String> clientId,
      String audience,
      Set<String> scopes,
      Instant expiresAt,
      Optional<String> session,
      Optional<String> email) {
    this(
        kind,
        issuer,
        subject,
        clientId,
        audience,
        scopes,
        expiresAt,
        session,
        email,
        Optional.empty());
  }

  /** Leaves subject and address out: they are personal. */
  @Override
  public String toString() {
    return "VerifiedToken[" + kind + ", aud=" + audience + ", exp=" + expiresAt + "]";
  }
}
