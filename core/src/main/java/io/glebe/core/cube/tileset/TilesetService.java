package io.glebe.core.cube.tileset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.snapshot.Cubes;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/** Stores tilesets, and checks the caller's permission for the collection's data. */
public final class TilesetService {
  private static final String COLUMNS = "id, doc::text AS doc, version, created_at, updated_at";

  private final Database database;
  private final CollectionService collections;
  private final Cubes cubes;
  private final int most;
  private final int expression;

  public TilesetService(
      Database database, CollectionService collections, Cubes cubes, Settings settings) {
    this.database = database;
    this.collections = collections;
    this.cubes = cubes;
    this.most = settings.get(SpatioSettings.TILESETS);
    this.expression = settings.get(SpatioSettings.EXPRESSION_CHARACTERS);
  }

  /** Returns the tilesets of a collection, by id, after {@code after}. */
  public Future<List<Tileset>> list(Caller caller, String collection, String after, int limit) {
    return collections
        .read(caller, collection)
        .compose(
            ignored ->
                database.query(
                    """
                    SELECT %s
                    FROM cube_tileset
                    WHERE collection_id = $1 AND id > $2
                    ORDER BY id LIMIT $3
                    """
                        .formatted(COLUMNS),
                    collection,
                    after,
                    limit))
        .map(
            rows -> {
              List<Tileset> found = new ArrayList<>(rows.size());
              rows.forEach(row -> found.add(read(row)));
              return found;
            });
  }

  /** Returns one tileset; 404 when it does not exist. */
  public Future<Tileset> read(Caller caller, String collection, String id) {
    return collections
        .read(caller, collection)
        .compose(
            ignored ->
                database.query(
                    "SELECT " + COLUMNS + " FROM cube_tileset WHERE collection_id = $1 AND id = $2",
                    collection,
                    id))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw missing(id);
              }
              return read(rows.iterator().next());
            });
  }

  /** Creates a tileset; 409 when the id is in use or the collection has the maximum number. */
  public Future<Tileset> create(Caller caller, String collection, TilesetBody body) {
    String id = body.id().orElseGet(() -> UUID.randomUUID().toString());
    return prepared(caller, collection, Action.CREATE, body)
        .compose(
            ignored ->
                database.inTransaction(
                    tx -> {
                      tx.first(
                          "SELECT 1 FROM cube_collection WHERE id = $1 FOR UPDATE", collection);
                      long count =
                          tx.first(
                                  "SELECT count(*) FROM cube_tileset WHERE collection_id = $1",
                                  collection)
                              .orElseThrow()
                              .getLong(0);
                      if (count >= most) {
                        throw Problem.conflict("a collection has at most " + most + " tilesets");
                      }
                      if (tx.update(
                              """
                              INSERT INTO cube_tileset (collection_id, id, doc)
                              VALUES ($1, $2, ($3::text)::jsonb)
                              ON CONFLICT DO NOTHING
                              """,
                              collection,
                              id,
                              Json.write(body.doc()))
                          == 0) {
                        throw Problem.conflict("tileset '" + id + "' exists");
                      }
                      return require(tx, collection, id);
                    }));
  }

  /** Replaces a tileset; 404 when it does not exist, 412 when its version differs. */
  public Future<Tileset> replace(
      Caller caller, String collection, String id, TilesetBody body, OptionalLong ifVersion) {
    return change(caller, collection, id, previous -> body, ifVersion);
  }

  /** Applies a merge patch to a tileset. */
  public Future<Tileset> patch(
      Caller caller, String collection, String id, ObjectNode patch, OptionalLong ifVersion) {
    return change(
        caller,
        collection,
        id,
        previous -> {
          ObjectNode doc = previous.doc();
          if (patch.has("tileMatrixSetId") && !patch.has("dataType")) {
            doc.remove("dataType");
          }
          return TilesetBody.patched(doc, patch);
        },
        ifVersion);
  }

  /** Deletes a tileset. */
  public Future<Void> delete(Caller caller, String collection, String id, OptionalLong ifVersion) {
    return collections
        .require(caller, collection, Action.DELETE)
        .compose(
            ignored ->
                database.inTransaction(
                    tx -> {
                      check(require(tx, collection, id), ifVersion);
                      tx.update(
                          "DELETE FROM cube_tileset WHERE collection_id = $1 AND id = $2",
                          collection,
                          id);
                      return null;
                    }));
  }

  private interface Change {
    TilesetBody of(Tileset previous);
  }

  private Future<Tileset> change(
      Caller caller, String collection, String id, Change change, OptionalLong ifVersion) {
    return collections
        .require(caller, collection, Action.UPDATE)
        .compose(ignored -> cubes.find(collection))
        .compose(
            cube ->
                database.inTransaction(
                    tx -> {
                      Tileset previous = require(tx, collection, id);
                      check(previous, ifVersion);
                      TilesetBody body = change.of(previous);
                      if (body.id().isPresent() && !body.id().get().equals(id)) {
                        throw Problem.invalid(
                            TilesetBody.fault("/id", "the id differs from that of the address"));
                      }
                      TilesetRendering.check(cube, body, expression);
                      tx.update(
                          """
                          UPDATE cube_tileset
                          SET doc = ($3::text)::jsonb, version = version + 1,
                            updated_at = clock_timestamp()
                          WHERE collection_id = $1 AND id = $2
                          """,
                          collection,
                          id,
                          Json.write(body.doc()));
                      return require(tx, collection, id);
                    }));
  }

  private Future<Void> prepared(Caller caller, String collection, Action action, TilesetBody body) {
    return collections
        .require(caller, collection, action)
        .compose(ignored -> cubes.find(collection))
        .map(
            cube -> {
              TilesetRendering.check(cube, body, expression);
              return null;
            });
  }

  private static void check(Tileset found, OptionalLong ifVersion) {
    if (ifVersion.isPresent() && ifVersion.getAsLong() != found.version()) {
      throw Problem.preconditionFailed("the tileset has been changed meanwhile");
    }
  }

  private static Tileset require(Transaction tx, String collection, String id) {
    return tx.first(
            """
            SELECT %s
            FROM cube_tileset
            WHERE collection_id = $1 AND id = $2
            FOR UPDATE
            """
                .formatted(COLUMNS),
            collection,
            id)
        .map(TilesetService::read)
        .orElseThrow(() -> missing(id));
  }

  private static Tileset read(Row row) {
    return new Tileset(
        row.getString("id"),
        Json.stored(row.getString("doc")),
        row.getLong("version"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  private static Problem missing(String id) {
    return Problem.notFound("there is no tileset '" + id + "'");
  }
}
