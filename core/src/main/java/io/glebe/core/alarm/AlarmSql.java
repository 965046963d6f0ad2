package io.glebe.core.alarm;

/** The statements of the checks of rules. */
final class AlarmSql {
  /** Observations with a later time than this from now do not count until then. */
  private static final String AHEAD = "now() + interval '5 minutes'";

  /** Rules that are checked, with their datastream on the same farm. */
  private static final String CHECKED =
      """
      record.alarm_rules r
      join sensor.datastream d
        on d.id = (r.doc ->> 'datastreamId')::bigint and d.farm_id = r.farm_id
      """;

  private static final String ENABLED = "coalesce((r.doc ->> 'enabled')::boolean, true)";

  /** The rules of datastreams: (rule, datastream). */
  static final String OF_DATASTREAMS =
      """
      select r.id, d.id as datastream
      from %s
      where r.doc ? 'datastreamId' and (r.doc ->> 'datastreamId')::bigint = any($1) and %s
      order by r.id
      """
          .formatted(CHECKED, ENABLED);

  /** Rules with observations that have not been checked, changed rules, silent datastreams. */
  static final String OPEN =
      """
      select r.id
      from %1$s
      left join alarm.progress p on p.rule_id = r.id
      left join sensor.latest l on l.datastream_id = d.id
      where r.doc ? 'datastreamId' and %2$s
        and (p.rule_id is null
          or p.version <> r.version
          or p.due_at <= now() and p.event_id is null
          or (r.doc ->> 'kind' <> 'SILENCE' or p.event_id is not null)
            and l.phenomenon_time > p.checked_to
            and exists (
              select from sensor.observation o
              where o.datastream_id = d.id and o.phenomenon_time > p.checked_to
                and o.phenomenon_time <= %3$s
                and (o.result is not null or r.doc ->> 'kind' = 'SILENCE')))
      order by r.id
      limit $1
      """
          .formatted(CHECKED, ENABLED, AHEAD);

  /** Makes the rows of rules that have none. */
  static final String MAKE =
      """
      insert into alarm.progress (rule_id)
      select r.id
      from record.alarm_rules r
      where r.id = any($1)
        and not exists (select from alarm.progress p where p.rule_id = r.id)
      on conflict do nothing
      """;

  /** Locks rules with how far they have been checked, and the time of their last observation. */
  static final String LOCK =
      """
      select p.rule_id, p.version, p.checked_to, p.beyond_from, p.quiet_until, p.due_at,
        p.event_id, r.farm_id, r.version as rule_version, r.doc::text as rule, r.created_at,
        r.updated_at,
        (select o.phenomenon_time from sensor.observation o
          where o.datastream_id = d.id and o.phenomenon_time <= %3$s
          order by o.phenomenon_time desc limit 1) as last_time
      from alarm.progress p
      join %1$s on r.id = p.rule_id
      where p.rule_id = any($1) and %2$s
      order by p.rule_id
      for update of p
      """
          .formatted(CHECKED, ENABLED, AHEAD);

  /** The numbers of datastreams ($2) after a time ($3), and those some seconds ($4) before them. */
  static final String READINGS =
      """
      select w.n::int, o.phenomenon_time, o.result, e.result as earlier
      from unnest($1::bigint[], $2::timestamptz[], $3::float8[])
        with ordinality as w(datastream, since, back, n)
      cross join lateral (
        select phenomenon_time, result, id
        from sensor.observation
        where datastream_id = w.datastream and phenomenon_time > w.since
          and phenomenon_time <= %s and result is not null
        order by phenomenon_time, digest
        limit $4) o
      left join lateral (
        select result
        from sensor.observation
        where w.back > 0 and datastream_id = w.datastream and result is not null
          and phenomenon_time <= o.phenomenon_time - w.back * interval '1 second'
          and phenomenon_time >= o.phenomenon_time - 2 * w.back * interval '1 second'
        order by phenomenon_time desc
        limit 1) e on true
      order by w.n, o.phenomenon_time, o.id
      """
          .formatted(AHEAD);

  static final String STORE =
      """
      update alarm.progress p
      set version = u.version, checked_to = u.checked_to, beyond_from = u.beyond_from,
        quiet_until = u.quiet_until, due_at = u.due_at, event_id = u.event_id
      from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::timestamptz[],
          $5::timestamptz[], $6::timestamptz[], $7::uuid[])
        as u(rule, version, checked_to, beyond_from, quiet_until, due_at, event_id)
      where p.rule_id = u.rule
      """;

  /** Locks and removes the rows of rules that are no longer checked. */
  static final String REMOVE =
      """
      delete from alarm.progress
      where rule_id in (
        select p.rule_id
        from alarm.progress p
        where not exists (select from %s where r.id = p.rule_id and %s)
        order by p.rule_id
        limit $1
        for update skip locked)
      returning event_id
      """
          .formatted(CHECKED, ENABLED);

  /** Takes due tasks that have no event, each once. */
  static final String DUE_TASKS =
      """
      with due as materialized (
        select r.id as rule_id, r.farm_id, r.version, r.doc as rule, t.id as task_id,
          (t.doc ->> 'dueAt')::timestamptz
            - coalesce((r.doc ->> 'durationSeconds')::float8, 0) * interval '1 second' as since,
          t.doc ->> 'fieldId' as field
        from record.alarm_rules r
        join record.tasks t on t.farm_id = r.farm_id and t.doc ? 'dueAt'
          and t.doc ->> 'status' in ('PLANNED', 'ASSIGNED', 'IN_PROGRESS')
        where r.doc ->> 'kind' = 'TASK_DUE' and %s
          and (not r.doc ? 'fieldId' or r.doc ->> 'fieldId' = t.doc ->> 'fieldId')
          and (t.doc ->> 'dueAt')::timestamptz
            - coalesce((r.doc ->> 'durationSeconds')::float8, 0) * interval '1 second' <= now()
          and not exists (
            select from alarm.due_task x where x.rule_id = r.id and x.task_id = t.id)
        order by r.id, t.id
        limit $1
      ), taken as (
        insert into alarm.due_task (rule_id, task_id, event_id)
        select rule_id, task_id, gen_random_uuid() from due
        on conflict do nothing
        returning rule_id, task_id, event_id
      )
      select due.rule_id, due.farm_id, due.version, due.rule::text, due.task_id, due.since,
        due.field, taken.event_id
      from due
      join taken using (rule_id, task_id)
      """
          .formatted(ENABLED);

  /** Locks and removes tasks that are done, gone or due later, or whose rule has gone. */
  static final String DONE_TASKS =
      """
      delete from alarm.due_task
      where (rule_id, task_id) in (
        select x.rule_id, x.task_id
        from alarm.due_task x
        where not exists (
          select from record.alarm_rules r
          join record.tasks t on t.id = x.task_id and t.farm_id = r.farm_id
          where r.id = x.rule_id and %s and t.doc ? 'dueAt'
            and t.doc ->> 'status' in ('PLANNED', 'ASSIGNED', 'IN_PROGRESS')
            and (not r.doc ? 'fieldId' or r.doc ->> 'fieldId' = t.doc ->> 'fieldId')
            and (t.doc ->> 'dueAt')::timestamptz
              - coalesce((r.doc ->> 'durationSeconds')::float8, 0) * interval '1 second' <= now())
        order by x.rule_id, x.task_id
        limit $1
        for update skip locked)
      returning event_id
      """
          .formatted(ENABLED);

  /** Ended events that nobody has changed for some days. */
  static final String EXPIRED =
      """
      select %s
      from record.alarm_events
      where updated_at < now() - $1 * interval '1 day' and doc ->> 'status' = 'ENDED'
      order by id
      limit $2
      for update skip locked
      """
          .formatted(io.glebe.core.record.table.StoredRecord.COLUMNS);

  private AlarmSql() {}
}
