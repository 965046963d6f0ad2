package io.glebe.core.attachment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.BackupLock;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.glebe.core.thread.BackgroundThreads;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the bytes of attachments and their File records. A note is stored first, then the bytes,
 * then the record. Notes without a record name the orphans of a crash; the next sweep removes them.
 * Blocking.
 */
public final class Attachments implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Attachments.class);
  private static final EntityType FILE = Catalogue.standard().get("File");

  private final Database database;
  private final RecordService records;
  private final BlobStore blobs;
  private final UploadLimiter limiter;
  private final BackgroundThreads threads;
  private final Set<UUID> underWay = ConcurrentHashMap.newKeySet();

  /**
   * Opens the attachments of one process.
   *
   * @param uploads places of open uploads
   * @param writes maximum number of uploads that write to disk and database at the same time
   */
  public Attachments(
      Database database, RecordService records, BlobStore blobs, SharedPlaces uploads, int writes) {
    this.database = database;
    this.records = records;
    this.blobs = blobs;
    this.limiter = new UploadLimiter(uploads, writes);
    this.threads = new BackgroundThreads("uploads", writes);
  }

  /** Size of an image in pixels. */
  public record Dimensions(int width, int height) {}

  public BlobStore blobs() {
    return blobs;
  }

  /** Attachments that arrive in several requests; they share the places of open uploads. */
  public ResumableUploads resumable(ResumableUploads.Bounds bounds) {
    return new ResumableUploads(database, limiter, bounds);
  }

  @Override
  public void close() {
    threads.close();
    blobs.close();
  }

  /** An open upload with its place and its spool file. Closing it releases both. */
  public final class Spooled implements AutoCloseable {
    private final SharedPlaces.Place place;
    private final Path file;

    private Spooled(Caller caller) throws IOException {
      place = limiter.enter(caller);
      try {
        file = Files.createTempFile(blobs.spool(), "upload-", ".part");
      } catch (IOException | RuntimeException e) {
        place.close();
        throw e;
      }
    }

    public Path file() {
      return file;
    }

    /**
     * Opens the spool file. The upload holds no database connection while it is written.
     *
     * @param measured what the bytes pass on their way to the file, on threads that give way
     */
    public OutputStream open(UnaryOperator<OutputStream> measured) throws IOException {
      return new PieceOutput(measured.apply(new SpoolOutput(file, limiter)), threads);
    }

    /**
     * Stores the bytes and their record, or none of them, as soon as a write permit is free.
     *
     * @param write creates the File record
     */
    public WriteResult keep(WriteRequest write, Optional<Dimensions> image) throws IOException {
      return limiter.write(() -> Attachments.this.keep(write, file, image));
    }

    @Override
    public void close() throws IOException {
      try {
        Files.deleteIfExists(file);
      } finally {
        place.close();
      }
    }
  }

  /**
   * Starts an upload; 429 when the caller has as many open as one may have, 503 when the maximum
   * number is open.
   */
  public Spooled spool(Caller caller) throws IOException {
    return new Spooled(caller);
  }

  private WriteResult keep(WriteRequest write, Path spooled, Optional<Dimensions> image)
      throws IOException {
    UUID id = write.id();
    if (!underWay.add(id)) {
      throw beingStored();
    }
    try {
      int noted =
          database
              .query(
                  """
                  insert into record.blob (file_id, width, height) values ($1, $2, $3)
                  on conflict do nothing
                  """,
                  id,
                  image.map(Dimensions::width).orElse(null),
                  image.map(Dimensions::height).orElse(null))
              .await()
              .rowCount();
      if (noted == 0) {
        throw beingStored();
      }
      store(id, spooled);
      return post(write);
    } finally {
      underWay.remove(id);
    }
  }

  /** Another request, or one that a crash ended, has the id; the sweep decides about the latter. */
  private static Problem beingStored() {
    return Problem.tooBusy("a file with this id is being stored", RetrySeconds.SHORT);
  }

  private void store(UUID id, Path spooled) throws IOException {
    try {
      blobs.keep(id, spooled);
    } catch (IOException | RuntimeException e) {
      forget(id);
      throw e;
    }
  }

  /** After a failure other than a refusal the record may exist; the sweep checks it. */
  private WriteResult post(WriteRequest write) throws IOException {
    try {
      return records.post(write).await();
    } catch (Problem refusal) {
      forget(write.id());
      throw refusal;
    }
  }

  /** Deletes the record, then the bytes. */
  public void delete(WriteRequest write) throws IOException {
    records.delete(write).await();
    if (BackupLock.mayDelete(database).await()) {
      forget(write.id()); // otherwise the sweep removes them
    }
  }

  private void forget(UUID id) throws IOException {
    blobs.delete(id);
    database.query("delete from record.blob where file_id = $1", id).await();
  }

  /** The files among these whose bytes are stored here, with the size of images. */
  public Map<UUID, Optional<Dimensions>> kept(Collection<UUID> files) {
    Map<UUID, Optional<Dimensions>> dimensions = new HashMap<>();
    for (Row row :
        database
            .query(
                "select file_id, width, height from record.blob where file_id = any($1)",
                (Object) files.toArray(UUID[]::new))
            .await()) {
      Optional<Dimensions> size =
          row.getInteger(1) == null
              ? Optional.empty()
              : Optional.of(new Dimensions(row.getInteger(1), row.getInteger(2)));
      dimensions.put(row.getUUID(0), size);
    }
    return dimensions;
  }

  /**
   * Removes bytes without a record: of uploads that a crash interrupted, and of File records that
   * other endpoints deleted. If other processes store blobs in the same place, only bytes older
   * than an hour are removed.
   *
   * @return the number of removed blobs
   */
  public int sweep() {
    List<UUID> orphans = new ArrayList<>();
    String old = blobs.isShared() ? " and b.noted_at < now() - interval '1 hour'" : "";
    for (Row row :
        database
            .query(
                """
                select b.file_id
                from record.blob b
                where not exists (select from record.files f where f.id = b.file_id)%s
                """
                    .formatted(old))
            .await()) {
      orphans.add(row.getUUID(0));
    }
    orphans.removeIf(underWay::contains);
    int removed = 0;
    for (UUID orphan : orphans) {
      removed += isOrphan(orphan) && removed(orphan) ? 1 : 0;
    }
    return removed;
  }

  /** Checks again, because an upload may have finished in the meantime. */
  private boolean isOrphan(UUID id) {
    return database.query("select 1 from record.files where id = $1", id).await().size() == 0;
  }

  private boolean removed(UUID orphan) {
    try {
      if (!BackupLock.mayDelete(database).await()) {
        return false;
      }
      forget(orphan);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("the bytes of a deleted attachment cannot be removed now: {}", e.getMessage());
      return false;
    }
  }

  /** The attributes of the File record of an attachment of a Data record. */
  public static ObjectNode file(ObjectNode data, UUID dataId) {
    ObjectNode file = Json.object().put("dataId", dataId.toString());
    for (String name : List.of("farmId", "fieldId", "regionId", "activityId")) {
      if (data.has(name)) {
        file.set(name, data.get(name));
      }
    }
    return file;
  }

  public static EntityType type() {
    return FILE;
  }
}
