package io.glebe.core.access;

import io.glebe.core.database.Database;
import io.glebe.core.time.Period;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Reads the roles of a subject from User, AccessAssignment, Role and Farm records with one query. A
 * unique index ensures that a subject of an issuer has at most one User record.
 */
public final class RecordRoles implements RoleSource {
  /**
   * Maximum number of assignments that are read for a subject. Anybody can be added to farms
   * without being asked, so assignments that the person made come first (own farms are among them),
   * then the oldest.
   */
  static final int MAX_ASSIGNMENTS = 20_000;

  private static final String QUERY =
      """
      with u as (
        select id, doc from record.users
        where doc ->> 'subject' = $1 and doc ->> 'issuer' = $2 and doc ->> 'status' = 'ACTIVE')
      select 'user' as kind, u.id, null::uuid as farm, null::uuid as organization, '' as code,
             coalesce(u.doc -> 'organizationIds', '[]'::jsonb) as list,
             '' as a_from, '' as a_until, '' as r_from, '' as r_until
        from u
      union all
      select 'role', u.id, null, (r.doc ->> 'organizationId')::uuid,
             case when r.origin_type = 'SYSTEM' then coalesce(r.doc ->> 'code', '') else '' end,
             coalesce(r.doc -> 'permissions', '[]'::jsonb),
             '', '', coalesce(r.doc ->> 'startsAt', ''), coalesce(r.doc ->> 'endsAt', '')
        from u
        join record.roles r on u.doc -> 'roleIds' ? r.id::text
      union all
      (select 'farm', u.id, a.farm_id, (f.doc ->> 'organizationId')::uuid, '',
             coalesce(r.doc -> 'permissions', '[]'::jsonb),
             coalesce(a.doc ->> 'startsAt', ''), coalesce(a.doc ->> 'endsAt', ''),
             coalesce(r.doc ->> 'startsAt', ''), coalesce(r.doc ->> 'endsAt', '')
        from u
        join record.access_assignments a on a.doc ->> 'userId' = u.id::text
        join record.roles r on r.id = (a.doc ->> 'roleId')::uuid
        join record.farms f on f.id = a.farm_id
        order by a.created_by_user_id is distinct from u.id, a.created_at, a.id
        limit $3)
      """;

  private final Database database;

  public RecordRoles(Database database) {
    this.database = database;
  }

  @Override
  public Future<SubjectRoles> load(String issuer, String subject) {
    return database
        .query(QUERY, Tuple.of(subject, issuer, MAX_ASSIGNMENTS))
        .map(RecordRoles::roles);
  }

  private static SubjectRoles roles(RowSet<Row> rows) {
    Optional<UUID> user = Optional.empty();
    Set<UUID> organizations = new HashSet<>();
    List<SubjectRoles.OnFarm> assignments = new ArrayList<>();
    List<SubjectRoles.OfUser> roles = new ArrayList<>();
    for (Row row : rows) {
      switch (row.getString("kind")) {
        case "user" -> {
          user = Optional.of(row.getUUID("id"));
          strings(row).forEach(id -> organizations.add(UUID.fromString(id)));
        }
        case "farm" -> assignments.add(onFarm(row));
        default -> roles.add(ofUser(row));
      }
    }
    return new SubjectRoles(user, organizations, assignments, roles);
  }

  private static SubjectRoles.OnFarm onFarm(Row row) {
    Period assignment = Period.of(row.getString("a_from"), row.getString("a_until"));
    return new SubjectRoles.OnFarm(
        row.getUUID("farm"),
        Optional.ofNullable(row.getUUID("organization")),
        permissions(row),
        List.of(assignment, role(row)));
  }

  private static SubjectRoles.OfUser ofUser(Row row) {
    return new SubjectRoles.OfUser(
        Optional.ofNullable(row.getUUID("organization")),
        row.getString("code").equals(SubjectRoles.ADMINISTRATOR),
        permissions(row),
        List.of(role(row)));
  }

  private static Period role(Row row) {
    return Period.of(row.getString("r_from"), row.getString("r_until"));
  }

  private static Set<Permission> permissions(Row row) {
    return strings(row).stream()
        .map(Permission::parse)
        .flatMap(Optional::stream)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static List<String> strings(Row row) {
    return row.get(JsonArray.class, "list").stream().map(Object::toString).toList();
  }
}
