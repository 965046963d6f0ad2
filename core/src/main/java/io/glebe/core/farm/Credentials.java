package io.glebe.core.farm;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.AuditNote;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.Uuids;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Tokens and service accounts that act as somebody. Making and ending one is accounted for in the
 * audit log in the same transaction, for administrators and for the person as whom it acts; the
 * person sees which tokens these are and may end them.
 */
public final class Credentials {
  /** What a hashed token is called in the audit log. */
  public static final String TOKEN = "Token";

  /** What a service account is called in the audit log; its id there is made from its name. */
  public static final String SERVICE_ACCOUNT = "ServiceAccount";

  private static final Permission READ = Permission.of("user:read");
  private static final Permission WRITE = Permission.of("user:update");
  private static final UUID NAMESPACE = UUID.fromString("5b3c3a0e-6a55-4d0c-8f3e-0d7f7e0c6a11");

  private final RecordService records;
  private final HashedTokens tokens;
  private final ServiceAccounts accounts;
  private final GrantsCache grants;
  private final Supplier<String> issuer;

  /**
   * @param issuer issuer under which subjects of tokens and service accounts are looked up
   */
  public Credentials(
      RecordService records,
      HashedTokens tokens,
      ServiceAccounts accounts,
      GrantsCache grants,
      Supplier<String> issuer) {
    this.records = records;
    this.tokens = tokens;
    this.accounts = accounts;
    this.grants = grants;
    this.issuer = issuer;
  }

  /**
   * Makes a token for the active User record of a subject; 422 when there is none, so that nobody
   * holds a token of somebody who comes later.
   */
  public Future<HashedTokens.Issued> issue(Caller by, HashedTokens.Order order) {
    return user(order.issuer(), order.subject())
        .map(found -> found.orElseThrow(Credentials::nobody))
        .compose(user -> issue(by, order, user));
  }

  private static Problem nobody() {
    return Problem.invalid(
        Violation.at("subject", "/subject", "there is no active user with this subject"));
  }

  private Future<HashedTokens.Issued> issue(Caller by, HashedTokens.Order order, UUID user) {
    List<String> set = List.of("name", "subject", "audiences", "scopes", "expiresAt");
    List<String> changed = order.expires().isPresent() ? set : set.subList(0, set.size() - 1);
    return told(
        tokens.issue(
            order,
            Optional.of(user),
            by.userId(),
            (transaction, id) ->
                note(
                    transaction,
                    by,
                    new AuditNote(
                        AuditNote.Action.CREATE, TOKEN, id, order.name(), changed, Set.of(user)))));
  }

  private Future<Optional<UUID>> user(String of, String subject) {
    return grants.grants(of, subject).map(Grants::userId);
  }

  private static void note(Transaction transaction, Caller by, AuditNote note) {
    RecordService.note(transaction, by, note);
  }

  private <T> Future<T> told(Future<T> change) {
    return change.onSuccess(done -> records.noted());
  }

  /** Ends any token; 404 when there is none. For administrators. */
  public Future<Void> revoke(Caller by, UUID token) {
    return told(tokens.revoke(token, any -> true, (tx, ended) -> revoked(tx, by, ended)));
  }

  private static void revoked(Transaction transaction, Caller by, HashedTokens.Listed token) {
    Set<UUID> readers = token.user().map(Set::of).orElse(Set.of());
    note(
        transaction,
        by,
        new AuditNote(
            AuditNote.Action.DELETE, TOKEN, token.id(), token.name(), List.of(), readers));
  }

  /** What acts for a person: tokens, newest first, and the service account named as the person. */
  public record Acting(
      List<HashedTokens.Listed> tokens, Optional<ServiceAccounts.Account> account) {
    public Acting {
      tokens = List.copyOf(tokens);
    }
  }

  /**
   * What acts for a person now.
   *
   * @throws Problem 403 unless the caller is the person or an administrator
   */
  public Future<Acting> actingFor(Caller caller, UUID user) {
    requireSelf(caller, user, READ);
    return tokens
        .actingFor(user)
        .compose(listed -> accounts.actingFor(user).map(account -> new Acting(listed, account)));
  }

  /**
   * Ends a token of a person, or the service account that acts for the person; the same refusal,
   * and 404 when the person has nothing with this id.
   */
  public Future<Void> revoke(Caller caller, UUID user, UUID id) {
    requireSelf(caller, user, WRITE);
    return accounts
        .actingFor(user)
        .map(account -> account.filter(a -> accountId(a.name()).equals(id)))
        .compose(
            account ->
                account.isPresent()
                    ? deleteAccount(caller, account.get().name())
                    : revokeToken(caller, user, id));
  }

  private Future<Void> revokeToken(Caller caller, UUID user, UUID token) {
    return told(
        tokens.revoke(
            token,
            listed -> listed.user().filter(user::equals).isPresent(),
            (tx, ended) -> revoked(tx, caller, ended)));
  }

  private static void requireSelf(Caller caller, UUID user, Permission permission) {
    if (caller.userId().filter(user::equals).isPresent()) {
      Access.requireAsSelf(caller, permission);
    } else {
      Access.requireAdministrator(caller, permission);
    }
  }

  /** Creates a service account, or replaces password and scopes of the one of that name. */
  public Future<ServiceAccounts.Account> putAccount(
      Caller by, String name, String password, Set<String> scopes) {
    return user(issuer.get(), name)
        .compose(
            user ->
                told(
                    accounts.put(
                        name,
                        password,
                        scopes,
                        (tx, fresh) ->
                            note(
                                tx,
                                by,
                                account(
                                    fresh ? AuditNote.Action.CREATE : AuditNote.Action.UPDATE,
                                    name,
                                    List.of("password", "scopes"),
                                    user)))));
  }

  /** Removes a service account; 404 when there is none. */
  public Future<Void> deleteAccount(Caller by, String name) {
    return user(issuer.get(), name)
        .compose(
            user ->
                told(
                    accounts.delete(
                        name,
                        tx ->
                            note(
                                tx, by, account(AuditNote.Action.DELETE, name, List.of(), user)))));
  }

  private static AuditNote account(
      AuditNote.Action action, String name, List<String> changed, Optional<UUID> user) {
    Set<UUID> readers = user.map(Set::of).orElse(Set.of());
    return new AuditNote(action, SERVICE_ACCOUNT, accountId(name), name, changed, readers);
  }

  /** The id under which the audit log knows a service account. */
  public static UUID accountId(String name) {
    return Uuids.named(NAMESPACE, name);
  }
}
