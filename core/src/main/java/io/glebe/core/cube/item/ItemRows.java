package io.glebe.core.cube.item;

import io.glebe.core.cube.CubeCollection;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Envelope;

/** Writes of the table of items. */
final class ItemRows {
  private static final String INSERT =
      "INSERT INTO cube_item (collection_id, id, geometry, west, south, east, north, importance,"
          + " properties, time_from, time_to)"
          + " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ($9::text)::jsonb, $10, $11)";
  private static final String REPLACE =
      " ON CONFLICT (collection_id, id) DO UPDATE SET geometry = excluded.geometry,"
          + " west = excluded.west, south = excluded.south, east = excluded.east,"
          + " north = excluded.north, importance = excluded.importance,"
          + " properties = excluded.properties, time_from = excluded.time_from,"
          + " time_to = excluded.time_to, version = cube_item.version + 1"
          + " RETURNING (version = 1) AS fresh";
  private static final String EXTENT =
      "SELECT min(west), min(south), max(east), max(north), min(time_from),"
          + " max(coalesce(time_to, time_from)) FROM cube_item WHERE collection_id = $1";

  private ItemRows() {}

  /** False when the id is taken. */
  static boolean insert(Transaction tx, String collection, Item item) {
    return tx.execute(INSERT + " ON CONFLICT DO NOTHING", tuple(collection, item)).rowCount() == 1;
  }

  /** Inserts or replaces; answers how many are new. */
  static int put(Transaction tx, String collection, List<Item> items) {
    List<Tuple> tuples = items.stream().map(item -> tuple(collection, item)).toList();
    int fresh = 0;
    RowSet<Row> rows = tx.batch(INSERT + REPLACE, tuples);
    while (rows != null) {
      for (Row row : rows) {
        fresh += row.getBoolean(0) ? 1 : 0;
      }
      rows = rows.next();
    }
    return fresh;
  }

  /** Locks it and tells its version. */
  static Optional<Long> version(Transaction tx, String collection, String id) {
    return tx.first(
            "SELECT version FROM cube_item WHERE collection_id = $1 AND id = $2 FOR UPDATE",
            collection,
            id)
        .map(row -> row.getLong(0));
  }

  static void delete(Transaction tx, String collection, String id) {
    tx.update("DELETE FROM cube_item WHERE collection_id = $1 AND id = $2", collection, id);
  }

  /** Where and when the features lie, together with the cube where there is one. */
  static Optional<CubeCollection.Extent> extent(Transaction tx, CubeCollection collection) {
    Row row = tx.first(EXTENT, collection.id()).orElseThrow();
    boolean cube =
        tx.first("SELECT cube_path IS NOT NULL FROM cube_collection WHERE id = $1", collection.id())
            .orElseThrow()
            .getBoolean(0);
    Optional<CubeCollection.Extent> before = cube ? collection.extent() : Optional.empty();
    if (row.getDouble(0) == null) {
      return before;
    }
    CubeCollection.Extent items =
        new CubeCollection.Extent(
            row.getDouble(0),
            row.getDouble(1),
            row.getDouble(2),
            row.getDouble(3),
            instant(row, 4),
            instant(row, 5));
    return Optional.of(before.map(other -> union(other, items)).orElse(items));
  }

  /** The box of both. */
  static CubeCollection.Extent union(CubeCollection.Extent a, CubeCollection.Extent b) {
    return new CubeCollection.Extent(
        Math.min(a.west(), b.west()),
        Math.min(a.south(), b.south()),
        Math.max(a.east(), b.east()),
        Math.max(a.north(), b.north()),
        a.from().isEmpty() || b.from().filter(a.from().get()::isAfter).isPresent()
            ? b.from()
            : a.from(),
        a.to().isEmpty() || b.to().filter(a.to().get()::isBefore).isPresent() ? b.to() : a.to());
  }

  private static Optional<Instant> instant(Row row, int at) {
    return Optional.ofNullable(row.getOffsetDateTime(at)).map(OffsetDateTime::toInstant);
  }

  private static Tuple tuple(String collection, Item item) {
    Tuple tuple = Tuple.tuple();
    tuple.addString(collection).addString(item.id()).addString(item.geometry().orElse(null));
    Optional<Envelope> box = item.box();
    tuple.addDouble(box.map(Envelope::getMinX).orElse(null));
    tuple.addDouble(box.map(Envelope::getMinY).orElse(null));
    tuple.addDouble(box.map(Envelope::getMaxX).orElse(null));
    tuple.addDouble(box.map(Envelope::getMaxY).orElse(null));
    tuple.addDouble(item.importance()).addString(Json.write(item.properties()));
    tuple.addOffsetDateTime(item.from().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null));
    tuple.addOffsetDateTime(item.to().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null));
    return tuple;
  }
}
