package io.glebe.core.record.lookup;

/** The longer statements of {@link LookupBatch}. */
final class LookupSql {
  /**
   * Whether the record $3 is among the records $1 and those above them, the number of levels of
   * these, and the number of levels below $3, along the reference $2 and at most $4 levels.
   */
  static final String LINEAGE =
      """
      with recursive up(id, level) as (
        select u.id, 1 from unnest($1::uuid[]) u(id)
        union
        select l.target_id, up.level + 1
        from up join record.link l on l.source_id = up.id and l.reference = $2
        where up.level < $4),
      down(id, level) as (
        select $3::uuid, 0
        union
        select l.source_id, down.level + 1
        from down join record.link l on l.target_id = down.id and l.reference = $2
        where down.level < $4)
      select coalesce((select bool_or(id = $3) from up), false),
        coalesce((select max(level) from up), 0), (select max(level) from down)
      """;

  /** The sum of the shares of the components of the ration $1 except the component $2. */
  static final String SHARES =
      """
      select coalesce(sum((c.doc ->> 'rationShare')::numeric), 0)::text
      from record.link l
      join record.feed_ration_components c on c.id = l.source_id
      where l.target_id = $1 and l.reference = 'FeedRationComponent.feedRationId'
        and c.id <> $2
      """;

  /** The resources of the activity $1 with their products, if any. */
  static final String RESOURCES =
      """
      select a.doc::text, p.doc::text
      from record.link l
      join record.activity_resources a on a.id = l.source_id
      left join record.products p on p.id = (a.doc ->> 'productId')::uuid
      where l.target_id = $1 and l.reference = 'ActivityResource.activityId'
      order by a.id
      """;

  /** Whether the farm $2 has the datastream $1. */
  static final String DATASTREAM =
      """
      with held as materialized (
        select 1 from sensor.datastream where id = $1 and farm_id = $2 for key share)
      select exists (select from held)
      """;

  /** The number of records of a table on the farm $1 besides the record $2. */
  static final String RECORDS_OF_FARM =
      """
      select count(*)::int from %s where farm_id = $1 and id <> $2
      """;

  private LookupSql() {}
}
