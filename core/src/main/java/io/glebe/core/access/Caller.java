package io.glebe.core.access;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Who calls, through which app, and with which rights at this moment.
 *
 * @param kind person, client, device or the platform itself
 * @param issuer identity provider that vouches for the subject
 * @param subject {@code sub} at that provider; for a client its client id
 * @param clientId the app ({@code azp}); empty for the platform itself and for hashed tokens
 * @param audience the API for which the token was made
 * @param scopes names of the granted scopes, as in the token
 * @param scope the permissions which those scopes open
 * @param grants what the subject's roles open, on which farms
 */
public record Caller(
    CallerKind kind,
    String issuer,
    String subject,
    Optional<String> clientId,
    String audience,
    Set<String> scopes,
    ScopeRights scope,
    Grants grants) {

  private static final Caller SYSTEM =
      new Caller(
          CallerKind.SYSTEM,
          "",
          "system",
          Optional.empty(),
          "",
          Set.of(),
          ScopeRights.ALL,
          Grants.EVERYTHING);

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /** The platform's own workers: every right everywhere, no person, no client. */
  public static Caller system() {
    return SYSTEM;
  }

  /** Id of the User record bound to the subject; for a client too, where it has one. */
  public Optional<UUID> userId() {
    return grants.userId();
  }

  /** The User record to name as creator: that of a person only. */
  public Optional<UUID> personId() {
    return kind == CallerKind.PERSON ? grants.userId() : Optional.empty();
  }

  /** The same caller with other roles. */
  public Caller with(Grants roles) {
    return new Caller(kind, issuer, subject, clientId, audience, scopes, scope, roles);
  }

  /** Leaves out subject and rights: callers appear in logs, personal data must not. */
  @Override
  public String toString() {
    return "Caller[" + kind + ", client=" + clientId.orElse("-") + "]";
  }
}
