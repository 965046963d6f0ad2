package io.glebe.core.database;

import io.glebe.core.progress.Progress;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Brings a database to the schema of this version: the scripts in {@code db/migration}, numbered in
 * ranges per room (V001 platform, V020 records, V040 identity, V050 cubes and jobs, V070 sensors,
 * V090 registry and partner). Several processes may do so at once: Flyway locks. Blocking (JDBC).
 */
public final class Migrations {
  private Migrations() {}

  /** Tells which script is being applied. */
  private static final class Told extends BaseCallback {
    private final Progress progress;

    Told(Progress progress) {
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

  /** Applies what is missing. */
  public static void apply(DatabaseAddress address) {
    apply(address, Progress.NONE);
  }

  /**
   * The same, saying what takes long.
   *
   * @throws IllegalStateException in one line when the schema cannot be brought to this version
   */
  public static void apply(DatabaseAddress address, Progress progress) {
    try {
      Flyway.configure()
          .dataSource(address.jdbcUrl(), address.user(), address.password())
          .locations("classpath:db/migration")
          .outOfOrder(true) // the ranges grow side by side
          .validateMigrationNaming(true)
          .baselineOnMigrate(false)
          .cleanDisabled(true)
          .loggers("slf4j")
          .callbacks(new Told(progress))
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
