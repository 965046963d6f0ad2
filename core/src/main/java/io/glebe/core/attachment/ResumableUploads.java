package io.glebe.core.attachment;

import io.glebe.core.access.Caller;
import io.glebe.core.access.SubjectId;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores the bytes of attachments that arrive in several requests, each as soon as it has arrived.
 * They are rows of the database, so every process continues an upload, and a backup has it. An
 * upload is seen by the one who has announced it only. Blocking.
 */
public final class ResumableUploads {
  /** Bytes of a piece, all of which are in memory while it arrives. */
  static final int PIECE = PieceOutput.PIECE;

  /** An upload counts as many bytes at least, which bounds the number of uploads. */
  private static final int LEAST_COUNTED = 64 * 1024;

  /** Pieces that are read at once. */
  private static final int PIECES_READ = 8;

  private static final String COLUMNS =
      "id, data_id, issuer, subject, name, type, size, received, expires_at";

  private final Database database;
  private final UploadLimiter limiter;
  private final Bounds bounds;

  /**
   * Limits of uploads that are not complete.
   *
   * @param bytes announced by all callers together
   * @param bytesOfCaller announced by one caller
   * @param age time after the last byte at which an upload is forgotten
   */
  public record Bounds(long bytes, long bytesOfCaller, Duration age) {}

  ResumableUploads(Database database, UploadLimiter limiter, Bounds bounds) {
    this.database = database;
    this.limiter = limiter;
    this.bounds = bounds;
  }

  /** The upload of a caller; empty when it is unknown, complete, expired or that of another one. */
  public Optional<ResumableUpload> find(UUID id, UUID dataId, Caller caller) {
    return first(id)
        .filter(upload -> upload.dataId().equals(dataId))
        .filter(upload -> upload.owner().equals(caller.subjectId()));
  }

  private Optional<ResumableUpload> first(UUID id) {
    return upload(
        database
            .query(
                """
                select %s
                from record.upload
                where id = $1 and expires_at > now()
                """
                    .formatted(COLUMNS),
                id)
            .await());
  }

  private static Optional<ResumableUpload> upload(RowSet<Row> rows) {
    for (Row row : rows) {
      return Optional.of(
          new ResumableUpload(
              row.getUUID(0),
              row.getUUID(1),
              new SubjectId(row.getString(2), row.getString(3)),
              row.getString(4),
              row.getString(5),
              row.getLong(6),
              row.getLong(7),
              row.getOffsetDateTime(8)));
    }
    return Optional.empty();
  }

  /**
   * Announces an upload.
   *
   * @return the new upload; empty if the caller has announced the same one before, see {@link
   *     #find}
   * @throws Problem 412 if the id is that of another upload, 429 and 503 when too much is under way
   */
  public Optional<ResumableUpload> start(
      UUID id, UUID dataId, Caller caller, String name, String type, long size) {
    SubjectId owner = caller.subjectId();
    forgetExpired();
    Optional<ResumableUpload> made =
        upload(
            database
                .query(
                    """
                    insert into record.upload (id, data_id, issuer, subject, name, type, size, expires_at)
                    values ($1, $2, $3, $4, $5, $6, $7, now() + $8::bigint * interval '1 millisecond')
                    on conflict do nothing
                    returning %s
                    """
                        .formatted(COLUMNS),
                    id,
                    dataId,
                    owner.issuer(),
                    owner.subject(),
                    name,
                    type,
                    size,
                    bounds.age().toMillis())
                .await());
    if (made.isEmpty()
        && first(id).filter(one -> one.isSame(dataId, owner, type, size)).isEmpty()) {
      throw Problem.preconditionFailed("another file has this id");
    }
    made.ifPresent(this::requireFree);
    return made;
  }

  /** Counts the new upload with all others, so that two that begin at once are both counted. */
  private void requireFree(ResumableUpload made) {
    Row row =
        database
            .query(
                """
                select
                  coalesce(sum(greatest(size, $3)), 0)::bigint,
                  coalesce(sum(greatest(size, $3)) filter (where subject = $1 and issuer = $2), 0)::bigint
                from record.upload
                """,
                made.owner().subject(),
                made.owner().issuer(),
                (long) LEAST_COUNTED)
            .await()
            .iterator()
            .next();
    boolean tooManyOfCaller = row.getLong(1) > bounds.bytesOfCaller();
    if (row.getLong(0) <= bounds.bytes() && !tooManyOfCaller) {
      return;
    }
    remove(made.id());
    String detail = "too many bytes of unfinished uploads are kept; finish or delete some";
    throw tooManyOfCaller
        ? Problem.of(ProblemType.TOO_MANY_REQUESTS, detail).retryAfter(RetrySeconds.JOB)
        : Problem.tooBusy(detail, RetrySeconds.JOB);
  }

  /**
   * Stores what arrives, up to the last byte that arrives: when the body breaks off, all bytes
   * before are stored, and the failure is thrown.
   *
   * @param offset of the first byte of the body
   * @return the upload as it is afterwards
   * @throws Problem 409 if another number of bytes is stored, 413 for more bytes than announced,
   *     429 and 503 as {@link Attachments#spool}
   */
  public ResumableUpload append(
      ResumableUpload upload, Caller caller, long offset, InputStream body) throws IOException {
    SharedPlaces.Place place = limiter.enter(caller);
    try {
      requireOffset(upload.received(), offset);
      PieceInput pieces = new PieceInput(body);
      long at = offset;
      while (!pieces.isEnded()) {
        int length = pieces.fill((int) (PIECE - at % PIECE));
        if (at + length > upload.size()) {
          throw Problem.tooLarge(upload.size() - offset);
        }
        if (length > 0) {
          store(upload.id(), at, pieces.filled());
          at += length;
        }
      }
      pieces.rethrow();
    } finally {
      place.close();
    }
    return first(upload.id()).orElseThrow(ResumableUploads::unknown);
  }

  private static void requireOffset(long received, long offset) {
    if (received != offset) {
      throw Problem.conflict(
          "%d bytes have arrived; the next one has this offset, and not %d"
              .formatted(received, offset));
    }
  }

  /** One statement, so that of two requests with the same bytes one is refused. */
  private void store(UUID id, long at, byte[] bytes) throws IOException {
    int stored =
        limiter.write(
            () ->
                database
                    .query(
                        """
                        with moved as (
                          update record.upload
                          set
                            received = received + $3,
                            expires_at = now() + $4::bigint * interval '1 millisecond'
                          where id = $1 and received = $2
                          returning id)
                        insert into record.upload_piece (upload_id, number, bytes)
                        select id, $5, $6
                        from moved
                        on conflict (upload_id, number)
                        do update set bytes = upload_piece.bytes || excluded.bytes
                        """,
                        id,
                        at,
                        (long) bytes.length,
                        bounds.age().toMillis(),
                        (int) (at / PIECE),
                        Buffer.buffer(bytes))
                    .await()
                    .rowCount());
    if (stored == 0) {
      requireOffset(first(id).orElseThrow(ResumableUploads::unknown).received(), at);
      throw unknown();
    }
  }

  /** The refusal of an upload that does not exist for the caller. */
  public static Problem unknown() {
    return Problem.notFound("there is no unfinished upload with this id; it may have expired");
  }

  /** Writes all bytes of an upload. */
  public void copy(ResumableUpload upload, OutputStream out) throws IOException {
    long pieces = (upload.size() + PIECE - 1) / PIECE;
    for (long from = 0; from < pieces; from += PIECES_READ) {
      for (Row row : pieces(upload.id(), from)) {
        out.write(row.getBuffer(0).getBytes());
      }
    }
  }

  private RowSet<Row> pieces(UUID id, long from) {
    return database
        .query(
            """
            select bytes
            from record.upload_piece
            where upload_id = $1 and number >= $2 and number < $3
            order by number
            """,
            id,
            (int) from,
            (int) from + PIECES_READ)
        .await();
  }

  /** Removes an upload with its bytes; false if there was none. */
  public boolean remove(UUID id) {
    return database.query("delete from record.upload where id = $1", id).await().rowCount() > 0;
  }

  /** Removes expired uploads with their bytes. */
  public int forgetExpired() {
    return database.query("delete from record.upload where expires_at <= now()").await().rowCount();
  }
}
