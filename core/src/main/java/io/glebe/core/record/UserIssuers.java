package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.BusinessKeyRows;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteStep;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Completes User records of older releases that name a subject without an issuer. It may run again,
 * and on several nodes at once, without further effect. Blocking.
 */
public final class UserIssuers {
  /** Records of one transaction. */
  private static final int PART = 500;

  private static final EntityType USER = Catalogue.standard().get(EntityNames.USER);

  /** The issuer $1 for every User without one, and for every User whose issuer matches $2. */
  private static final String TARGET =
      "case when doc ->> 'issuer' is null or doc ->> 'issuer' ~ $2 then $1 else doc ->> 'issuer'"
          + " end";

  private static final String DOUBLE =
      """
      select string_agg(id::text, ' ' order by id) as ids
      from record.users
      where doc ->> 'subject' is not null
      group by doc ->> 'subject', %s
      having count(*) > 1 limit 10
      """
          .formatted(TARGET);

  private static final String OPEN =
      """
      select id
      from record.users
      where (doc ->> 'subject' is not null and doc ->> 'issuer' is null or doc ->> 'issuer' ~ $2)
        and $1::text is not null
      order by id limit %s
      """
          .formatted(PART);

  /** Users whose key was stored with different case in older releases. */
  private static final String MIXED =
      """
      select id, doc::text as doc
      from record.users
      where doc ->> 'subject' <> lower(btrim(doc ->> 'subject'))
        or doc ->> 'issuer' <> lower(btrim(doc ->> 'issuer'))
      """;

  private final Database database;
  private final RecordService records;

  public UserIssuers(Database database, RecordService records) {
    this.database = database;
    this.records = records;
  }

  /**
   * Sets the issuer in every record that names a subject.
   *
   * @param replaced issuers to replace as well, as a regular expression
   * @throws InvalidSettings when two records would belong to the same person; none is chosen, the
   *     message names the ids
   */
  public void setMissing(String replaced) {
    Tuple values = Tuple.of(records.defaultIssuer(), replaced);
    List<String> duplicates = new ArrayList<>();
    for (Row row : database.query(DOUBLE, values).await()) {
      duplicates.add(row.getString("ids"));
    }
    if (!duplicates.isEmpty()) {
      throw new InvalidSettings(
          "users with the same issuer and subject, of which only one may keep its subject: "
              + String.join("; ", duplicates));
    }
    while (fill(values)) {
      // until none is left
    }
    rewriteKeys();
  }

  private boolean fill(Tuple values) {
    List<WriteStep> steps = new ArrayList<>();
    for (Row row : database.query(OPEN, values).await()) {
      var patch = Json.object().put("issuer", records.defaultIssuer());
      UUID id = row.getUUID("id");
      steps.add(
          new WriteStep(WriteRequest.of(Caller.system(), USER, id, patch), true, "user " + id));
    }
    records.writeAll(steps, false).await();
    return steps.size() == PART;
  }

  private void rewriteKeys() {
    List<UUID> ids = new ArrayList<>();
    List<UUID> entries = new ArrayList<>();
    for (Row row : database.query(MIXED).await()) {
      Set<UUID> keys = BusinessKeyRows.of(USER, Json.parseObject(row.getString("doc")));
      keys.forEach(
          key -> {
            ids.add(row.getUUID("id"));
            entries.add(key);
          });
    }
    if (ids.isEmpty()) {
      return;
    }
    Tuple values = Tuple.of(ids.toArray(UUID[]::new), entries.toArray(UUID[]::new), USER.path());
    database
        .query(
            """
            with gone as (
              delete from record.business_key
              where collection = $3 and record_id = any($1) and entry <> all($2))
            insert into record.business_key (entry, collection, record_id)
            select entry, $3, id
            from unnest($1::uuid[], $2::uuid[]) u(id, entry)
            on conflict do nothing
            """,
            values)
        .await();
  }
}
