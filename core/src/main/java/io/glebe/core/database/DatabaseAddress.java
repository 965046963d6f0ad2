package io.glebe.core.database;

import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.tls.DatabaseParameters;
import io.glebe.core.database.tls.DatabaseTls;
import io.glebe.core.database.tls.SslUse;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;

/**
 * The address of a PostgreSQL database.
 *
 * @param parameters the query part of the address, for example {@code sslmode=require}; empty for
 *     none; see {@link DatabaseParameters}
 */
public record DatabaseAddress(
    String host, int port, String database, String user, String password, String parameters) {
  private static final int DEFAULT_PORT = 5432;

  /**
   * The outside database that the settings name; empty when they name none.
   *
   * @throws InvalidSettings when the address has another form
   */
  public static Optional<DatabaseAddress> of(Settings settings) {
    return of(settings, StorageSettings.DATABASE_URL);
  }

  /**
   * The replica of the database that the settings name for reads; empty when they name none.
   *
   * @throws InvalidSettings when the address has another form
   */
  public static Optional<DatabaseAddress> ofReplica(Settings settings) {
    Optional<DatabaseAddress> replica = of(settings, StorageSettings.DATABASE_REPLICA_URL);
    try {
      replica.ifPresent(DatabaseAddress::connectOptions); // reads the files of TLS
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(StorageSettings.DATABASE_REPLICA_URL.name() + " " + e.getMessage());
    }
    return replica;
  }

  private static Optional<DatabaseAddress> of(
      Settings settings, Setting<Optional<String>> setting) {
    try {
      return settings.get(setting).map(DatabaseAddress::parse);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(setting.name() + " " + e.getMessage());
    }
  }

  /**
   * Parses {@code postgresql://user:password@host:port/database?sslmode=...}.
   *
   * @throws IllegalArgumentException for any other form, and for a parameter that has no effect
   *     here; the message never contains the password
   */
  public static DatabaseAddress parse(String url) {
    URI uri;
    try {
      uri = URI.create(url.startsWith("jdbc:") ? url.substring(5) : url);
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
    boolean postgres = "postgresql".equals(uri.getScheme()) || "postgres".equals(uri.getScheme());
    String path = uri.getPath();
    if (!postgres
        || uri.getHost() == null
        || path == null
        || path.length() < 2
        || uri.getRawUserInfo() == null) {
      throw malformed();
    }
    String[] login = uri.getRawUserInfo().split(":", 2);
    String password = login.length == 2 ? decode(login[1]) : "";
    String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    DatabaseParameters.parse(query);
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    return new DatabaseAddress(
        uri.getHost(), port, path.substring(1), decode(login[0]), password, query);
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException("must read postgresql://user:password@host:port/database");
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Returns the address of another database on the same server. */
  public DatabaseAddress withDatabase(String name) {
    return new DatabaseAddress(host, port, name, user, password, parameters);
  }

  private DatabaseParameters parsed() {
    return DatabaseParameters.parse(parameters);
  }

  /** Returns the JDBC URL; user and password are passed separately. */
  public String jdbcUrl() {
    return "jdbc:postgresql://" + host + ":" + port + "/" + database + parsed().jdbcQuery();
  }

  /**
   * Returns the options of the reactive client, with pipelining and the prepared-statement cache
   * enabled. Reads the files of TLS; blocking.
   *
   * @throws IllegalArgumentException with the parameter whose file cannot be used
   */
  PgConnectOptions connectOptions() {
    DatabaseParameters parsed = parsed();
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(host)
            .setPort(port)
            .setDatabase(database)
            .setUser(user)
            .setPassword(password)
            .addProperty("application_name", parsed.applicationName())
            .setSslMode(SslMode.of(parsed.use().text()))
            .setPipeliningLimit(Database.PIPELINING_LIMIT)
            .setCachePreparedStatements(true)
            .setPreparedStatementCacheMaxSize(Database.PREPARED_STATEMENTS);
    parsed.options().ifPresent(text -> options.addProperty("options", text));
    if (parsed.use().encrypts()) {
      options.setSslOptions(tls(parsed));
    }
    return options;
  }

  private static ClientSSLOptions tls(DatabaseParameters parsed) {
    DatabaseTls tls = new DatabaseTls(parsed);
    ClientSSLOptions options =
        new ClientSSLOptions()
            .setTrustOptions(TrustOptions.wrap(tls.trust()))
            .setHostnameVerificationAlgorithm(parsed.use() == SslUse.VERIFY_FULL ? "HTTPS" : "")
            .setEnabledSecureTransportProtocols(new LinkedHashSet<>(parsed.protocols()));
    tls.client().ifPresent(client -> options.setKeyCertOptions(KeyCertOptions.wrap(client)));
    return options;
  }

  /** Returns the options of the pools' sockets. */
  NetClientOptions netOptions() {
    NetClientOptions options =
        new NetClientOptions().setTcpKeepAlive(parsed().keepsAlive()).setTcpNoDelay(true);
    parsed().connectTimeout().ifPresent(limit -> options.setConnectTimeout((int) limit.toMillis()));
    return options;
  }

  /** Does not contain the password. */
  @Override
  public String toString() {
    return host + ":" + port + "/" + database;
  }
}
