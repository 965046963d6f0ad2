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
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * User name and password of devices and gateways: MQTT signs in with them, the development identity
 * makes tokens for them. What an account may do follows from the User record whose subject is its
 * name, like that of every other client.
 */
public final class ServiceAccounts {
  /** Most accounts in one list. */
  static final int MAX_LISTED = 1000;

  /** Fewest characters of a password. */
  static final int MIN_PASSWORD_CHARS = 12;

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");
  private static final int SESSION_BYTES = 16;
  private static final int MAX_WAITING = 256;
  private static final int MAX_HASHING = 2;

  /** Takes as long as a real one, so that a wrong name is not told from a wrong password. */
  private static final String NOBODY = PasswordHash.ofNobody();

  /** Longer than any token that was made for an account. */
  private static final Duration TOKENS_END = Duration.ofDays(1);

  /**
   * An account as administrators see it.
   *
   * @param session what its tokens carry as {@code sid}, so that they end with account or password
   */
  public record Account(
      String name, Set<String> scopes, boolean enabled, OffsetDateTime created, String session) {}

  private final Database database;
  private final GrantsCache grants;
  private final ScopeMap scopeMap;
  private final Supplier<String> issuer;
  private final RevokedSessions revoked;
  private volatile FailureThrottle brake = FailureThrottle.off();
  private final BoundedWork work = new BoundedWork(MAX_WAITING, MAX_HASHING);

  /**
   * @param issuer issuer under which User records of service accounts are looked up
   */
  public ServiceAccounts(
      Database database,
      GrantsCache grants,
      ScopeMap scopeMap,
      Supplier<String> issuer,
      RevokedSessions revoked) {
    this.database = database;
    this.grants = grants;
    this.scopeMap = scopeMap;
    this.issuer = issuer;
    this.revoked = revoked;
  }

  /** Slows down who guesses from now on. */
  public void brakedBy(FailureThrottle chosen) {
    brake = chosen;
  }

  /** The caller behind name and password; fails with 401 when they do not fit. */
  public Future<Caller> signIn(String name, String password) {
    return signIn(name, password, "");
  }

  /**
   * The same, for a client at that {@link FailureThrottle#source}; fails with 429 when too many
   * tries have failed.
   */
  public Future<Caller> signIn(String name, String password, String source) {
    return check(name, password, source)
        .compose(account -> grants.grants(issuer.get(), name).map(found -> caller(account, found)));
  }

  private Caller caller(Account account, Grants found) {
    return new Caller(
        CallerKind.DEVICE,
        issuer.get(),
        account.name(),
        Optional.of(account.name()),
        Audiences.SENSOR,
        account.scopes(),
        scopeMap.rights(Audiences.SENSOR, account.scopes()),
        found);
  }

  /** The account behind name and password; fails with 401 when they do not fit. */
  public Future<Account> check(String name, String password) {
    return check(name, password, "");
  }

  /** The same, for a client at that {@link FailureThrottle#source}; 429 as {@link #signIn}. */
  public Future<Account> check(String name, String password, String source) {
    Optional<Problem> slowed = brake.refusal(FailureThrottle.Kind.PASSWORD, source, name);
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
    String hash = row.map(r -> r.getString("password_hash")).orElse(NOBODY);
    return work.run(() -> tried(row, hash, name, password, source))
        .map(found -> found.map(ServiceAccounts::account))
        .map(found -> found.orElseThrow(() -> Problem.unauthorized("wrong name or password")));
  }

  /** Asks the brake again: while this one waited for its turn others may have failed. */
  private Optional<Row> tried(
      Optional<Row> row, String hash, String name, String password, String source) {
    brake
        .refusal(FailureThrottle.Kind.PASSWORD, source, name)
        .ifPresent(
            slowed -> {
              throw slowed;
            });
    Optional<Row> fitting = PasswordHash.matches(password, hash) ? row : Optional.empty();
    if (fitting.isPresent()) {
      brake.succeeded(FailureThrottle.Kind.PASSWORD, source, name);
    } else {
      brake.failed(FailureThrottle.Kind.PASSWORD, source, name);
    }
    return fitting;
  }

  /**
   * Creates an account, or replaces password and scopes of the one of that name, whose tokens end
   * with it.
   */
  public Future<Account> put(String name, String password, Set<String> scopes) {
    return put(name, password, scopes, (transaction, fresh) -> {});
  }

  /**
   * The same.
   *
   * @param witness accounts for it in the same transaction; told whether the account is new
   */
  public Future<Account> put(
      String name, String password, Set<String> scopes, BiConsumer<Transaction, Boolean> witness) {
    List<Violation> faults = faults(name, password, scopes);
    if (!faults.isEmpty()) {
      return Future.failedFuture(Problem.invalid(faults));
    }
    return work.run(() -> PasswordHash.of(password))
        .compose(hash -> ending(name, tx -> stored(tx, name, hash, scopes, witness)));
  }

  private static Account stored(
      Transaction tx,
      String name,
      String hash,
      Set<String> scopes,
      BiConsumer<Transaction, Boolean> witness) {
    Row row = store(tx, name, hash, scopes).iterator().next();
    witness.accept(tx, row.getBoolean("fresh"));
    return account(row);
  }

  /** Ends what was begun with the present password, together with a change of the account. */
  private <T> Future<T> ending(String name, Function<Transaction, T> change) {
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
                RevokedSessions.end(tx, issuer.get(), session, until);
                ended.add(session);
              }
              return change.apply(tx);
            })
        .map(
            done -> {
              ended.forEach(session -> revoked.ended(issuer.get(), session, until));
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

  /** The account that acts as a person now: its name is the subject of that User record. */
  public Future<Optional<Account>> actingFor(UUID user) {
    return database
        .query(
            "select a.* from identity.service_account a join record.users u on u.doc ->> 'subject'"
                + " = a.name where u.id = $1 and u.doc ->> 'issuer' = $2 and a.enabled",
            Tuple.of(user, issuer.get()))
        .map(
            rows ->
                rows.size() == 0 ? Optional.empty() : Optional.of(account(rows.iterator().next())));
  }

  /** Those of the names whose accounts may be signed in. */
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

  /** Removes the account and ends its tokens; fails with 404 when there is none. */
  public Future<Void> delete(String name) {
    return delete(name, transaction -> {});
  }

  /**
   * The same.
   *
   * @param witness accounts for it in the same transaction
   */
  public Future<Void> delete(String name, Consumer<Transaction> witness) {
    return ending(
            name,
            tx -> {
              if (tx.update("delete from identity.service_account where name = $1", name) == 0) {
                throw Problem.notFound("no such service account");
              }
              witness.accept(tx);
              return name;
            })
        .map(gone -> null);
  }

  private static Account account(Row row) {
    return new Account(
        row.getString("name"),
        Set.of(row.getArrayOfStrings("scopes")),
        row.getBoolean("enabled"),
        row.getOffsetDateTime("created_at"),
        session(row.getString("password_hash")));
  }

  /** Another one for each password; says nothing of it. */
  private static String session(String hash) {
    return "account-" + HexFormat.of().formatHex(TokenDigest.sha256(hash), 0, SESSION_BYTES);
  }
}
