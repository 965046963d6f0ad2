package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
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
 * Cuts the records of people down to what a caller sees ({@link PersonView}), on their way out of
 * the record store: one query for a whole answer, none for other entities and for the platform
 * itself.
 */
final class PeopleSeen {
  private static final String FACTS =
      "select 'alone' as kind, i.id, null::timestamptz as at from ("
          + Invitations.ALONE
          + ") i union all select 'role', r.id, null from record.roles r where r.id = any($3::uuid[])"
          + " and r.organization_id = any($4::uuid[]) union all select 'sign-in', s.user_id, s.at"
          + " from record.sign_in s where s.user_id = any($5::uuid[])";

  private final Database database;

  PeopleSeen(Database database) {
    this.database = database;
  }

  Future<StoredRecord> one(Caller caller, EntityType type, StoredRecord stored) {
    return isWhole(caller, type)
        ? Future.succeededFuture(stored)
        : all(caller, type, List.of(stored)).map(List::getFirst);
  }

  Future<Written> written(WriteRequest request, Written written) {
    return isWhole(request.caller(), request.type())
        ? Future.succeededFuture(written)
        : one(request.caller(), request.type(), written.stored()).map(written::with);
  }

  /** Whether records go out as they are stored. */
  static boolean isWhole(Caller caller, EntityType type) {
    return !PersonView.concerns(type) || caller.kind() == CallerKind.SYSTEM;
  }

  /** The records as the caller sees them, in their order. */
  Future<List<StoredRecord>> all(Caller caller, EntityType type, List<StoredRecord> stored) {
    if (isWhole(caller, type) || stored.isEmpty()) {
      return Future.succeededFuture(stored);
    }
    PersonView view = new PersonView(caller);
    Asked asked = new Asked(new HashSet<>(), new HashSet<>(), new HashSet<>());
    for (StoredRecord person : stored) {
      if (view.seesAll(person)) {
        asked.signIns().add(person.id());
        continue;
      }
      asked.roles().addAll(PersonView.roles(person));
      if (view.invited(person)) {
        asked.invitations().add(person.id());
      }
    }
    return facts(caller, view, asked)
        .map(facts -> stored.stream().map(person -> seen(view, person, facts)).toList());
  }

  private static StoredRecord seen(PersonView view, StoredRecord person, Facts facts) {
    return view.seen(person, facts.alone().contains(person.id()), facts.roles(), facts.at());
  }

  /** What must be known of the people of an answer, by ids of roles and of people. */
  private record Asked(Set<UUID> roles, Set<UUID> signIns, Set<UUID> invitations) {
    boolean isEmpty() {
      return roles.isEmpty() && signIns.isEmpty() && invitations.isEmpty();
    }
  }

  private record Facts(Set<UUID> roles, Set<UUID> alone, Map<UUID, String> at) {}

  private Future<Facts> facts(Caller caller, PersonView view, Asked asked) {
    if (asked.isEmpty()) {
      return Future.succeededFuture(new Facts(Set.of(), Set.of(), Map.of()));
    }
    return database
        .lookUp(
            FACTS,
            Tuple.tuple()
                .addValue(array(asked.invitations()))
                .addValue(caller.personId().orElse(null))
                .addValue(array(asked.roles()))
                .addValue(array(view.organizations()))
                .addValue(array(asked.signIns())))
        .map(
            rows -> {
              Facts facts = new Facts(new HashSet<>(), new HashSet<>(), new HashMap<>());
              for (Row row : rows) {
                add(row, facts);
              }
              return facts;
            });
  }

  private static UUID[] array(Set<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }

  private static void add(Row row, Facts facts) {
    UUID id = row.getUUID("id");
    switch (row.getString("kind")) {
      case "role" -> facts.roles().add(id);
      case "alone" -> facts.alone().add(id);
      default -> facts.at().put(id, text(row));
    }
  }

  private static String text(Row row) {
    return DateTimeFormatter.ISO_INSTANT.format(
        row.getOffsetDateTime("at").withOffsetSameInstant(ZoneOffset.UTC).toInstant());
  }
}
