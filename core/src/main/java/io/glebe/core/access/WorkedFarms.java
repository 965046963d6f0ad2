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
 * The farms on which a caller works: where he has made a record himself, a farm included, which he
 * has named for a thing, or where the platform itself gave him his role. Anybody can be added to a
 * farm unasked; that opens the farm to him and is nothing that he did. So where a request does not
 * say which farm is meant, only these are taken.
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

  /** Those among the farms. */
  public static Set<UUID> among(Transaction transaction, Caller caller, Set<UUID> farms) {
    return farms.isEmpty() ? Set.of() : ids(transaction.execute(QUERY, values(caller, farms)));
  }

  /** Those among the farms. */
  public static Future<Set<UUID>> among(Database database, Caller caller, Set<UUID> farms) {
    return farms.isEmpty()
        ? Future.succeededFuture(Set.of())
        : database.query(QUERY, values(caller, farms)).map(WorkedFarms::ids);
  }

  /** The farm that is meant where none is named, if it is one and opens this to the caller. */
  public static Future<Optional<UUID>> only(
      Database database, Caller caller, Permission permission) {
    AccessibleOwners reach = Access.farms(caller, permission);
    if (reach.everything()) {
      return Future.succeededFuture(Optional.empty());
    }
    Future<Set<UUID>> meant =
        hasOne(caller) ? Future.succeededFuture(reach.ids()) : among(database, caller, reach.ids());
    return meant.map(ids -> ids.size() == 1 ? ids.stream().findFirst() : Optional.empty());
  }

  /** Who is on one farm alone, whatever he may do there, can mean no other. */
  private static boolean hasOne(Caller caller) {
    return caller.grants().farms().size() == 1;
  }

  /** The caller has named the farm for what has no account in the audit log. */
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
