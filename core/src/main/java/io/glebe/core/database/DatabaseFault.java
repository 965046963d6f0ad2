package io.glebe.core.database;

import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * The database cannot be used. The message is one line with its address and without the password.
 */
public final class DatabaseFault extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int CONNECT_SECONDS = 10;
  private static final String CHOICE = "; see GLEBE_DATABASE_URL";

  /** The oldest version of PostgreSQL with all functions that statements use. */
  public static final int OLDEST = 16;

  private static final int VERSION_STEP = 10_000;

  private static final String SERVER =
      """
      select current_setting('server_version_num')::int as number,
        current_setting('server_version') as version, pg_is_in_recovery() as standby
      """;

  private DatabaseFault(DatabaseAddress address, String what, Throwable cause) {
    super("the database " + address + " " + what + CHOICE, cause);
  }

  private DatabaseFault(DatabaseAddress address, String what) {
    super("the database " + address + " " + what + CHOICE);
  }

  /**
   * Opens one test connection before any other use, to report an error early: also a server that is
   * too old or a standby. Blocking (JDBC).
   *
   * @throws DatabaseFault when the database cannot be used
   */
  public static void check(DatabaseAddress address) throws DatabaseFault {
    check(address, false);
  }

  /**
   * The same for a server that has to be a standby.
   *
   * @throws DatabaseFault when it cannot be used
   */
  public static void checkReplica(DatabaseAddress address) throws DatabaseFault {
    check(address, true);
  }

  private static void check(DatabaseAddress address, boolean replica) throws DatabaseFault {
    try {
      address.connectOptions(); // reads the files of TLS
    } catch (IllegalArgumentException e) {
      throw ofParameter(address, e);
    }
    Properties login = new Properties();
    login.setProperty("user", address.user());
    login.setProperty("password", address.password());
    login.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
    login.setProperty("loginTimeout", Integer.toString(CONNECT_SECONDS));
    try (Connection connection = DriverManager.getConnection(address.jdbcUrl(), login)) {
      requireUsable(address, connection, replica);
    } catch (SQLException e) {
      throw of(address, e);
    }
  }

  private static void requireUsable(DatabaseAddress address, Connection connection, boolean replica)
      throws SQLException, DatabaseFault {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SERVER)) {
      row.next();
      if (row.getInt("number") < OLDEST * VERSION_STEP) {
        throw new DatabaseFault(
            address,
            "is PostgreSQL %s; Glebe needs %d or newer"
                .formatted(row.getString("version").split(" ", 2)[0], OLDEST));
      }
      if (replica && !row.getBoolean("standby")) {
        throw new DatabaseFault(address, "is not a replica");
      }
      if (!replica && row.getBoolean("standby")) {
        throw new DatabaseFault(
            address, "is a standby server, which accepts no writes; name the primary server");
      }
    }
  }

  /** The file of a parameter cannot be used. */
  private static DatabaseFault ofParameter(DatabaseAddress address, IllegalArgumentException e) {
    return new DatabaseFault(address, "cannot be reached with TLS: " + e.getMessage(), e);
  }

  /** Explains a refused connection or statement. */
  static DatabaseFault of(DatabaseAddress address, SQLException e) {
    String message = String.valueOf(e.getMessage());
    String state = String.valueOf(e.getSQLState());
    String what =
        switch (state) {
          case "28P01" -> "refuses the password of the user " + address.user();
          case "28000" -> "does not let the user " + address.user() + " in: " + line(message);
          case "3D000" -> "does not exist on its server; create it";
          case "53300" -> "has no connection to spare";
          case "42501" ->
              "does not allow the user " + address.user() + " to do that: " + line(message);
          case "57P03" -> "is starting or stopping";
          default -> message.contains("SSL") ? tls(message) : unreachable(e, message);
        };
    return new DatabaseFault(address, what, e);
  }

  private static String tls(String message) {
    return message.contains("does not support SSL")
        ? "does not offer TLS, which sslmode requires"
        : "cannot be reached with TLS: " + line(message);
  }

  @SuppressWarnings("ReferenceEquality") // a cause can be the exception itself
  private static String unreachable(SQLException e, String message) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    if (cause instanceof UnknownHostException) {
      return "cannot be reached: the host name is unknown";
    }
    return String.valueOf(e.getSQLState()).startsWith("08")
        ? "cannot be reached: " + line(cause == e ? message : String.valueOf(cause.getMessage()))
        : "cannot be used: " + line(message);
  }

  private static String line(String message) {
    return message.lines().findFirst().orElse("").replaceFirst("^FATAL: ", "");
  }
}
