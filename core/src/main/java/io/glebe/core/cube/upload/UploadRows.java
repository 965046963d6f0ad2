package io.glebe.core.cube.upload;

import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Stores the progress of uploads, readable by everyone who may read the collection. Contains all
 * SQL for them.
 */
public final class UploadRows {
  /** Maximum number of uploads in a list. */
  public static final int LISTED = 100;

  /** A running upload without progress for this long has died with its process. */
  private static final String SILENCE = "interval '5 minutes'";

  private static final String KEPT = "interval '7 days'";
  private static final String COLUMNS =
      "id, layer, CASE WHEN state = 'running' AND updated_at < clock_timestamp() - "
          + SILENCE
          + " THEN 'failed' ELSE state END AS state, bytes_total, bytes_done, slices_done,"
          + " snapshot, detail, started_at, updated_at";

  /**
   * One upload.
   *
   * @param state {@code running}, {@code successful} or {@code failed}
   * @param bytesTotal length of the body; empty when the sender did not declare it
   * @param snapshot the version that made it visible
   * @param detail reason of a failure
   */
  public record Upload(
      UUID id,
      String layer,
      String state,
      OptionalLong bytesTotal,
      long bytesDone,
      int slicesDone,
      OptionalLong snapshot,
      Optional<String> detail,
      Instant startedAt,
      Instant updatedAt) {}

  private final Database database;

  public UploadRows(Database database) {
    this.database = database;
  }

  /**
   * Records a new upload, or a retry of one that has ended; 409 while one with this id is running.
   */
  public Future<Void> begin(UUID id, String collection, String layer, OptionalLong bytesTotal) {
    Tuple values = Tuple.tuple();
    values.addUUID(id).addString(collection).addString(layer);
    values.addLong(bytesTotal.isPresent() ? bytesTotal.getAsLong() : null);
    return database
        .query(
            """
            INSERT INTO cube_upload AS u (id, collection, layer, state, bytes_total)
            VALUES ($1, $2, $3, 'running', $4)
            ON CONFLICT (id) DO UPDATE
              SET layer = $3, state = 'running', bytes_total = $4, bytes_done = 0,
                slices_done = 0, snapshot = NULL, detail = NULL,
                started_at = clock_timestamp(), updated_at = clock_timestamp()
              WHERE u.collection = $2
                AND (u.state <> 'running' OR u.updated_at < clock_timestamp() - %s)
            """
                .formatted(SILENCE),
            values)
        .map(
            rows -> {
              if (rows.rowCount() == 0) {
                throw Problem.conflict("there is an upload " + id + " under way");
              }
              return null;
            });
  }

  /** Records the progress of a running upload. */
  public Future<Void> advance(UUID id, long bytes, int slices) {
    return database
        .query(
            """
            UPDATE cube_upload
            SET bytes_done = $2, slices_done = $3, updated_at = clock_timestamp()
            WHERE id = $1 AND state = 'running'
            """,
            Tuple.of(id, bytes, slices))
        .mapEmpty();
  }

  /** Records success. */
  public Future<Void> succeed(UUID id, long bytes, int slices, long snapshot) {
    return database
        .query(
            """
            UPDATE cube_upload
            SET state = 'successful', bytes_done = $2, slices_done = $3, snapshot = $4,
              updated_at = clock_timestamp()
            WHERE id = $1
            """,
            Tuple.of(id, bytes, slices, snapshot))
        .mapEmpty();
  }

  /** Records a failure. */
  public Future<Void> fail(UUID id, String detail) {
    return database
        .query(
            """
            UPDATE cube_upload
            SET state = 'failed', detail = $2, updated_at = clock_timestamp()
            WHERE id = $1
            """,
            Tuple.of(id, detail))
        .mapEmpty();
  }

  /** Returns the newest uploads of a collection, the newest first. */
  public Future<List<Upload>> list(String collection) {
    return database
        .query(
            """
            SELECT %s
            FROM cube_upload
            WHERE collection = $1
            ORDER BY started_at DESC, id LIMIT %s
            """
                .formatted(COLUMNS, LISTED),
            Tuple.of(collection))
        .map(UploadRows::uploads);
  }

  public Future<Optional<Upload>> find(String collection, UUID id) {
    return database
        .query(
            "SELECT " + COLUMNS + " FROM cube_upload WHERE collection = $1 AND id = $2",
            Tuple.of(collection, id))
        .map(rows -> uploads(rows).stream().findFirst());
  }

  /** Deletes expired rows. */
  public Future<Void> sweep() {
    return database
        .query("DELETE FROM cube_upload WHERE updated_at < clock_timestamp() - " + KEPT)
        .mapEmpty();
  }

  private static List<Upload> uploads(RowSet<Row> rows) {
    List<Upload> uploads = new ArrayList<>();
    for (Row row : rows) {
      uploads.add(
          new Upload(
              row.getUUID("id"),
              row.getString("layer"),
              row.getString("state"),
              number(row.getLong("bytes_total")),
              row.getLong("bytes_done"),
              row.getInteger("slices_done"),
              number(row.getLong("snapshot")),
              Optional.ofNullable(row.getString("detail")),
              row.getOffsetDateTime("started_at").toInstant(),
              row.getOffsetDateTime("updated_at").toInstant()));
    }
    return uploads;
  }

  private static OptionalLong number(Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
