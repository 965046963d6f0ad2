package io.glebe.core.identity;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * User names and passwords of devices and gateways: they sign in to MQTT with them, and the
 * development identity issues tokens for them. The rights of an account are those of the User
 * record whose subject is its name, as for every other client.
 */
public final class ServiceAccounts {
  /** Maximum number of accounts in a list. */
  static final int MAX_LISTED = 1000;

  /** Minimum length of a password in characters. */
  public static final int MIN_PASSWORD_CHARS = 12;

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");
  private static final int SESSION_BYTES = 16;
  private static final int MAX_WAITING = 256;
  private static final int MAX_HASHING = 2;

  /** Checked for unknown names, so that they take as long as wrong passwords. */
  private static final String UNKNOWN_ACCOUNT = PasswordHash.matchingNothing();

  /** Longer than the lifetime of any token of an account. */
  private static final Duration TOKENS_END = Duration.ofDays(1);

  /**
   * An account as shown to administrators.
   *
   * @param session {@code sid} of its tokens; it ends with the account and with its password
   */
  public record Account(
      String name, Set<String> scopes, boolean enabled, OffsetDateTime created, String session) {}

  private final Database database;
  private final GrantsCache grants;
  private final ScopeMap scopeMap;
  private final String issuer;
  private final RevokedSessions revoked;
  private final FailureThrottle throttle;
  private final BoundedWork work = new BoundedWork(MAX_WAITING, MAX_HASHING);

  /**
   * @param issuer issuer under which User records of service accounts are looked up
   * @param throttle limits failed sign-ins
   */
  public ServiceAccounts(
      Database database,
      GrantsCache grants,
      ScopeMap scopeMap,
      String issuer,
      RevokedSessions revoked,
      FailureThrottle throttle) {
    this.database = database;
    this.grants = grants;
    this.scopeMap = scopeMap;
    this.issuer = issuer;
    this.revoked = revoked;
    this.throttle = throttle;
  }

  /** The caller with this name and password; fails with 401 if they do not match. */
  public Future<Caller> signIn(String name, String password) {
    return signIn(name, password, "");
  }

  /**
   * As {@link #signIn(String, String)} from this {@link FailureThrottle#source}; fails with 429 if
   * too many attempts have failed.
   */
  public Future<Caller> signIn(String name, String password, String source) {
    return check(name, password, source)
        .compose(account -> grants.grants(issuer, name).map(current -> caller(account, current)));
  }

  /** The caller that the enabled account with this name is; 404 without one. */
  public Future<Caller> caller(String name) {
    return database
        .query("select * from identity.service_account where name = $1 and enabled", Tuple.of(name))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Problem.notFound("the service account does not exist");
              }
              return account(rows.iterator().next());
            })
        .compose(account -> grants.grants(issuer, name).map(current -> caller(account, current)));
  }

  private Caller caller(Account account, Grants current) {
    return new Caller(
        CallerKind.DEVICE,
        issuer,
        account.name(),
        Optional.of(account.name()),
        Audiences.SENSOR,
        account.scopes(),
        scopeMap.rights(Audiences.SENSOR, account.scopes()),
        current);
  }

  /** The account with this name and password; fails with 401 if they do not match. */
  public Future<Account> check(String name, String password) {
    return check(name, password, "");
  }

  /** The account, for a client at this {@link FailureThrottle#source}; 429 as {@link #signIn}. */
  public Future<Account> check(String name, String password, String source) {
    Optional<Problem> slowed = throttle.refusal(FailureThrottle.Kind.PASSWORD, source, name);
    return slowed.isPresent()
        ? Future.failedFuture(slowed.get())
        : database
            .query(
                "select * from identity.service_account where name = $1 and enabled",
                Tuple.of(name))
            .compose(rows -> matching(rows, name, password, source));
  }

  private Future<Account> matching(RowSet<Row> rows, String name, String password, String source) {
    Optional<Row> row = rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
    String hash = row.map(r -> r.getString("password_hash")).orElse(UNKNOWN_ACCOUNT);
    return work.run(() -> checked(row, hash, name, password, source))
        .map(found -> found.map(ServiceAccounts::account))
        .map(found -> found.orElseThrow(() -> Problem.unauthorized("wrong name or password")));
  }

  /** Asks the throttle again: other attempts may have failed while this one waited. */
  private Optional<Row> checked(
      Optional<Row> row, String hash, String name, String password, String source) {
    throttle
        .refusal(FailureThrottle.Kind.PASSWORD, source, name)
        .ifPresent(
            slowed -> {
              throw slowed;
            });
    Optional<Row> matching = PasswordHash.matches(password, hash) ? row : Optional.empty();
    if (matching.isPresent()) {
      throttle.succeeded(FailureThrottle.Kind.PASSWORD, source, name);
    } else {
      throttle.failed(FailureThrottle.Kind.PASSWORD, source, name);
    }
    return matching;
  }

  /**
   * Creates an account, or replaces password and scopes of the existing one and ends its tokens.
   */
  public Future<Account> put(String name, String password, Set<String> scopes) {
    return put(name, password, scopes, (transaction, fresh) -> {});
  }

  /**
   * Creates or replaces an account.
   *
   * @param audit writes the audit entry in the same transaction; told whether the account is new
   */
  public Future<Account> put(
      String name, String password, Set<String> scopes, BiConsumer<Transaction, Boolean> audit) {
    List<Violation> faults = faults(name, password, scopes);
    if (!faults.isEmpty()) {
      return Future.failedFuture(Problem.invalid(faults));
    }
    return work.run(() -> PasswordHash.of(password))
        .compose(hash -> endingSessions(name, tx -> stored(tx, name, hash, scopes, audit)));
  }

  /**
   * Prepares an account that is created together with something else: the result stores it, or
   * fails with 409 if the name is taken.
   */
  public Future<Consumer<Transaction>> creation(String name, String password, Set<String> scopes) {
    List<Violation> faults = faults(name, password, scopes);
    return faults.isEmpty()
        ? work.run(() -> PasswordHash.of(password))
            .map(hash -> transaction -> created(transaction, name, hash, scopes))
        : Future.failedFuture(Problem.invalid(faults));
  }

  private static void created(Transaction tx, String name, String hash, Set<String> scopes) {
    tx.execute("select identity.lock_account($1)", name);
    int made =
        tx.update(
            """
            insert into identity.service_account (name, password_hash, scopes)
            values ($1, $2, $3)
            on conflict (name) do nothing
            """,
            name,
            hash,
            scopes.toArray(String[]::new));
    if (made == 0) {
      throw Problem.conflict("there is an account with this name");
    }
  }

  private static Account stored(
      Transaction tx,
      String name,
      String hash,
      Set<String> scopes,
      BiConsumer<Transaction, Boolean> audit) {
    Row row = store(tx, name, hash, scopes).iterator().next();
    audit.accept(tx, row.getBoolean("fresh"));
    return account(row);
  }

  /** Changes the account and ends all sessions that used its current password. */
  private <T> Future<T> endingSessions(String name, Function<Transaction, T> change) {
    Instant until = Instant.now().plus(TOKENS_END);
    List<String> ended = new ArrayList<>();
    return database
        .inTransaction(
            tx -> {
              ended.clear();
              tx.execute("select identity.lock_account($1)", name);
              for (Row row :
                  tx.execute(
                      "select * from identity.service_account where name = $1 for update", name)) {
                String session = account(row).session();
                RevokedSessions.end(tx, issuer, session, until);
                ended.add(session);
              }
              return change.apply(tx);
            })
        .map(
            done -> {
              ended.forEach(session -> revoked.ended(issuer, session, until));
              return done;
            });
  }

  private static RowSet<Row> store(Transaction tx, String name, String hash, Set<String> scopes) {
    return tx.execute(
        """
        insert into identity.service_account (name, password_hash, scopes)
        values ($1, $2, $3)
        on conflict (name) do update
          set password_hash = excluded.password_hash, scopes = excluded.scopes, enabled = true
        returning *, xmax = 0 as fresh
        """,
        Tuple.of(name, hash, scopes.toArray(String[]::new)));
  }

  private List<Violation> faults(String name, String password, Set<String> scopes) {
    List<Violation> faults = new ArrayList<>();
    if (!NAME.matcher(name).matches()) {
      faults.add(Violation.at("name", "/name", "lower-case letters, digits, . _ -, at most 63"));
    }
    boolean tooLong = password.length() > PasswordHash.MAX_PASSWORD_CHARS;
    if (password.length() < MIN_PASSWORD_CHARS || tooLong) {
      faults.add(Violation.at("password", "/password", "12 to 256 characters are needed"));
    }
    Set<String> known = scopeMap.names().getOrDefault(Audiences.SENSOR, Set.of());
    if (scopes.isEmpty() || !known.containsAll(scopes)) {
      faults.add(Violation.at("scope", "/scopes", "known scopes: " + String.join(" ", known)));
    }
    return faults;
  }

  /** All accounts by name, without their hashes. */
  public Future<List<Account>> list() {
    return database
        .query(
            "select * from identity.service_account order by name limit $1", Tuple.of(MAX_LISTED))
        .map(
            rows -> {
              List<Account> accounts = new ArrayList<>();
              rows.forEach(row -> accounts.add(account(row)));
              return accounts;
            });
  }

  /** The enabled account that acts as this User: its name is the User's subject. */
  public Future<Optional<Account>> actingFor(UUID user) {
    return database
        .query(
            """
            select a.*
            from identity.service_account a
            join record.users u on u.doc ->> 'subject' = a.name
            where u.id = $1 and u.doc ->> 'issuer' = $2 and a.enabled
            """,
            Tuple.of(user, issuer))
        .map(
            rows ->
                rows.size() == 0 ? Optional.empty() : Optional.of(account(rows.iterator().next())));
  }

  /** The names whose accounts are enabled. */
  public Future<Set<String>> enabled(Set<String> names) {
    return database
        .query(
            "select name from identity.service_account where enabled and name = any($1::text[])",
            Tuple.tuple().addValue(names.toArray(String[]::new)))
        .map(
            rows -> {
              Set<String> enabled = new HashSet<>();
              rows.forEach(row -> enabled.add(row.getString("name")));
              return enabled;
            });
  }

  /** Deletes the account and ends its tokens; fails with 404 if there is none. */
  public Future<Void> delete(String name) {
    return delete(name, transaction -> {});
  }

  /**
   * Deletes the account.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public Future<Void> delete(String name, Consumer<Transaction> audit) {
    return endingSessions(
            name,
            tx -> {
              if (tx.update("delete from identity.service_account where name = $1", name) == 0) {
                throw Problem.notFound("the service account does not exist");
              }
              audit.accept(tx);
              return name;
            })
        .map(deleted -> null);
  }

  private static Account account(Row row) {
    return new Account(
        row.getString("name"),
        Set.of(row.getArrayOfStrings("scopes")),
        row.getBoolean("enabled"),
        row.getOffsetDateTime("created_at"),
        session(row.getString("password_hash")));
  }

  /** Derived from the hash, so that it changes with the password without revealing it. */
  private static String session(String hash) {
    return "account-" + HexFormat.of().formatHex(TokenDigest.sha256(hash), 0, SESSION_BYTES);
  }
}
