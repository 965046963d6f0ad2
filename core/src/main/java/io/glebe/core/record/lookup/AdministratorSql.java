package io.glebe.core.record.lookup;

/** SQL about the users who may give access to a farm: rules V25 and V26. */
final class AdministratorSql {
  /** Assignments that are valid now, of people who have signed in once, including disabled ones. */
  private static final String HELD =
      """
      from record.access_assignments a
      join record.roles r on r.id = (a.doc ->> 'roleId')::uuid
      join record.users u on u.id = (a.doc ->> 'userId')::uuid
        and u.doc ->> 'status' <> 'INVITED' and u.doc ->> 'subject' is not null
      where %s and %s and
      """
          .formatted(within("r"), within("a"));

  /**
   * Assignments without an end, of people who may sign in. An assignment that ends, even later,
   * does not count.
   */
  private static final String LASTING =
      """
      %s u.doc ->> 'status' = 'ACTIVE'
        and a.doc ->> 'endsAt' is null and r.doc ->> 'endsAt' is null and
      """
          .formatted(HELD);

  /** Permanent assignments whose role gives access. */
  private static final String GIVING =
      """
      %s r.doc -> 'permissions' ? 'accessAssignment:create' and
      """
          .formatted(LASTING);

  /**
   * Permissions of which a farm must keep a holder when a person leaves: to give access and to
   * delete the farm.
   */
  private static final String KEPT = "array['accessAssignment:create', 'farm:delete']";

  /** Whether the farm $1 has another administrator than the assignment $2. */
  static final String OTHER =
      """
      select exists (select %s a.farm_id = $1 and a.id <> $2)
      """
          .formatted(GIVING);

  /** The farms on which the user $1 gives access or is an owner. */
  static final String FARMS =
      """
      select distinct a.farm_id %s
        r.doc -> 'permissions' ?| %s and a.doc ->> 'userId' = $1
      """
          .formatted(HELD, KEPT);

  /**
   * The number of farms among $1 that would lose, with the user $2, the last holder of one of these
   * permissions.
   */
  static final String LEFT_ALONE =
      """
      select count(*)
      from unnest($1::uuid[]) f(id)
      where exists (
        select from unnest(%s) k(permission)
        where exists (
            select %s r.doc -> 'permissions' ? k.permission and a.farm_id = f.id
              and a.doc ->> 'userId' = $2)
          and not exists (
            select %s r.doc -> 'permissions' ? k.permission and a.farm_id = f.id
              and a.doc ->> 'userId' <> $2))
      """
          .formatted(KEPT, HELD, LASTING);

  /** Whether a role of the organization $2 is assigned on the farm $1. */
  static final String ROLES_ASSIGNED =
      """
      select exists (
        select from record.access_assignments a
        join record.roles r on r.id = (a.doc ->> 'roleId')::uuid
        where a.farm_id = $1 and r.organization_id = $2)
      """;

  /** The farms on which the role $1 is assigned. */
  static final String ASSIGNED =
      "select distinct farm_id from record.access_assignments where doc ->> 'roleId' = $1";

  /** Whether a farm has administrators only through the role $1. */
  static final String ONLY_BY_ROLE =
      """
      select exists (
        select from record.access_assignments h
        where h.doc ->> 'roleId' = $1
          and not exists (select %s a.farm_id = h.farm_id and r.id <> $1::uuid))
      """
          .formatted(GIVING);

  private AdministratorSql() {}

  /** The period of an assignment or a role; an end without a time includes the whole day. */
  private static String within(String row) {
    return """
        coalesce(%s, '-infinity') <= now()
          and coalesce(%s + case when length(%s.doc ->> 'endsAt') = 10
            then interval '1 day' else interval '0' end, 'infinity') > now()
        """
        .formatted(time(row, "startsAt"), time(row, "endsAt"), row);
  }

  /** A time of the row; null when it is absent or PostgreSQL cannot read it. */
  private static String time(String row, String attribute) {
    String text = row + ".doc ->> '" + attribute + "'";
    return "case when pg_input_is_valid(%1$s, 'timestamptz') then (%1$s)::timestamptz end"
        .formatted(text);
  }
}
