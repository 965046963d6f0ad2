package io.glebe.core.record.lookup;

import io.glebe.core.record.rule.lookup.Lookup;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The locks behind answers that other transactions could make untrue; they are held until the end
 * of the transaction. A lock separates transactions, not the writes of one, so the write that takes
 * a lock first is registered too.
 */
final class LookupLocks {
  /**
   * A change of an assignment takes this lock shared, a change of a role takes it exclusively: a
   * role gives access on farms that are not known in advance.
   */
  private static final String ADMINISTRATORS = "administrators";

  /** Entity types whose rows are locked against new assignments that refer to them. */
  private static final Set<String> BY_ROW = Set.of("Farm", "Role");

  /**
   * @param shared whether several writes may hold it, as long as none holds it exclusively
   */
  private record Lock(String name, boolean shared) {
    /** Whether the statements lock rows themselves; the writes of a group share those locks. */
    boolean byRow() {
      return BY_ROW.stream().anyMatch(name::startsWith);
    }

    static final Comparator<Lock> ORDER =
        Comparator.comparing(Lock::name).thenComparing(Lock::shared);
  }

  /** The holders of each lock, compared by identity. */
  private final Map<Lock, Set<Object>> holders = new HashMap<>();

  private final NavigableSet<Lock> requested = new TreeSet<>(Lock.ORDER);

  /**
   * Registers the locks that the lookups of a write need.
   *
   * @param requester the object that identifies the write in its group
   * @return a lock that another write of the group holds; then none is registered
   */
  Optional<String> register(Object requester, boolean creation, Set<Lookup<?>> lookups) {
    List<Lock> locks = new ArrayList<>();
    lookups.forEach(lookup -> add(lookup, creation, locks));
    for (Lock lock : locks) {
      if (isTaken(lock, requester)) {
        return Optional.of(lock.name());
      }
    }
    locks.forEach(lock -> holders(lock).add(requester));
    locks.stream().filter(lock -> !lock.byRow()).forEach(requested::add);
    return Optional.empty();
  }

  private Set<Object> holders(Lock lock) {
    return holders.computeIfAbsent(lock, key -> Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private boolean isTaken(Lock lock, Object requester) {
    boolean exclusive = isHeldByAnother(new Lock(lock.name(), false), requester);
    return exclusive || !lock.shared() && isHeldByAnother(new Lock(lock.name(), true), requester);
  }

  @SuppressWarnings("ReferenceEquality") // askers are compared by identity
  private boolean isHeldByAnother(Lock lock, Object requester) {
    return holders.getOrDefault(lock, Set.of()).stream().anyMatch(holder -> holder != requester);
  }

  /**
   * Sends the statements for the registered locks, in the order of their names; the caller waits
   * for the answers.
   */
  List<Future<RowSet<Row>>> sendLocks(SqlConnection connection) {
    List<Future<RowSet<Row>>> sent = new ArrayList<>();
    sendLocks(connection, "pg_advisory_xact_lock_shared", true).ifPresent(sent::add);
    sendLocks(connection, "pg_advisory_xact_lock", false).ifPresent(sent::add);
    requested.clear();
    return sent;
  }

  private Optional<Future<RowSet<Row>>> sendLocks(
      SqlConnection connection, String function, boolean shared) {
    String[] names =
        requested.stream()
            .filter(lock -> lock.shared() == shared)
            .map(Lock::name)
            .toArray(String[]::new);
    if (names.length == 0) {
      return Optional.empty();
    }
    String sql =
        """
        select count(%s(hashtextextended(k, 0)))
        from (select k from unnest($1::text[]) k order by k) s
        """
            .formatted(function);
    return Optional.of(connection.preparedQuery(sql).execute(Tuple.of(names)));
  }

  private static void add(Lookup<?> lookup, boolean creation, List<Lock> locks) {
    switch (lookup) {
      case Lookup.Lineage q -> {
        if (!creation) { // two concurrent moves could close a cycle that neither of them sees
          locks.add(new Lock("lineage " + q.entity(), false));
        }
      }
      case Lookup.ExternalIdHolder q ->
          locks.add(
              new Lock(
                  String.join(
                      " ", "external", q.entity(), "" + q.scope(), q.provider(), q.externalId()),
                  false));
      case Lookup.OtherAdministrator q -> administrators(Set.of(q.farm()), locks);
      case Lookup.FarmsWithoutAdministrator q -> administrators(q.farms(), locks);
      case Lookup.Fetch q -> {
        if (BY_ROW.contains(
            q.entity())) { // the permissions that an assignment gives must not change until it
          // is written
          locks.add(rowLock(q.entity(), q.id(), true));
        }
      }
      case Lookup.AssignedFarms q -> locks.add(rowLock("Role", q.role(), false));
      case Lookup.RolesAssigned q -> locks.add(rowLock("Farm", q.farm(), false));
      case Lookup.OnlyByRole q -> locks.add(new Lock(ADMINISTRATORS, false));
      case Lookup.SiblingShares q -> locks.add(new Lock("shares " + q.feedRation(), false));
      case Lookup.RecordsOfFarm q -> locks.add(new Lock(q.entity() + " of " + q.farm(), false));
      default -> {
        // no other answer depends on concurrent transactions
      }
    }
  }

  private static Lock rowLock(String entity, UUID id, boolean shared) {
    return new Lock(entity + ' ' + id, shared);
  }

  private static void administrators(Set<UUID> farms, List<Lock> locks) {
    locks.add(new Lock(ADMINISTRATORS, true));
    farms.forEach(farm -> locks.add(new Lock(ADMINISTRATORS + ' ' + farm, false)));
  }
}
