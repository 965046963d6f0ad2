package io.glebe.core.backup;

import io.glebe.core.backup.BackupManifest.Partition;
import io.glebe.core.backup.BackupManifest.SequenceState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads from the catalogue of PostgreSQL which tables, partitions and sequences exist. */
final class SchemaTables {
  /** Schemas of the platform. */
  private static final String OWN =
      "n.nspname NOT IN ('pg_catalog', 'information_schema', 'glebe_restore') AND n.nspname NOT LIKE 'pg\\_%'";

  /**
   * Rows that are not copied: of Flyway, of running processes (unlogged tables), and the journal of
   * MQTT sessions, whose positions are transactions of this server.
   */
  private static final String COLUMNS =
      """
      SELECT format('%%I.%%I', n.nspname, c.relname) AS name, quote_ident(a.attname) AS attribute
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind = 'r'
        AND c.relpersistence = 'p'
        AND %s
        AND c.relname <> 'flyway_schema_history'
        AND NOT (n.nspname = 'sensor' AND c.relname IN ('journal', 'journal_cut'))
        AND a.attgenerated = ''
      ORDER BY n.nspname, c.relname, a.attnum
      """
          .formatted(OWN);

  private static final String PARTITIONS =
      """
      SELECT format('%%I.%%I', n.nspname, c.relname), i.inhparent::regclass::text,
        pg_get_expr(c.relpartbound, c.oid)
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_inherits i ON i.inhrelid = c.oid
      WHERE c.relispartition
        AND c.relkind = 'r'
        AND %s
      ORDER BY 1
      """
          .formatted(OWN);

  private static final String SEQUENCES =
      """
      SELECT format('%%I.%%I', n.nspname, c.relname)
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'S'
        AND %s
        AND (n.nspname, c.relname) <> ('sensor', 'journal_seq_seq')
      ORDER BY 1
      """
          .formatted(OWN);

  private static final String FOREIGN_KEYS =
      """
      SELECT k.conrelid::regclass::text, quote_ident(k.conname), pg_get_constraintdef(k.oid)
      FROM pg_constraint k
      JOIN pg_namespace n ON n.oid = k.connamespace
      WHERE k.contype = 'f'
        AND k.conparentid = 0
        AND %s
      ORDER BY 1, 2
      """
          .formatted(OWN);

  private static final String ANY =
      """
      SELECT 1
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p')
        AND %s
      LIMIT 1
      """
          .formatted(OWN);

  private static final String SCRIPTS =
      """
      SELECT script
      FROM flyway_schema_history
      WHERE success AND version IS NOT NULL
      ORDER BY installed_rank
      """;

  /** A reference between tables, with its definition. */
  record ForeignKey(String table, String name, String definition) {}

  private final Connection connection;

  SchemaTables(Connection connection) {
    this.connection = connection;
  }

  /** A row of a result. */
  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> all(String sql, Reader<T> reader) throws SQLException {
    List<T> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(reader.read(rows));
      }
    }
    return found;
  }

  /** Returns whether the database has no table. */
  boolean isEmpty() throws SQLException {
    return all(ANY, row -> row.getInt(1)).isEmpty();
  }

  /** Returns the tables whose rows are copied, with the columns. */
  Map<String, List<String>> columns() throws SQLException {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    all(
        COLUMNS,
        row ->
            tables
                .computeIfAbsent(row.getString(1), name -> new ArrayList<>())
                .add(row.getString(2)));
    return tables;
  }

  List<Partition> partitions() throws SQLException {
    return all(
        PARTITIONS, row -> new Partition(row.getString(1), row.getString(2), row.getString(3)));
  }

  List<SequenceState> sequences() throws SQLException {
    List<SequenceState> states = new ArrayList<>();
    for (String name : all(SEQUENCES, row -> row.getString(1))) {
      states.addAll(
          all(
              "SELECT last_value, is_called FROM " + name,
              row -> new SequenceState(name, row.getLong(1), row.getBoolean(2))));
    }
    return states;
  }

  List<ForeignKey> foreignKeys() throws SQLException {
    return all(
        FOREIGN_KEYS, row -> new ForeignKey(row.getString(1), row.getString(2), row.getString(3)));
  }

  List<String> scripts() throws SQLException {
    return all(SCRIPTS, row -> row.getString(1));
  }

  /** Returns the values of the first column. */
  List<String> texts(String sql) throws SQLException {
    return all(sql, row -> row.getString(1));
  }
}
