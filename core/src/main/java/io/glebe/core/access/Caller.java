package io.glebe.core.access;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Who calls, through which app, and with which rights at the moment at which that was found out.
 * Whatever lasts, or begins later, asks {@link #now} before each piece of it.
 *
 * @param kind person, client, device or the platform itself
 * @param issuer identity provider that vouches for the subject
 * @param subject {@code sub} at that provider; for a client its client id
 * @param clientId the app ({@code azp}); empty for the platform itself and for hashed tokens
 * @param audience the API for which the token was made
 * @param scopes names of the granted scopes, as in the token
 * @param scope the permissions which those scopes open
 * @param grants what the subject's roles open, on which farms
 * @param proof by what all that was found, and whether it still holds
 */
public record Caller(
    CallerKind kind,
    String issuer,
    String subject,
    Optional<String> clientId,
    String audience,
    Set<String> scopes,
    ScopeRights scope,
    Grants grants,
    CallerSource proof) {

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

  /** One who stays what he is. */
  public Caller(
      CallerKind kind,
      String issuer,
      String subject,
      Optional<String> clientId,
      String audience,
      Set<String> scopes,
      ScopeRights scope,
      Grants grants) {
    this(kind, issuer, subject, clientId, audience, scopes, scope, grants, CallerSource.LASTING);
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

  /** Whether this is the caller of now: what is not is asked for by {@link #now}. */
  public boolean isCurrent() {
    return proof.holds();
  }

  /** For the inside of a transaction: throws where this is not the caller of now. */
  public void requireCurrent() {
    if (!proof.holds()) {
      throw new OutdatedCaller();
    }
  }

  /**
   * The same caller with the rights of this moment, at once where nothing has changed; fails with
   * 401 where the proof holds no longer. From any thread.
   */
  public Future<Caller> now() {
    if (proof.holds()) {
      return Future.succeededFuture(this);
    }
    try {
      return proof.again();
    } catch (RuntimeException refusal) {
      return Future.failedFuture(refusal);
    }
  }

  /** The same caller with other roles. */
  public Caller with(Grants roles) {
    return new Caller(kind, issuer, subject, clientId, audience, scopes, scope, roles, proof);
  }

  /** The same caller, found by that. */
  public Caller provedBy(CallerSource other) {
    return new Caller(kind, issuer, subject, clientId, audience, scopes, scope, grants, other);
  }

  /** The same caller with roles beside his own, now and whenever he is asked for again. */
  public Caller gaining(UnaryOperator<Grants> more) {
    CallerSource own = proof;
    return with(more.apply(grants))
        .provedBy(
            new CallerSource() {
              @Override
              public boolean holds() {
                return own.holds();
              }

              @Override
              public Future<Caller> again() {
                return own.again().map(found -> found.gaining(more));
              }
            });
  }

  /** Leaves out subject and rights: callers appear in logs, personal data must not. */
  @Override
  public String toString() {
    return "Caller[" + kind + ", client=" + clientId.orElse("-") + "]";
  }
}
