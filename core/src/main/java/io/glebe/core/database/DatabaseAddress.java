package io.glebe.core.database;

import io.vertx.pgclient.PgConnectOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The address of a PostgreSQL database.
 *
 * @param parameters the query part of the address, for example {@code sslmode=require}; empty for
 *     none
 */
public record DatabaseAddress(
    String host, int port, String database, String user, String password, String parameters) {
  private static final int DEFAULT_PORT = 5432;

  /**
   * Parses {@code postgresql://user:password@host:port/database?sslmode=...}.
   *
   * @throws IllegalArgumentException for any other form; the message never contains the password
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

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the address of another database on the same server. */
  public DatabaseAddress withDatabase(String name) {
    return new DatabaseAddress(host, port, name, user, password, parameters);
  }

  /** Returns the JDBC URL; user and password are passed separately. */
  public String jdbcUrl() {
    String query = parameters.isEmpty() ? "" : "?" + parameters;
    return "jdbc:postgresql://" + host + ":" + port + "/" + database + query;
  }

  /**
   * Returns the options of the reactive client, with pipelining and the prepared-statement cache
   * enabled.
   */
  PgConnectOptions connectOptions() {
    String query = parameters.isEmpty() ? "" : "?" + parameters;
    String login = encode(user) + ":" + encode(password);
    PgConnectOptions options =
        PgConnectOptions.fromUri(
            "postgresql://" + login + "@" + host + ":" + port + "/" + encode(database) + query);
    return options
        .setPipeliningLimit(Database.PIPELINING_LIMIT)
        .setCachePreparedStatements(true)
        .setPreparedStatementCacheMaxSize(Database.PREPARED_STATEMENTS);
  }

  /** Does not contain the password. */
  @Override
  public String toString() {
    return host + ":" + port + "/" + database;
  }
}
