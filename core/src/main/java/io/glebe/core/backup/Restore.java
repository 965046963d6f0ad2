package io.glebe.core.backup;

import io.glebe.core.database.BackupLock;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.Migrations;
import io.glebe.core.progress.Progress;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Fills an empty platform from a backup: {@code new Restore(parts, target).run(manifest,
 * progress)}. A schema of the database marks a restore that has begun; it is dropped in the
 * transaction that makes the rows visible, so that an interrupted restore can be repeated and no
 * platform starts on it.
 */
public final class Restore {
  private static final String MARK =
      """
      CREATE SCHEMA IF NOT EXISTS %1$s;
      COMMENT ON SCHEMA %1$s IS '%2$s'
      """;
  private static final String BEGUN =
      "SELECT obj_description(to_regnamespace('" + Migrations.RESTORE_MARK + "'))";
  private static final String UNMARK = "DROP SCHEMA " + Migrations.RESTORE_MARK;

  private final BackupParts parts;
  private final PieceStore pieces;

  public Restore(BackupParts parts, ObjectStore target) {
    this.parts = parts;
    this.pieces = PieceStore.open(target);
  }

  /**
   * Restores a backup.
   *
   * @throws BackupFault when the platform is not empty, the backup is of a newer version, or a
   *     piece is missing or corrupt
   */
  public void run(BackupManifest manifest, Progress progress) throws IOException {
    try (Connection connection = Backup.connect(parts)) {
      requireEmpty(connection, manifest.id());
      requireKnown(manifest);
      run(connection, MARK.formatted(Migrations.RESTORE_MARK, manifest.id()));
      progress.begin("making the schema");
      Migrations.apply(parts.database(), manifest.scripts());
      progress.begin("copying " + manifest.objects() + " objects");
      objects(manifest);
      progress.begin("copying " + manifest.rows() + " rows");
      connection.setAutoCommit(false);
      new TableImport(connection, pieces).load(manifest);
      run(connection, UNMARK);
      connection.commit();
    } catch (SQLException e) {
      throw new BackupFault("the rows cannot be written: " + e.getMessage(), e);
    }
  }

  private void requireEmpty(Connection connection, String id) throws SQLException, IOException {
    DatabaseAddress database = parts.database();
    if (!BackupLock.take(connection)) {
      throw new BackupFault("another restore fills the database " + database);
    }
    SchemaTables schema = new SchemaTables(connection);
    if (Migrations.isBeingRestored(connection)) {
      requireSame(schema, id);
      return; // what the interrupted restore wrote is written again
    }
    if (!schema.isEmpty()) {
      throw new BackupFault(
          "the database %s is not empty; a restore needs a new one, and a new data folder"
              .formatted(database));
    }
    try (Stream<String> any = parts.zarr().children("")) {
      if (any.findAny().isPresent()) {
        throw new BackupFault("the store of the cubes is not empty; a restore needs a new one");
      }
    }
  }

  /** The stores may have objects of the backup whose restore was interrupted. */
  private void requireSame(SchemaTables schema, String id) throws SQLException, BackupFault {
    List<String> begun = schema.texts(BEGUN);
    if (!begun.equals(List.of(id))) {
      throw new BackupFault(
          "the restore of another backup was interrupted; restore %s, or use a new database and new stores"
              .formatted(begun.getFirst()));
    }
  }

  private void requireKnown(BackupManifest manifest) throws BackupFault {
    Set<String> known = Migrations.known(parts.database());
    List<String> unknown =
        manifest.scripts().stream().filter(script -> !known.contains(script)).toList();
    if (!unknown.isEmpty()) {
      throw new BackupFault(
          "the backup is of a newer version of Glebe (%s): this one does not know %s"
              .formatted(manifest.version(), String.join(", ", unknown)));
    }
  }

  private void objects(BackupManifest manifest) throws IOException {
    try (Batches<String> batches = new Batches<>(done -> {})) {
      ObjectLists.each(
          pieces,
          manifest,
          object ->
              batches.add(
                  () -> {
                    put(object);
                    return object.key();
                  }));
      batches.finish();
    }
    parts.zarr().flush();
  }

  private void put(StoredObject object) throws IOException {
    if (object.blob()) {
      Path spooled = Files.createTempFile(parts.blobs().spool(), "restore-", "");
      try (OutputStream out = Files.newOutputStream(spooled)) {
        for (String piece : object.pieces()) {
          out.write(pieces.get(piece));
        }
      }
      parts.blobs().keep(UUID.fromString(object.key()), spooled);
      Files.deleteIfExists(spooled);
      return;
    }
    if (object.pieces().size() == 1) {
      parts
          .zarr()
          .stage(object.key(), MemorySegment.ofArray(pieces.get(object.pieces().getFirst())));
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      MemorySegment whole = arena.allocate(object.size());
      long at = 0;
      for (String piece : object.pieces()) {
        MemorySegment part = MemorySegment.ofArray(pieces.get(piece));
        MemorySegment.copy(part, 0, whole, at, part.byteSize());
        at += part.byteSize();
      }
      parts.zarr().stage(object.key(), whole);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
