package io.glebe.core.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows of apps and versions. */
final class AppTables {
  /** Columns of {@link #app(Row)}. */
  static final String APPS =
      """
      select a.id, a.owner_id, a.created_at, a.withdrawn_at, a.withdrawn_by, a.withdrawal_reason,
        approved.number as approved, coalesce(approved.name, newest.name) as name,
        c.app_id as client, c.client_id, c.done_revision >= a.revision as done, c.attempts, c.last_error,
        c.done_at
      from registry.app a
      left join registry.app_version approved
        on approved.app_id = a.id and approved.state = 'APPROVED'
      left join lateral (
        select v.name from registry.app_version v where v.app_id = a.id
        order by v.number desc limit 1) newest on true
      left join registry.client c on c.app_id = a.id
      """;

  /** Columns of {@link #version(Row)}. */
  static final String VERSIONS =
      """
      select v.*, coalesce((
        select jsonb_agg(jsonb_build_object('reviewer', r.reviewer_id, 'approved', r.approved,
          'comment', r.comment, 'at', r.at at time zone 'UTC') order by r.at)
        from registry.review r
        where r.app_id = v.app_id and r.number = v.number), '[]'::jsonb) as reviews
      from registry.app_version v
      """;

  private AppTables() {}

  /** Locks an app until the end of the transaction. */
  static Optional<RegisteredApp> lock(Transaction tx, UUID id) {
    tx.execute("select 1 from registry.app where id = $1 for update", id);
    return tx.first(APPS + "where a.id = $1", id).map(AppTables::app);
  }

  static Optional<AppVersion> version(Transaction tx, UUID app, int number) {
    return tx.first(VERSIONS + "where v.app_id = $1 and v.number = $2", app, number)
        .map(AppTables::version);
  }

  static List<AppVersion> versions(RowSet<Row> rows) {
    List<AppVersion> versions = new ArrayList<>();
    rows.forEach(row -> versions.add(version(row)));
    return versions;
  }

  static RegisteredApp app(Row row) {
    return new RegisteredApp(
        row.getUUID("id"),
        row.getUUID("owner_id"),
        row.getString("name"),
        time(row, "created_at").orElseThrow(),
        Optional.ofNullable(row.getInteger("approved")),
        time(row, "withdrawn_at")
            .map(
                at ->
                    new RegisteredApp.Withdrawal(
                        at, row.getUUID("withdrawn_by"), row.getString("withdrawal_reason"))),
        Optional.ofNullable(row.getUUID("client")).map(client -> progress(row)),
        Optional.ofNullable(row.getString("client_id")));
  }

  private static RegisteredApp.ClientProgress progress(Row row) {
    return new RegisteredApp.ClientProgress(
        row.getBoolean("done"),
        row.getInteger("attempts"),
        Optional.ofNullable(row.getString("last_error")),
        time(row, "done_at"));
  }

  static AppVersion version(Row row) {
    return new AppVersion(
        row.getUUID("app_id"),
        row.getInteger("number"),
        VersionState.valueOf(row.getString("state")),
        manifest(row),
        row.getUUID("author_id"),
        Optional.ofNullable(row.getString("reason")),
        time(row, "created_at").orElseThrow(),
        time(row, "updated_at").orElseThrow(),
        time(row, "submitted_at"),
        time(row, "decided_at"),
        reviews(row));
  }

  static ObjectNode manifest(Row row) {
    return Json.stored(row.getString("manifest"));
  }

  private static List<AppVersion.Review> reviews(Row row) {
    List<AppVersion.Review> reviews = new ArrayList<>();
    for (Object entry : row.get(JsonArray.class, "reviews")) {
      JsonObject review = (JsonObject) entry;
      reviews.add(
          new AppVersion.Review(
              UUID.fromString(review.getString("reviewer")),
              review.getBoolean("approved"),
              review.getString("comment"),
              Instant.parse(review.getString("at") + "Z")));
    }
    return reviews;
  }

  private static Optional<Instant> time(Row row, String column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }
}
