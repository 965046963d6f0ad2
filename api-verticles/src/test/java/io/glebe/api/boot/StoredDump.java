package io.glebe.api.boot;

import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.Migrations;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * The rows of a database of an earlier version, with the scripts that had made its schema:
 * compressed text without keys in the folder {@code dumps} of the test resources. To keep one of
 * another version, run that version with its sample and then, with the libraries of this one:
 *
 * <pre>{@code
 * java -cp ... io.glebe.api.boot.StoredDump jdbc:postgresql://localhost:PORT/glebe?user=U&password=P V165.gz
 * }</pre>
 *
 * @param scripts names of the applied migrations, in their order
 * @param statements create partitions and set sequences
 * @param tables the rows of each table, as COPY writes them
 */
record StoredDump(List<String> scripts, List<String> statements, Map<String, Rows> tables) {
  private static final String SCRIPT = "script ";
  private static final String STATEMENT = "statement ";
  private static final String TABLE = "table ";
  private static final String END = "\\.";
  private static final String OWN =
      "n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'";

  /** Rows of one table. */
  record Rows(String columns, List<String> lines) {}

  /** Writes what a database has. */
  public static void main(String[] args) throws Exception {
    try (Connection connection = DriverManager.getConnection(args[0]);
        Writer out =
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(Path.of(args[1]))),
                StandardCharsets.UTF_8)) {
      StoredDump dump = of(connection);
      for (String script : dump.scripts) {
        out.write(SCRIPT + script + "\n");
      }
      for (String statement : dump.statements) {
        out.write(STATEMENT + statement + "\n");
      }
      for (var table : dump.tables.entrySet()) {
        out.write(TABLE + table.getKey() + " (" + table.getValue().columns + ")\n");
        for (String line : table.getValue().lines) {
          out.write(line + "\n");
        }
        out.write(END + "\n");
      }
    }
  }

  /** Reads a dump of the test resources. */
  static StoredDump read(String name) throws IOException {
    List<String> scripts = new ArrayList<>();
    List<String> statements = new ArrayList<>();
    Map<String, Rows> tables = new LinkedHashMap<>();
    try (InputStream file = StoredDump.class.getResourceAsStream("dumps/" + name);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(SCRIPT)) {
          scripts.add(line.substring(SCRIPT.length()));
        } else if (line.startsWith(STATEMENT)) {
          statements.add(line.substring(STATEMENT.length()));
        } else {
          String[] head = line.substring(TABLE.length(), line.length() - 1).split(" \\(", 2);
          List<String> rows = new ArrayList<>();
          for (String row = in.readLine(); !row.equals(END); row = in.readLine()) {
            rows.add(row);
          }
          tables.put(head[0], new Rows(head[1], rows));
        }
      }
    }
    return new StoredDump(scripts, statements, tables);
  }

  /** What a database has now. */
  static StoredDump of(Connection connection) throws SQLException, IOException {
    List<String> statements =
        new ArrayList<>(
            texts(
                connection,
                """
                select format('create table if not exists %%I.%%I partition of %%s %%s',
                  n.nspname, c.relname, i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid))
                from pg_class c
                join pg_namespace n on n.oid = c.relnamespace
                join pg_inherits i on i.inhrelid = c.oid
                where c.relispartition and c.relkind = 'r' and %s
                order by 1
                """
                    .formatted(OWN)));
    for (String sequence :
        texts(
            connection,
            """
            select format('%%I.%%I', n.nspname, c.relname)
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind = 'S' and %s
            order by 1
            """
                .formatted(OWN))) {
      statements.addAll(
          texts(
              connection,
              "select format('select setval(%L, %s, %L)', '"
                  + sequence
                  + "', last_value, is_called) from "
                  + sequence));
    }
    return new StoredDump(
        texts(
            connection,
            "select script from flyway_schema_history where version is not null order by"
                + " installed_rank"),
        statements,
        tables(connection));
  }

  private static Map<String, Rows> tables(Connection connection) throws SQLException, IOException {
    Map<String, Rows> tables = new LinkedHashMap<>();
    for (String table :
        texts(
            connection,
            """
            select format('%%I.%%I', n.nspname, c.relname)
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind = 'r' and c.relpersistence = 'p' and %s
              and c.relname not in ('signing_key', 'secret')
            order by 1
            """
                .formatted(OWN))) {
      String columns =
          String.join(
              ", ",
              texts(
                  connection,
                  """
                  select quote_ident(attname)
                  from pg_attribute
                  where attrelid = '%s'::regclass
                    and attnum > 0 and not attisdropped and attgenerated = ''
                  order by attnum
                  """
                      .formatted(table)));
      tables.put(table, new Rows(columns, lines(connection, table, columns)));
    }
    return tables;
  }

  /** The rows of a table, in an order that depends on nothing but them. */
  static List<String> lines(Connection connection, String table, String columns)
      throws SQLException, IOException {
    StringWriter out = new StringWriter();
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut("copy (select " + columns + " from " + table + ") to stdout", out);
    return out.toString().lines().sorted().toList();
  }

  static List<String> texts(Connection connection, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /** Makes an empty database what it was: the schema of the scripts, and the rows. */
  void restore(DatabaseAddress address) throws SQLException, IOException {
    Migrations.apply(address, scripts);
    try (Connection connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute("set session_replication_role = replica"); // no triggers, no references
      for (String one : statements) {
        statement.execute(one);
      }
      statement.execute("truncate " + String.join(", ", tables.keySet()) + " cascade");
      for (var table : tables.entrySet()) {
        CopyIn copy =
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn(
                    "copy " + table.getKey() + " (" + table.getValue().columns + ") from stdin");
        for (String line : table.getValue().lines) {
          byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
          copy.writeToCopy(bytes, 0, bytes.length);
        }
        copy.endCopy();
      }
    }
  }
}
