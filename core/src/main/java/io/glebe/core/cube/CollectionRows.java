package io.glebe.core.cube;

import io.glebe.core.access.Reach;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table of collections; the only place with its SQL. */
final class CollectionRows {
  private static final String COLUMNS =
      "id, farm_id, organization_id, cube_path IS NOT NULL AS raster, doc::text AS doc, style::text"
          + " AS style, bbox, time_from, time_to, data_version, version, created_at, updated_at";
  private static final String VISIBLE =
      "((farm_id IS NULL AND organization_id IS NULL AND $1) OR $2 OR farm_id = ANY($3) OR $4"
          + " OR organization_id = ANY($5))";

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

  /** All that somebody with this reach sees, by id, after {@code after}. */
  Future<List<CubeCollection>> visible(
      boolean open, Reach farms, Reach organizations, String after, int limit) {
    Tuple parameters = Tuple.tuple();
    parameters.addBoolean(open);
    parameters.addBoolean(farms.everything());
    parameters.addArrayOfUUID(farms.array());
    parameters.addBoolean(organizations.everything());
    parameters.addArrayOfUUID(organizations.array());
    parameters.addString(after);
    parameters.addInteger(limit);
    return database
        .query(
            "SELECT "
                + COLUMNS
                + " FROM cube_collection WHERE "
                + VISIBLE
                + " AND id > $6 ORDER BY id LIMIT $7",
            parameters)
        .map(
            rows -> {
              List<CubeCollection> found = new ArrayList<>(rows.size());
              rows.forEach(row -> found.add(read(row)));
              return found;
            });
  }

  static Optional<CubeCollection> lock(Transaction tx, String id) {
    return tx.first("SELECT " + COLUMNS + " FROM cube_collection WHERE id = $1 FOR UPDATE", id)
        .map(CollectionRows::read);
  }

  /** False when the id is taken. */
  static boolean insert(Transaction tx, String id, Owner owner, String doc) {
    return tx.execute(
                "INSERT INTO cube_collection (id, farm_id, organization_id, doc)"
                    + " VALUES ($1, $2, $3, ($4::text)::jsonb) ON CONFLICT (id) DO NOTHING",
                Tuple.of(id, farm(owner), organization(owner), doc))
            .rowCount()
        == 1;
  }

  static void replace(Transaction tx, String id, Owner owner, String doc) {
    tx.execute(
        "UPDATE cube_collection SET farm_id = $2, organization_id = $3, doc = ($4::text)::jsonb,"
            + " version = version + 1, updated_at = clock_timestamp() WHERE id = $1",
        Tuple.of(id, farm(owner), organization(owner), doc));
  }

  static void restyle(Transaction tx, String id, String style) {
    tx.update(
        "UPDATE cube_collection SET style = ($2::text)::jsonb, version = version + 1,"
            + " updated_at = clock_timestamp() WHERE id = $1",
        id,
        style);
  }

  /** Notes that data changed, and where and when they now lie. */
  static long dataChanged(Transaction tx, String id, Optional<CubeCollection.Extent> extent) {
    Tuple parameters = Tuple.tuple();
    parameters.addString(id);
    parameters.addArrayOfDouble(
        extent
            .map(box -> new Double[] {box.west(), box.south(), box.east(), box.north()})
            .orElse(null));
    parameters.addOffsetDateTime(utc(extent.flatMap(CubeCollection.Extent::from)));
    parameters.addOffsetDateTime(utc(extent.flatMap(CubeCollection.Extent::to)));
    return tx.execute(
            "UPDATE cube_collection SET bbox = $2, time_from = $3, time_to = $4,"
                + " data_version = data_version + 1 WHERE id = $1 RETURNING data_version",
            parameters)
        .iterator()
        .next()
        .getLong(0);
  }

  static void delete(Transaction tx, String id) {
    tx.update("DELETE FROM cube_collection WHERE id = $1", id);
  }

  private static OffsetDateTime utc(Optional<Instant> instant) {
    return instant.map(at -> at.atOffset(java.time.ZoneOffset.UTC)).orElse(null);
  }

  private static UUID farm(Owner owner) {
    return owner instanceof Owner.OfFarm of ? of.farm() : null;
  }

  private static UUID organization(Owner owner) {
    return owner instanceof Owner.OfOrganization of ? of.organization() : null;
  }

  private static CubeCollection read(Row row) {
    return new CubeCollection(
        row.getString("id"),
        owner(row.getUUID("farm_id"), row.getUUID("organization_id")),
        row.getBoolean("raster"),
        Json.stored(row.getString("doc")),
        Optional.ofNullable(row.getString("style")),
        extent(row),
        row.getLong("data_version"),
        row.getLong("version"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  private static Owner owner(UUID farm, UUID organization) {
    if (farm != null) {
      return new Owner.OfFarm(farm);
    }
    return organization != null ? new Owner.OfOrganization(organization) : new Owner.Open();
  }

  private static Optional<CubeCollection.Extent> extent(Row row) {
    Double[] bbox = row.getArrayOfDoubles("bbox");
    if (bbox == null) {
      return Optional.empty();
    }
    return Optional.of(
        new CubeCollection.Extent(
            bbox[0],
            bbox[1],
            bbox[2],
            bbox[3],
            instant(row, "time_from"),
            instant(row, "time_to")));
  }

  private static Optional<Instant> instant(Row row, String column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }
}
