package io.glebe.core.cube.snapshot;

import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.SharedFutures;
import io.glebe.zarr.dataset.SliceBusyException;
import io.glebe.zarr.dataset.SliceClaims;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the writers of cubes for all processes on one database: {@code writers.during(id,
 * writer -> work)}. A writer is a row that is valid as long as its process holds a {@link
 * WriterSession}; its slice claims are rows that are deleted with it.
 */
public final class CubeWriters implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CubeWriters.class);
  private static final String FOREIGN_KEY = "23503";

  private static final String ENTER =
      """
      INSERT INTO cube_writer (id, collection_id, holder)
      SELECT $1, id, $3
      FROM cube_collection
      WHERE id = $2
      """;
  private static final String CLAIM =
      """
      INSERT INTO cube_slice_claim AS c (collection_id, layer, instant, writer)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (collection_id, layer, instant)
      DO UPDATE SET writer = EXCLUDED.writer
      WHERE c.writer = EXCLUDED.writer
        OR NOT cube_holder_lives((SELECT holder FROM cube_writer WHERE id = c.writer))
      """;
  private static final String BUSY =
      "SELECT 1 FROM cube_writer WHERE collection_id = $1 AND cube_holder_lives(holder) LIMIT 1";

  private final Database database;

  /** Writers that have ended while the database was not reachable. */
  private final Queue<UUID> left = new ConcurrentLinkedQueue<>();

  private Future<WriterSession> session = Future.failedFuture("not asked for yet");
  private boolean closed;

  public CubeWriters(Database database) {
    this.database = database;
  }

  /**
   * Fails with 409 while any writer of the cube is active; the transaction must hold the row of the
   * collection.
   */
  public static void requireNone(Transaction tx, String collection) {
    if (tx.first(BUSY, collection).isPresent()) {
      throw Problem.conflict("data are being written to collection '" + collection + "'");
    }
  }

  /** Runs work as a writer of a collection; 404 when the collection no longer exists. */
  public <T> Future<T> during(String collection, Function<Writer, Future<T>> work) {
    return enter(collection).compose(writer -> during(writer, work));
  }

  private <T> Future<T> during(Writer writer, Function<Writer, Future<T>> work) {
    Future<T> done = Future.succeededFuture(writer).compose(work);
    return done.transform(ended -> leave(writer).transform(ignored -> done));
  }

  private Future<Writer> enter(String collection) {
    UUID id = UUID.randomUUID();
    return session()
        .compose(
            open ->
                database
                    .query(ENTER, id, collection, open.holder())
                    .map(
                        rows -> {
                          if (rows.rowCount() == 0) {
                            throw deleted(collection);
                          }
                          return new Writer(id, collection, open);
                        }))
        .recover(
            failure -> Future.failedFuture(isForeignKey(failure) ? deleted(collection) : failure));
  }

  private static boolean isForeignKey(Throwable failure) {
    return failure instanceof PgException refused && FOREIGN_KEY.equals(refused.getSqlState());
  }

  private static Problem deleted(String collection) {
    return Problem.notFound("collection '" + collection + "' no longer exists");
  }

  private synchronized Future<WriterSession> session() {
    if (closed) {
      return Future.failedFuture(Problem.tooBusy("the platform is stopping", RetrySeconds.SHORT));
    }
    if (session.failed() || session.succeeded() && session.result().lost()) {
      session = WriterSession.open(database);
    }
    return SharedFutures.here(session);
  }

  private Future<Void> leave(Writer writer) {
    left.add(writer.id);
    return forget();
  }

  private Future<Void> forget() {
    UUID[] ended = left.toArray(UUID[]::new);
    return database
        .query("DELETE FROM cube_writer WHERE id = ANY($1)", Tuple.tuple().addArrayOfUUID(ended))
        .onSuccess(done -> left.removeAll(List.of(ended)))
        .onFailure(e -> LOG.warn("{} ended writers are not removed yet: {}", ended.length, "" + e))
        .mapEmpty();
  }

  /** Deletes the writers of processes that have died. */
  public Future<Void> sweep() {
    return forget()
        .compose(
            done -> database.query("DELETE FROM cube_writer WHERE NOT cube_holder_lives(holder)"))
        .mapEmpty();
  }

  /** One writer. Its methods block; call them on a virtual thread. */
  public final class Writer implements SliceClaims {
    private final UUID id;
    private final String collection;
    private final WriterSession session;

    private Writer(UUID id, String collection, WriterSession session) {
      this.id = id;
      this.collection = collection;
      this.session = session;
    }

    String collection() {
      return collection;
    }

    @Override
    public void claim(String layer, Instant instant) {
      Tuple values = Tuple.of(collection, layer, instant.atOffset(ZoneOffset.UTC), id);
      try {
        if (Awaiting.await(database.query(CLAIM, values)).rowCount() == 0) {
          throw new SliceBusyException(layer, instant);
        }
      } catch (PgException failed) {
        throw isForeignKey(failed) ? deleted(collection) : failed;
      }
    }

    @Override
    public void confirm() {
      if (!session.holds(id)) {
        throw Problem.tooBusy(
            "the database was away, so others may have written meanwhile; send it again",
            RetrySeconds.SHORT);
      }
    }
  }

  @Override
  public void close() {
    Future<WriterSession> last;
    synchronized (this) {
      closed = true;
      last = session;
    }
    if (last.succeeded()) {
      last.result().close();
    }
  }
}
