package io.glebe.core.database.embedded;

import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.folder.Folders;
import io.glebe.core.folder.ServerAccount;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of a server's files, on which a second server follows the first one. {@link
 * EmbeddedPostgres#startAt} starts both.
 */
public final class PostgresReplica {
  /** The name by which the first server knows its replica. */
  private static final String NAME = "replica";

  /** The file of a server that follows another one, and the file of a copy. */
  private static final String SIGNAL = "standby.signal";

  private static final String LABEL = "backup_label";

  /** Options of servers that follow each other. */
  static final List<String> OPTIONS =
      List.of(
          "wal_level=replica",
          "max_wal_senders=4",
          "hot_standby_feedback=on",
          "wal_keep_size=256MB", // for the time in which the other server is away
          "wal_retrieve_retry_interval=500ms");

  /** What belongs to the first server's process. */
  private static final Set<Path> OWN =
      Set.of(Path.of("postmaster.pid"), Path.of("postmaster.opts"));

  private static final Logger LOG = LoggerFactory.getLogger(PostgresReplica.class);

  private PostgresReplica() {}

  /**
   * Prepares a folder for a server that follows another one: copies its files at the first time,
   * and notes its address. Nothing happens to a replica that has been promoted.
   *
   * @param primary the running server, which may have another address each time
   * @param primaryData its data folder
   * @param data the data folder of the replica
   */
  public static void prepare(DatabaseAddress primary, Path primaryData, Path data)
      throws IOException {
    Path files = data.resolve(EmbeddedPostgres.FOLDER);
    if (!Files.isDirectory(files)) {
      make(primary, primaryData.resolve(EmbeddedPostgres.FOLDER), files);
    }
    if (Files.exists(files.resolve(SIGNAL))) {
      follow(primary, files.resolve("postgresql.auto.conf"));
    }
  }

  private static void make(DatabaseAddress primary, Path primaryFiles, Path files)
      throws IOException {
    Path parts =
        Files.createTempDirectory(
            Objects.requireNonNull(files.getParent()),
            NewDatabaseFiles.BESIDE,
            PosixFilePermissions.asFileAttribute(Folders.PRIVATE));
    try (Connection connection = connect(primary);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('replica', true)");
      copy(primaryFiles, parts);
      Files.writeString(parts.resolve(LABEL), label(statement));
    } catch (SQLException e) {
      throw new IOException("the database cannot be copied: " + e.getMessage(), e);
    }
    Files.createFile(parts.resolve(SIGNAL));
    ServerAccount account = ServerAccount.detect();
    for (String own : List.of("", LABEL, SIGNAL)) {
      account.own(parts.resolve(own));
    }
    Files.move(parts, files, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Writes the address of the first server into the settings. */
  private static void follow(DatabaseAddress primary, Path settings) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(settings));
    lines.removeIf(line -> line.startsWith("primary_conninfo"));
    lines.add(
        "primary_conninfo = 'host=%s port=%d user=%s password=%s application_name=%s'"
            .formatted(primary.host(), primary.port(), primary.user(), primary.password(), NAME));
    Files.write(settings, lines);
  }

  private static String label(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static Connection connect(DatabaseAddress server) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
  }

  /** Copies files that change or vanish meanwhile: the log of the server has what is missing. */
  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (!folder.equals(from)) {
              copyTo(folder);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!OWN.contains(from.relativize(file))) {
              copyTo(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          private void copyTo(Path path) throws IOException {
            try {
              Path target = to.resolve(from.relativize(path).toString());
              Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
            } catch (NoSuchFileException vanished) {
              LOG.debug("{} is not copied: it is no longer there", path);
            }
          }
        });
  }

  /** From now on a commit waits until the replica has it on its disk. */
  public static void awaitAtCommit(DatabaseAddress primary) throws IOException {
    execute(primary, "ALTER SYSTEM SET synchronous_standby_names = '" + NAME + "'");
    execute(primary, "SELECT pg_reload_conf()");
  }

  /** Makes a replica the server of all writes, and waits until it is. */
  public static void promote(DatabaseAddress replica) throws IOException {
    try (Connection connection = connect(replica);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_promote(true, 60)")) {
      if (!rows.next() || !rows.getBoolean(1)) {
        throw new IOException("the replica has not become the first server within a minute");
      }
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void execute(DatabaseAddress server, String sql) throws IOException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
