package io.glebe.core.database;

import io.glebe.core.progress.Progress;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
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
    try {
      Flyway.configure()
          .dataSource(address.jdbcUrl(), address.user(), address.password())
          .locations("classpath:db/migration")
          .outOfOrder(true) // new scripts are added to several ranges independently
          .validateMigrationNaming(true)
          .baselineOnMigrate(false)
          .cleanDisabled(true)
          .loggers("slf4j")
          .callbacks(new MigrationProgress(progress))
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new IllegalStateException(
          "the schema of the database " + address + " cannot be changed: " + reason(e), e);
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
