package io.glebe.core.access;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Who calls, through which app, and with the rights at the time of the check. Work that takes
 * longer, or starts later, calls {@link #now} before each step.
 *
 * @param kind person, client, device or the platform itself
 * @param issuer identity provider of the subject
 * @param subject {@code sub} at that provider; for a client its client id
 * @param clientId the app ({@code azp}); empty for the platform itself and for hashed tokens
 * @param audience the API for which the token was made
 * @param scopes names of the granted scopes, as in the token
 * @param scope the permissions which those scopes grant
 * @param grants the permissions which the subject's roles grant, by farm and organization
 * @param source loads the caller again and knows whether it is still current
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
    CallerSource source) {

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

  private static final Caller ANONYMOUS =
      new Caller(
          CallerKind.ANONYMOUS,
          "",
          "",
          Optional.empty(),
          "",
          Set.of(),
          ScopeRights.of(List.of("data:read")),
          Grants.NONE);

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /** A caller whose rights never change. */
  public Caller(
      CallerKind kind,
      String issuer,
      String subject,
      Optional<String> clientId,
      String audience,
      Set<String> scopes,
      ScopeRights scope,
      Grants grants) {
    this(kind, issuer, subject, clientId, audience, scopes, scope, grants, CallerSource.PERMANENT);
  }

  /** The platform itself: all permissions everywhere, no person, no client. */
  public static Caller system() {
    return SYSTEM;
  }

  /** Nobody: may read what is public, and has no role. */
  public static Caller anonymous() {
    return ANONYMOUS;
  }

  public boolean isAnonymous() {
    return kind == CallerKind.ANONYMOUS;
  }

  /** Whether this is a token for viewers, which is valid for pictures only. */
  public boolean isViewer() {
    return audience.equals(ViewerScope.AUDIENCE);
  }

  /** The key by which resources are shared among callers. */
  public SubjectId subjectId() {
    return new SubjectId(issuer, subject);
  }

  /** Id of the User record bound to the subject; also that of a client, if it has one. */
  public Optional<UUID> userId() {
    return grants.userId();
  }

  /** Id of the User record to store as creator; only persons have one. */
  public Optional<UUID> personId() {
    return kind == CallerKind.PERSON ? grants.userId() : Optional.empty();
  }

  /** Whether the rights are still current; otherwise {@link #now} loads them again. */
  public boolean isCurrent() {
    return source.isCurrent();
  }

  /** For use inside a transaction: throws unless the rights are still current. */
  public void requireCurrent() {
    if (!source.isCurrent()) {
      throw new OutdatedCaller();
    }
  }

  /**
   * The same caller with its current rights; completes at once if nothing has changed. Fails with
   * 401 if the token is no longer valid. May be called on any thread.
   */
  public Future<Caller> now() {
    if (source.isCurrent()) {
      return Future.succeededFuture(this);
    }
    try {
      return source.reload();
    } catch (RuntimeException refusal) {
      return Future.failedFuture(refusal);
    }
  }

  /** The same caller with other grants. */
  public Caller with(Grants other) {
    return new Caller(kind, issuer, subject, clientId, audience, scopes, scope, other, source);
  }

  /** The same caller, reloaded by another source. */
  public Caller withSource(CallerSource other) {
    return new Caller(kind, issuer, subject, clientId, audience, scopes, scope, grants, other);
  }

  /** The same caller with additional grants, also after it has been reloaded. */
  public Caller withAdditional(UnaryOperator<Grants> more) {
    CallerSource own = source;
    return with(more.apply(grants))
        .withSource(
            new CallerSource() {
              @Override
              public boolean isCurrent() {
                return own.isCurrent();
              }

              @Override
              public Future<Caller> reload() {
                return own.reload().map(current -> current.withAdditional(more));
              }
            });
  }

  /** Without subject and rights: callers appear in logs, personal data must not. */
  @Override
  public String toString() {
    return "Caller[" + kind + ", client=" + clientId.orElse("-") + "]";
  }
}
