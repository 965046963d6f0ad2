package io.glebe.core.database;

import org.flywaydb.core.Flyway;

/**
 * Brings a database to the schema of this version: the scripts in {@code db/migration}, numbered in
 * ranges per room (V001 platform, V020 records, V040 identity, V050 cubes and jobs, V070 sensors,
 * V090 registry and partner). Several processes may do so at once: Flyway locks. Blocking (JDBC).
 */
public final class Migrations {
  private Migrations() {}

  /** Applies what is missing. */
  public static void apply(DatabaseAddress address) {
    Flyway.configure()
        .dataSource(address.jdbcUrl(), address.user(), address.password())
        .locations("classpath:db/migration")
        .outOfOrder(true) // the ranges grow side by side
        .validateMigrationNaming(true)
        .baselineOnMigrate(false)
        .cleanDisabled(true)
        .loggers("slf4j")
        .load()
        .migrate();
  }
}
