package io.glebe.core.backup;

import io.glebe.core.backup.BackupManifest.TableRows;
import io.glebe.core.database.BackupLock;
import io.glebe.core.progress.Progress;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies a platform, also while it serves: {@code new Backup(parts, target,
 * version).run(progress)}. The rows are those of one snapshot of the database; the objects are
 * those that the rows name.
 */
public final class Backup {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private static final String CUBES =
      "SELECT cube_path FROM cube_collection WHERE cube_path IS NOT NULL ORDER BY cube_path";
  private static final String BLOBS = "SELECT file_id::text FROM record.blob ORDER BY 1";

  private final BackupParts parts;
  private final ObjectStore target;
  private final String version;

  /**
   * @param version of the platform, for people
   */
  public Backup(BackupParts parts, ObjectStore target, String version) {
    this.parts = parts;
    this.target = target;
    this.version = version;
  }

  /** A backup that has ended, with the bytes that were not in the target before. */
  public record Report(BackupManifest manifest, long written) {}

  /** What the snapshot of the database says. */
  private record Rows(
      List<String> scripts,
      List<BackupManifest.Partition> partitions,
      List<TableRows> tables,
      List<BackupManifest.SequenceState> sequences,
      List<String> cubes,
      List<String> blobs) {}

  /**
   * Makes a backup.
   *
   * @throws BackupFault when another one runs, or a part cannot be read
   */
  public Report run(Progress progress) throws IOException {
    PieceStore pieces = PieceStore.open(target);
    Map<String, StoredObject> last = lastObjects(pieces);
    try (Connection connection = connect(parts)) {
      if (!BackupLock.take(connection)) {
        throw new BackupFault(
            "another backup of this platform runs, or a deletion of old data does not end");
      }
      String id = ID.format(Instant.now());
      progress.begin("copying the rows");
      Rows rows = rows(connection, pieces);
      progress.begin("copying the objects");
      ObjectLists objects = new ObjectLists(pieces);
      try (ObjectExport export = new ObjectExport(parts, pieces, last, objects)) {
        export.zarr(rows.cubes);
        export.blobs(rows.blobs);
      }
      BackupManifest manifest = manifest(id, rows, objects);
      pieces.flush();
      if (!target.putIfAbsent(Backups.key(id), manifest.toJson())) {
        throw new BackupFault("the target has a backup " + id + " already");
      }
      return new Report(manifest, pieces.written());
    } catch (SQLException e) {
      throw new BackupFault("the rows cannot be read: " + e.getMessage(), e);
    }
  }

  static Connection connect(BackupParts parts) throws SQLException {
    return DriverManager.getConnection(
        parts.database().jdbcUrl(), parts.database().user(), parts.database().password());
  }

  private Map<String, StoredObject> lastObjects(PieceStore pieces) throws IOException {
    Map<String, StoredObject> objects = new HashMap<>();
    Optional<BackupManifest> newest = new Backups(target).newest();
    if (newest.isPresent()) {
      ObjectLists.each(pieces, newest.get(), object -> objects.put(object.key(), object));
    }
    return objects;
  }

  private static Rows rows(Connection connection, PieceStore pieces)
      throws SQLException, IOException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    SchemaTables schema = new SchemaTables(connection);
    TableExport export = new TableExport(connection, pieces);
    List<TableRows> tables = new ArrayList<>();
    for (Map.Entry<String, List<String>> table : schema.columns().entrySet()) {
      tables.add(export.export(table.getKey(), table.getValue()));
    }
    Rows rows =
        new Rows(
            schema.scripts(),
            schema.partitions(),
            tables,
            schema.sequences(),
            schema.texts(CUBES),
            schema.texts(BLOBS));
    connection.commit();
    connection.setAutoCommit(true);
    return rows;
  }

  private BackupManifest manifest(String id, Rows rows, ObjectLists objects) throws IOException {
    return new BackupManifest(
        BackupManifest.FORMAT,
        id,
        version,
        rows.scripts,
        rows.partitions,
        rows.tables,
        rows.sequences,
        objects.end(),
        objects.objects(),
        objects.bytes());
  }
}
