package io.glebe.core.identity;

import io.glebe.core.access.CallerKind;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The content of a verified token for one API.
 *
 * @param kind person, client or device
 * @param issuer identity provider of the subject, as named in User records
 * @param subject {@code sub}; for a client its client id
 * @param clientId the app ({@code azp}, else {@code client_id}); empty for hashed tokens
 * @param audience the API for which it was verified
 * @param scopes granted scopes
 * @param expiresAt time from which it is refused: its expiry and the accepted difference of clocks
 * @param session {@code sid} of its sign-in, if the provider states it
 * @param email the person's address, if the provider has verified it
 * @param user the only User record for which it is valid; empty for any with the subject
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

  /** A token that is valid for any User record with the subject. */
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

  /** Without subject and address: they are personal data. */
  @Override
  public String toString() {
    return "VerifiedToken[" + kind + ", aud=" + audience + ", exp=" + expiresAt + "]";
  }
}
