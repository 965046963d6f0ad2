package io.glebe.api.cli;

import io.glebe.core.config.Settings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code glebe bridge}: the sessions of processes at outside MQTT brokers. */
@Command(
    name = "bridge",
    description =
        "Lists the sessions of all processes at outside MQTT brokers. A process that runs takes over"
            + " and ends one whose process is gone, after a minute or as told by --end.",
    mixinStandardHelpOptions = true)
public final class BridgeCommand implements Callable<Integer> {
  private static final String LIST =
      """
      select broker, client_id, host, nullif(seen_at, '-infinity') as seen,
        seen_at > now() - interval '15 seconds' as used
      from sensor.bridge_session
      order by broker, client_id
      """;

  /** A process reports its own session every five seconds. */
  private static final String END =
      """
      update sensor.bridge_session
      set seen_at = '-infinity'
      where client_id = ? and seen_at < now() - interval '15 seconds'
      """;

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Option(
      names = "--end",
      paramLabel = "ID",
      description = "end the session of this client id at once; its process must be gone")
  private @Nullable String ended;

  @Override
  public Integer call() throws IOException, SQLException {
    DatabaseAddress address = address(data.settings());
    PrintWriter out = spec.commandLine().getOut();
    try (Connection connection =
        DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password())) {
      if (ended == null) {
        list(connection).print(out);
      } else {
        end(connection, ended);
        out.println("the next process that looks at the sessions takes it over and ends it");
      }
    }
    out.flush();
    return 0;
  }

  private static DatabaseAddress address(Settings settings) throws IOException {
    Optional<DatabaseAddress> outside = DatabaseAddress.of(settings);
    return outside.isPresent()
        ? outside.get()
        : EmbeddedPostgres.running(settings.dataDir())
            .orElseThrow(() -> new IOException("no database runs in " + settings.dataDir()));
  }

  private static TextTable list(Connection connection) throws SQLException {
    TextTable table = new TextTable().row("broker", "client id", "host", "last sign");
    try (PreparedStatement statement = connection.prepareStatement(LIST);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        OffsetDateTime seen = rows.getObject("seen", OffsetDateTime.class);
        table.row(
            rows.getString("broker"),
            rows.getString("client_id"),
            rows.getString("host"),
            seen == null
                ? "ended by a command"
                : seen.truncatedTo(ChronoUnit.SECONDS)
                    + (rows.getBoolean("used") ? "" : ", its process is gone"));
      }
    }
    return table;
  }

  private static void end(Connection connection, String clientId) throws SQLException, IOException {
    try (PreparedStatement statement = connection.prepareStatement(END)) {
      statement.setString(1, clientId);
      if (statement.executeUpdate() == 0) {
        throw new IOException(
            "there is no session of " + clientId + ", or its process has given a sign just now");
      }
    }
  }
}
