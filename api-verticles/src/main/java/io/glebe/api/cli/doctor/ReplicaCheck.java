package io.glebe.api.cli.doctor;

import io.glebe.core.config.Settings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.DatabaseFault;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The replica for reads, where the settings name one: login, whose replica it is, conflicts. */
final class ReplicaCheck implements PartCheck {
  static final String PART = "replica";

  private static final String IDENTITY = "select system_identifier::text from pg_control_system()";
  private static final String FEEDBACK = "select current_setting('hot_standby_feedback')";

  @Override
  public List<Finding> of(Settings settings) throws IOException, SQLException {
    Optional<DatabaseAddress> named = DatabaseAddress.ofReplica(settings);
    if (named.isEmpty()) {
      return List.of();
    }
    DatabaseAddress replica = named.get();
    DatabaseFault.checkReplica(replica);
    Optional<DatabaseAddress> primary = DatabaseAddress.of(settings);
    if (primary.isEmpty() || !value(primary.get(), IDENTITY).equals(value(replica, IDENTITY))) {
      return List.of(Finding.fault(PART, replica + " is a replica of another database"));
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(PART, replica + " is a replica of " + primary.get()));
    if (value(replica, FEEDBACK).equals("off")) {
      findings.add(
          Finding.warning(
              PART, "hot_standby_feedback is off there: reads may be cancelled and run again"));
    }
    return findings;
  }

  private static String value(DatabaseAddress server, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
