package io.glebe.core.record.person;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Reduces User records to the part that a caller sees ({@link PersonView}) before they leave the
 * record engine: one query for a whole response, none for other entity types and for the platform
 * itself.
 */
public final class PersonViewFilter {
  private static final String FACTS =
      """
      select r.id, null::timestamptz
      from record.roles r
      where r.id = any($1::uuid[]) and r.organization_id = any($2::uuid[])
      union all
      select s.user_id, s.at
      from record.sign_in s
      where s.user_id = any($3::uuid[])
      """;

  private final Database database;

  public PersonViewFilter(Database database) {
    this.database = database;
  }

  public Future<StoredRecord> one(Caller caller, EntityType type, StoredRecord stored) {
    return isWhole(caller, type)
        ? Future.succeededFuture(stored)
        : all(caller, type, List.of(stored)).map(List::getFirst);
  }

  /** Whether records are returned as they are stored. */
  public static boolean isWhole(Caller caller, EntityType type) {
    return !PersonView.concerns(type) || caller.kind() == CallerKind.SYSTEM;
  }

  /** The records as the caller sees them, in their order. */
  public Future<List<StoredRecord>> all(Caller caller, EntityType type, List<StoredRecord> stored) {
    if (isWhole(caller, type) || stored.isEmpty()) {
      return Future.succeededFuture(stored);
    }
    PersonView view = new PersonView(caller);
    Set<UUID> roles = new HashSet<>();
    Set<UUID> whole = new HashSet<>();
    for (StoredRecord person : stored) {
      if (view.seesAll(person)) {
        whole.add(person.id());
      } else {
        roles.addAll(PersonView.roles(person));
      }
    }
    return rolesAndOrganizations(view, roles, whole)
        .map(
            loaded -> stored.stream().map(p -> view.seen(p, loaded.roles(), loaded.at())).toList());
  }

  private record RolesAndOrganizations(Set<UUID> roles, Map<UUID, String> at) {}

  private Future<RolesAndOrganizations> rolesAndOrganizations(
      PersonView view, Set<UUID> roles, Set<UUID> whole) {
    if (roles.isEmpty() && whole.isEmpty()) {
      return Future.succeededFuture(new RolesAndOrganizations(Set.of(), Map.of()));
    }
    UUID[] organizations = view.organizations().toArray(UUID[]::new);
    UUID[] requested = roles.toArray(UUID[]::new);
    UUID[] people = whole.toArray(UUID[]::new);
    return database
        .lookUp(FACTS, Tuple.tuple().addValue(requested).addValue(organizations).addValue(people))
        .map(
            rows -> {
              RolesAndOrganizations loaded =
                  new RolesAndOrganizations(new HashSet<>(), new HashMap<>());
              for (Row row : rows) {
                if (row.getValue(1) == null) {
                  loaded.roles().add(row.getUUID(0));
                } else {
                  loaded.at().put(row.getUUID(0), text(row));
                }
              }
              return loaded;
            });
  }

  private static String text(Row row) {
    return DateTimeFormatter.ISO_INSTANT.format(
        row.getOffsetDateTime(1).withOffsetSameInstant(ZoneOffset.UTC).toInstant());
  }
}
