package io.glebe.core.farm;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.record.change.ActingAccounts;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tokens and service accounts that act as a person. Creating and ending one is recorded in the
 * audit log in the same transaction, for administrators and for the person. The person can list
 * these tokens and end them.
 */
public final class Credentials {

  private static final Permission READ = Permission.of("user:read");
  private static final Permission WRITE = Permission.of("user:update");

  private final RecordService records;
  private final HashedTokens tokens;
  private final ServiceAccounts accounts;
  private final String issuer;

  /**
   * @param issuer issuer under which subjects of tokens and service accounts are looked up
   */
  public Credentials(
      RecordService records, HashedTokens tokens, ServiceAccounts accounts, String issuer) {
    this.records = records;
    this.tokens = tokens;
    this.accounts = accounts;
    this.issuer = issuer;
  }

  /**
   * Creates a token for the active User record of a subject; 422 without such a record, so that a
   * token never belongs to a person who is added later.
   */
  public Future<HashedTokens.Issued> issue(Caller by, HashedTokens.Order order) {
    List<String> set = List.of("name", "subject", "audiences", "scopes", "expiresAt");
    List<String> changed = order.expires().isPresent() ? set : set.subList(0, set.size() - 1);
    return notifyingReaders(
        tokens.issue(
            order,
            transaction -> Optional.of(active(transaction, order)),
            by.userId(),
            (transaction, token) ->
                note(transaction, by, account(AuditNote.Action.CREATE, token, changed))));
  }

  /**
   * Locks the record until the token exists: a concurrent change of the record then sees the token.
   */
  private static UUID active(Transaction transaction, HashedTokens.Order order) {
    return transaction
        .first(
            """
            select id
            from record.users
            where doc ->> 'issuer' = $1 and doc ->> 'subject' = $2 and doc ->> 'status' = 'ACTIVE'
            for share
            """,
            order.issuer(),
            order.subject())
        .map(row -> row.getUUID(0))
        .orElseThrow(Credentials::nobody);
  }

  private static Problem nobody() {
    return Problem.invalid(
        Violation.at("subject", "/subject", "there is no active user with this subject"));
  }

  private static void note(Transaction transaction, Caller by, AuditNote note) {
    RecordService.note(transaction, by, note);
  }

  private <T> Future<T> notifyingReaders(Future<T> change) {
    return change.onSuccess(done -> records.notifyAuditReaders());
  }

  /** Ends a token of any person; 404 if it does not exist. For administrators. */
  public Future<Void> revoke(Caller by, UUID token) {
    return notifyingReaders(
        tokens.revoke(token, any -> true, (tx, ended) -> revoked(tx, by, ended)));
  }

  private static void revoked(Transaction transaction, Caller by, HashedTokens.Listed token) {
    note(transaction, by, account(AuditNote.Action.DELETE, token, List.of()));
  }

  private static AuditNote account(
      AuditNote.Action action, HashedTokens.Listed token, List<String> changed) {
    Set<UUID> readers = token.user().map(Set::of).orElse(Set.of());
    return new AuditNote(action, AuditedThing.TOKEN, token.id(), token.name(), changed, readers);
  }

  /** The tokens of a person, newest first, and the service account with the name of the person. */
  public record Acting(
      List<HashedTokens.Listed> tokens, Optional<ServiceAccounts.Account> account) {
    public Acting {
      tokens = List.copyOf(tokens);
    }
  }

  /**
   * The active tokens and service account of a person.
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
   * Ends a token of a person, or the service account that acts for the person. The caller must be
   * the person or an administrator (403); 404 if the person has no such token or account.
   */
  public Future<Void> revoke(Caller caller, UUID user, UUID id) {
    requireSelf(caller, user, WRITE);
    return accounts
        .actingFor(user)
        .map(account -> account.filter(a -> ActingAccounts.id(a.name()).equals(id)))
        .compose(
            account ->
                account.isPresent()
                    ? deleteAccount(caller, account.get().name())
                    : revokeToken(caller, user, id));
  }

  private Future<Void> revokeToken(Caller caller, UUID user, UUID token) {
    return notifyingReaders(
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

  /**
   * Creates a service account, or replaces the password and the scopes of the account with that
   * name.
   */
  public Future<ServiceAccounts.Account> putAccount(
      Caller by, String name, String password, Set<String> scopes) {
    return notifyingReaders(
        accounts.put(
            name,
            password,
            scopes,
            (tx, fresh) ->
                noteAccount(
                    tx,
                    by,
                    fresh ? AuditNote.Action.CREATE : AuditNote.Action.UPDATE,
                    name,
                    List.of("password", "scopes"))));
  }

  /** Records a new service account in the transaction that creates it. */
  void noteNew(Transaction tx, Caller by, String name) {
    noteAccount(tx, by, AuditNote.Action.CREATE, name, List.of("password", "scopes"));
  }

  /** Removes a service account; 404 if it does not exist. */
  public Future<Void> deleteAccount(Caller by, String name) {
    return notifyingReaders(
        accounts.delete(name, tx -> noteAccount(tx, by, AuditNote.Action.DELETE, name, List.of())));
  }

  /**
   * Changes a setting of a service account.
   *
   * @param name of the account
   * @param setting as the audit log names it
   * @param change runs with the writer of the audit entry
   */
  public <T> Future<T> configure(
      Caller by, String name, String setting, Function<Consumer<Transaction>, Future<T>> change) {
    return notifyingReaders(
        change.apply(tx -> noteAccount(tx, by, AuditNote.Action.UPDATE, name, List.of(setting))));
  }

  /** Notifies the person whose subject is the name, also if the person is disabled at present. */
  private void noteAccount(
      Transaction tx, Caller by, AuditNote.Action action, String name, List<String> changed) {
    Set<UUID> readers = new HashSet<>();
    tx.execute(
            "select id from record.users where doc ->> 'issuer' = $1 and doc ->> 'subject' = $2",
            issuer,
            name)
        .forEach(row -> readers.add(row.getUUID(0)));
    note(tx, by, ActingAccounts.note(action, name, changed, readers));
  }
}
