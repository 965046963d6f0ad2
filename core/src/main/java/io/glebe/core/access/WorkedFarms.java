package io.glebe.core.access;

import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The farms on which a caller works: the caller has created a record there (or the farm itself),
 * has named the farm for a thing, or got the role from the platform itself. Anybody can be added to
 * a farm without being asked, which gives access but proves no activity. A request that names no
 * farm is therefore applied to these farms only.
 */
public final class WorkedFarms {
  private static final String QUERY =
      """
      select f.id from unnest($1::uuid[]) f(id) where
        exists (select from record.access_assignments a where a.farm_id = f.id
          and a.doc ->> 'userId' = $2::uuid::text and a.origin_type = 'SYSTEM'
          and a.created_by_user_id is null and a.client_id is null)
        or exists (select from record.audit_logs l where l.farm_id = f.id
          and l.created_by_user_id = $2 and l.doc ->> 'action' = 'CREATE')
        or exists (select from record.audit_logs l where l.farm_id = f.id
          and l.created_by_user_id is null and l.client_id = $3 and l.doc ->> 'action' = 'CREATE')
        or exists (select from record.chosen_farm c where c.farm_id = f.id and c.account = $4)
      """;

  private WorkedFarms() {}

  /** The farms of the given ones on which the caller works. */
  public static Set<UUID> among(Transaction transaction, Caller caller, Set<UUID> farms) {
    return farms.isEmpty() ? Set.of() : ids(transaction.execute(QUERY, values(caller, farms)));
  }

  /** The farms of the given ones on which the caller works. */
  public static Future<Set<UUID>> among(Database database, Caller caller, Set<UUID> farms) {
    return farms.isEmpty()
        ? Future.succeededFuture(Set.of())
        : database.query(QUERY, values(caller, farms)).map(WorkedFarms::ids);
  }

  /** The farm of a request that names none: the only one with this permission, if there is one. */
  public static Future<Optional<UUID>> only(
      Database database, Caller caller, Permission permission) {
    AccessibleOwners farms = Access.farms(caller, permission);
    if (farms.everything()) {
      return Future.succeededFuture(Optional.empty());
    }
    Future<Set<UUID>> candidates =
        hasOne(caller) ? Future.succeededFuture(farms.ids()) : among(database, caller, farms.ids());
    return candidates.map(ids -> ids.size() == 1 ? ids.stream().findFirst() : Optional.empty());
  }

  /** Whether the caller has access to one farm only, with whatever permission. */
  private static boolean hasOne(Caller caller) {
    return caller.grants().farms().size() == 1;
  }

  /** Stores that the caller has named the farm for something that the audit log does not cover. */
  public static void choose(Transaction transaction, Caller caller, UUID farm) {
    transaction.update(
        "insert into record.chosen_farm (account, farm_id) values ($1, $2) on conflict do nothing",
        caller.subject(),
        farm);
  }

  private static Tuple values(Caller caller, Set<UUID> farms) {
    boolean client = caller.kind() == CallerKind.CLIENT;
    return Tuple.of(
        farms.toArray(UUID[]::new),
        caller.userId().orElse(null),
        client ? caller.clientId().orElse(null) : null,
        caller.subject());
  }

  private static Set<UUID> ids(RowSet<Row> rows) {
    Set<UUID> ids = new HashSet<>();
    rows.forEach(row -> ids.add(row.getUUID(0)));
    return ids;
  }
}
