package io.glebe.core.cube.collection;

import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.OwnerColumns;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.SqlSink;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table of collections; the only place with its SQL. */
public final class CollectionRows {
  private static final String COLUMNS =
      "id, farm_id, organization_id, public, cube_path IS NOT NULL AS raster, doc::text AS doc, style::text"
          + " AS style, bbox, time_from, time_to, item_count, item_bbox, item_from, item_to,"
          + " stac::text AS stac, data_version, version, created_at, updated_at";
  private static final OwnerColumns OWNER =
      new OwnerColumns.Owned(
          "farm_id", Optional.of("organization_id"), new OwnerColumns.Rest.Public());

  /** What PostgreSQL says when a lock cannot be had at once. */
  private static final String LOCKED = "55P03";

  private static final String DATA_CHANGED =
      """
      UPDATE cube_collection AS c SET
        item_count = i.count,
        item_bbox = CASE WHEN i.west IS NOT NULL THEN ARRAY[i.west, i.south, i.east, i.north] END,
        item_from = i.first,
        item_to = i.last,
        bbox = CASE WHEN coalesce(c.cube_bbox[1], i.west) IS NOT NULL THEN
          ARRAY[least(c.cube_bbox[1], i.west), least(c.cube_bbox[2], i.south),
            greatest(c.cube_bbox[3], i.east), greatest(c.cube_bbox[4], i.north)] END,
        time_from = least(c.cube_from, i.first),
        time_to = greatest(c.cube_to, i.last),
        data_version = c.data_version + 1,
        updated_at = clock_timestamp()
      FROM (SELECT count(*) AS count, min(west) AS west, min(south) AS south, max(east) AS east,
          max(north) AS north, min(coalesce(time_from, time_to)) AS first,
          max(coalesce(time_to, time_from)) AS last
        FROM cube_item WHERE collection_id = $1) AS i
      WHERE c.id = $1 RETURNING c.data_version\
      """;

  private final Database database;

  CollectionRows(Database database) {
    this.database = database;
  }

  Future<Optional<CubeCollection>> find(String id) {
    return database
        .query("SELECT " + COLUMNS + " FROM cube_collection WHERE id = $1", id)
        .map(
            rows ->
                rows.size() == 0 ? Optional.empty() : Optional.of(read(rows.iterator().next())));
  }

  /**
   * The public collections and those that pass the filter, by id, after {@code after}. The scopes
   * of the caller allow reading.
   */
  static List<CubeCollection> readable(
      Transaction tx, AccessFilter filter, String after, int limit) {
    Tuple parameters = Tuple.tuple();
    SqlSink bound =
        (value, type) -> {
          parameters.addValue(value);
          return "$" + parameters.size() + "::" + type;
        };
    String sql =
        """
        SELECT %s
        FROM cube_collection
        WHERE (public OR %s) AND id > %s
        ORDER BY id LIMIT %s
        """
            .formatted(
                COLUMNS,
                filter.condition(OWNER, bound),
                bound.bind(after, "text"),
                bound.bind(limit, "int"));
    List<CubeCollection> found = new ArrayList<>();
    tx.execute(sql, parameters).forEach(row -> found.add(read(row)));
    return found;
  }

  /** Holds it against other changes; those who only refer to it do not wait. */
  static Optional<CubeCollection> lock(Transaction tx, String id) {
    return tx.first(
            "SELECT " + COLUMNS + " FROM cube_collection WHERE id = $1 FOR NO KEY UPDATE", id)
        .map(CollectionRows::read);
  }

  /** Holds it against everybody, without waiting; 409 while somebody else holds it. */
  static Optional<CubeCollection> lockNow(Transaction tx, String id) {
    try {
      return tx.first(
              "SELECT " + COLUMNS + " FROM cube_collection WHERE id = $1 FOR UPDATE NOWAIT", id)
          .map(CollectionRows::read);
    } catch (PgException e) {
      throw LOCKED.equals(e.getSqlState())
          ? Problem.conflict("data are being written to collection '" + id + "'")
          : e;
    }
  }

  /** False when the id is taken. */
  static boolean insert(Transaction tx, String id, OwnerScope owner, boolean isPublic, String doc) {
    return tx.execute(
                """
                INSERT INTO cube_collection (id, farm_id, organization_id, public, doc)
                VALUES ($1, $2, $3, $4, ($5::text)::jsonb)
                ON CONFLICT (id) DO NOTHING
                """,
                Tuple.of(id, farm(owner), organization(owner), isPublic, doc))
            .rowCount()
        == 1;
  }

  static void replace(Transaction tx, String id, OwnerScope owner, boolean isPublic, String doc) {
    tx.execute(
        """
        UPDATE cube_collection
        SET farm_id = $2, organization_id = $3, public = $4, doc = ($5::text)::jsonb,
          version = version + 1, updated_at = clock_timestamp()
        WHERE id = $1
        """,
        Tuple.of(id, farm(owner), organization(owner), isPublic, doc));
  }

  static void describe(Transaction tx, String id, Optional<String> stac) {
    tx.update(
        """
        UPDATE cube_collection
        SET stac = ($2::text)::jsonb, version = version + 1, updated_at = clock_timestamp()
        WHERE id = $1
        """,
        id,
        stac.orElse(null));
  }

  static void restyle(Transaction tx, String id, @Nullable String style) {
    tx.update(
        """
        UPDATE cube_collection
        SET style = ($2::text)::jsonb, version = version + 1, updated_at = clock_timestamp()
        WHERE id = $1
        """,
        id,
        style);
  }

  /** Notes where and when the cells of the cube lie, and that data changed. */
  public static long cubeChanged(Transaction tx, String id, CubeCollection.Extent cube) {
    Tuple parameters = Tuple.tuple();
    parameters.addString(id);
    parameters.addArrayOfDouble(
        new Double[] {cube.west(), cube.south(), cube.east(), cube.north()});
    parameters.addOffsetDateTime(utc(cube.from()));
    parameters.addOffsetDateTime(utc(cube.to()));
    tx.execute(
        "UPDATE cube_collection SET cube_bbox = $2, cube_from = $3, cube_to = $4 WHERE id = $1",
        parameters);
    return dataChanged(tx, id);
  }

  /**
   * Notes that data changed and derives the extent from cube and features: the one place that does.
   */
  static long dataChanged(Transaction tx, String id) {
    return tx.first(DATA_CHANGED, id)
        .orElseThrow(() -> Problem.notFound("collection '" + id + "' is gone"))
        .getLong(0);
  }

  static void delete(Transaction tx, String id) {
    tx.update("DELETE FROM cube_collection WHERE id = $1", id);
  }

  private static @Nullable OffsetDateTime utc(Optional<Instant> instant) {
    return instant.map(at -> at.atOffset(java.time.ZoneOffset.UTC)).orElse(null);
  }

  private static @Nullable UUID farm(OwnerScope owner) {
    return owner instanceof OwnerScope.OfFarm of ? of.farm() : null;
  }

  private static @Nullable UUID organization(OwnerScope owner) {
    return owner instanceof OwnerScope.OfOrganization of ? of.organization() : null;
  }

  private static CubeCollection read(Row row) {
    return new CubeCollection(
        row.getString("id"),
        owner(row.getUUID("farm_id"), row.getUUID("organization_id")),
        row.getBoolean("public"),
        row.getBoolean("raster"),
        Json.stored(row.getString("doc")),
        Optional.ofNullable(row.getString("style")),
        Optional.ofNullable(row.getString("stac")).map(Json::stored),
        extent(row, "bbox", "time"),
        new CubeCollection.Features(row.getLong("item_count"), extent(row, "item_bbox", "item")),
        row.getLong("data_version"),
        row.getLong("version"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  private static OwnerScope owner(UUID farm, UUID organization) {
    if (farm != null) {
      return new OwnerScope.OfFarm(farm);
    }
    return organization != null
        ? new OwnerScope.OfOrganization(organization)
        : new OwnerScope.OfPublic();
  }

  private static Optional<CubeCollection.Extent> extent(Row row, String box, String time) {
    return Optional.ofNullable(row.getArrayOfDoubles(box))
        .map(
            b ->
                new CubeCollection.Extent(
                    b[0],
                    b[1],
                    b[2],
                    b[3],
                    instant(row, time + "_from"),
                    instant(row, time + "_to")));
  }

  private static Optional<Instant> instant(Row row, String column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }
}
