package io.glebe.core.database;

import io.glebe.core.folder.Folders;
import io.glebe.core.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Migrates a database to the schema of this version. The scripts are in {@code db/migration},
 * numbered in ranges per area (V001 platform, V020 records, V040 identity, V050 cubes and jobs,
 * V070 sensors, V090 registry and partner). Several processes may migrate concurrently, because
 * Flyway takes a lock. Blocking (JDBC).
 */
public final class Migrations {
  /** A schema that exists while the database is filled from a backup. */
  public static final String RESTORE_MARK = "glebe_restore";

  private static final String FOLDER = "/db/migration/";
  private static final String OF_THIS_VERSION = "classpath:db/migration";

  private Migrations() {}

  /** Reports the script that is being applied. */
  private static final class MigrationProgress extends BaseCallback {
    private final Progress progress;

    MigrationProgress(Progress progress) {
      this.progress = progress;
    }

    @Override
    public boolean supports(Event event, Context context) {
      return event == Event.BEFORE_EACH_MIGRATE;
    }

    @Override
    public void handle(Event event, Context context) {
      progress.step(
          "changing the schema of the database: V" + context.getMigrationInfo().getVersion());
    }
  }

  /** Applies the missing scripts. */
  public static void apply(DatabaseAddress address) {
    apply(address, Progress.NONE);
  }

  /**
   * Applies the missing scripts and reports the progress of long steps.
   *
   * @throws IllegalStateException with a one-line message when the schema cannot be migrated to
   *     this version
   */
  public static void apply(DatabaseAddress address, Progress progress) {
    requireWhole(address);
    migrate(address, progress, OF_THIS_VERSION);
  }

  /** Returns whether a restore of the database has begun and not ended. */
  public static boolean isBeingRestored(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT to_regnamespace('" + RESTORE_MARK + "') IS NOT NULL")) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static void requireWhole(DatabaseAddress address) {
    try (Connection connection =
        DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password())) {
      if (isBeingRestored(connection)) {
        throw new IllegalStateException(
            "the restore of the database " + address + " has not ended; run glebe restore again");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(DatabaseFault.of(address, e).getMessage(), e);
    }
  }

  /**
   * Applies the scripts that a backup names, and no other ones.
   *
   * @param scripts names of files, all of them known to this version
   */
  public static void apply(DatabaseAddress address, List<String> scripts) throws IOException {
    Path folder = Files.createTempDirectory("glebe-migrations-");
    try {
      for (String script : scripts) {
        try (InputStream text = Migrations.class.getResourceAsStream(FOLDER + script)) {
          Files.copy(Objects.requireNonNull(text, script), folder.resolve(script));
        }
      }
      migrate(address, Progress.NONE, "filesystem:" + folder);
    } finally {
      Folders.delete(folder);
    }
  }

  /**
   * Returns the number of scripts of this version that were not applied yet; changes nothing.
   *
   * @throws IllegalStateException with a one-line message when the schema cannot be migrated to
   *     this version
   */
  public static int pending(DatabaseAddress address) {
    requireWhole(address);
    try {
      Flyway flyway = flyway(address, Progress.NONE, OF_THIS_VERSION);
      requireKnown(address, flyway);
      return flyway.info().pending().length;
    } catch (FlywayException e) {
      throw new IllegalStateException(
          "the schema of the database " + address + " cannot be read: " + reason(e), e);
    }
  }

  /** Returns the names of the scripts of this version. */
  public static Set<String> known(DatabaseAddress address) {
    return Arrays.stream(flyway(address, Progress.NONE, OF_THIS_VERSION).info().all())
        .filter(one -> one.getState().isResolved())
        .map(MigrationInfo::getScript)
        .collect(Collectors.toSet());
  }

  private static void migrate(DatabaseAddress address, Progress progress, String location) {
    try {
      Flyway flyway = flyway(address, progress, location);
      requireKnown(address, flyway);
      flyway.migrate();
    } catch (FlywayException e) {
      throw new IllegalStateException(
          "the schema of the database " + address + " cannot be changed: " + reason(e), e);
    }
  }

  private static Flyway flyway(DatabaseAddress address, Progress progress, String location) {
    return Flyway.configure()
        .dataSource(address.jdbcUrl(), address.user(), address.password())
        .locations(location)
        .outOfOrder(true) // new scripts are added to several ranges independently
        .validateMigrationNaming(true)
        .baselineOnMigrate(false)
        .cleanDisabled(true)
        .loggers("slf4j")
        .callbacks(new MigrationProgress(progress))
        .load();
  }

  /** A newer version may have changed tables in a way that this one does not expect. */
  private static void requireKnown(DatabaseAddress address, Flyway flyway) {
    List<String> unknown =
        Arrays.stream(flyway.info().applied())
            .filter(one -> one.getState().isApplied() && !one.getState().isResolved())
            .map(one -> "V" + one.getVersion())
            .toList();
    if (!unknown.isEmpty()) {
      throw new IllegalStateException(
          "the database %s was changed by a newer version of Glebe (%s); start that version, or restore a backup"
              .formatted(address, String.join(", ", unknown)));
    }
  }

  private static String reason(FlywayException e) {
    return String.join(
        " ",
        String.valueOf(e.getMessage())
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.matches("-+"))
            .limit(4)
            .toList());
  }
}
