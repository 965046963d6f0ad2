package io.glebe.core.backup;

import io.glebe.core.backup.BackupManifest.Partition;
import io.glebe.core.backup.BackupManifest.SequenceState;
import io.glebe.core.backup.BackupManifest.TableRows;
import io.glebe.core.backup.SchemaTables.ForeignKey;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/**
 * Writes the rows of a backup into the tables of its schema, in the transaction of the connection.
 * Foreign keys are dropped and made again, which checks all rows; triggers do not run, because the
 * rows are already what they had made.
 */
final class TableImport {
  /** Sessions of MQTT clients begin at the present end of the journal, which is empty. */
  private static final String POSITIONS =
      """
      UPDATE mqtt.session
      SET xid = pg_current_xact_id()::text::bigint,
        seq = 0,
        item = 0,
        connected = false
      """;

  private final Connection connection;
  private final PieceStore pieces;

  TableImport(Connection connection, PieceStore pieces) {
    this.connection = connection;
    this.pieces = pieces;
  }

  void load(BackupManifest manifest) throws SQLException, IOException {
    for (Partition partition : manifest.partitions()) {
      run(
          "CREATE TABLE IF NOT EXISTS %s PARTITION OF %s %s"
              .formatted(partition.name(), partition.parent(), partition.bound()));
    }
    List<ForeignKey> keys = new SchemaTables(connection).foreignKeys();
    for (ForeignKey key : keys) {
      run("ALTER TABLE %s DROP CONSTRAINT %s".formatted(key.table(), key.name()));
    }
    run(
        "TRUNCATE "
            + manifest.tables().stream().map(TableRows::name).collect(Collectors.joining(", ")));
    for (TableRows table : manifest.tables()) {
      load(table);
    }
    for (SequenceState sequence : manifest.sequences()) {
      run(
          "SELECT setval('%s', %d, %s)"
              .formatted(sequence.name().replace("'", "''"), sequence.value(), sequence.called()));
    }
    for (ForeignKey key : keys) {
      run(
          "ALTER TABLE %s ADD CONSTRAINT %s %s"
              .formatted(key.table(), key.name(), key.definition()));
    }
    if (manifest.tables().stream().anyMatch(table -> table.name().equals("mqtt.session"))) {
      run(POSITIONS);
    }
  }

  private void load(TableRows table) throws SQLException, IOException {
    run("ALTER TABLE %s DISABLE TRIGGER USER".formatted(table.name()));
    String copy =
        "COPY %s (%s) FROM STDIN".formatted(table.name(), String.join(", ", table.columns()));
    long rows = 0;
    for (String piece : table.pieces()) {
      rows +=
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn(copy, Gzip.open(pieces.get(piece)));
    }
    if (rows != table.rows()) {
      throw new BackupFault(
          "the table %s has %d rows in the backup and not %d"
              .formatted(table.name(), rows, table.rows()));
    }
    run("ALTER TABLE %s ENABLE TRIGGER USER".formatted(table.name()));
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
