package io.glebe.core.cube.item;

import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Envelope;

/** Writes the table of items. */
final class ItemRows {
  private static final String INSERT =
      """
      INSERT INTO cube_item (collection_id, id, geometry, west, south, east, north, importance,
        properties, time_from, time_to)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ($9::text)::jsonb, $10, $11)
      """;
  private static final String REPLACE =
      " ON CONFLICT (collection_id, id) DO UPDATE SET geometry = excluded.geometry,"
          + " west = excluded.west, south = excluded.south, east = excluded.east,"
          + " north = excluded.north, importance = excluded.importance,"
          + " properties = excluded.properties, time_from = excluded.time_from,"
          + " time_to = excluded.time_to, version = cube_item.version + 1"
          + " RETURNING (version = 1) AS fresh";

  private ItemRows() {}

  /** Returns false when the id is in use. */
  static boolean insert(Transaction tx, String collection, Item item) {
    return tx.execute(INSERT + " ON CONFLICT DO NOTHING", tuple(collection, item)).rowCount() == 1;
  }

  /** Inserts or replaces features; returns the number of new ones. */
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

  /** Locks the row and returns its version. */
  static Optional<Long> version(Transaction tx, String collection, String id) {
    return tx.first(
            "SELECT version FROM cube_item WHERE collection_id = $1 AND id = $2 FOR UPDATE",
            collection,
            id)
        .map(row -> row.getLong(0));
  }

  /** Returns the boxes of the stored features with these ids. */
  static List<Envelope> boxes(Transaction tx, String collection, List<String> ids) {
    List<Envelope> boxes = new ArrayList<>();
    tx.execute(
            """
            SELECT west, south, east, north
            FROM cube_item
            WHERE collection_id = $1 AND id = ANY($2) AND west IS NOT NULL
            """,
            Tuple.tuple().addString(collection).addArrayOfString(ids.toArray(String[]::new)))
        .forEach(
            row ->
                boxes.add(
                    new Envelope(
                        row.getDouble(0), row.getDouble(2), row.getDouble(1), row.getDouble(3))));
    return boxes;
  }

  static void delete(Transaction tx, String collection, String id) {
    tx.update("DELETE FROM cube_item WHERE collection_id = $1 AND id = $2", collection, id);
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
