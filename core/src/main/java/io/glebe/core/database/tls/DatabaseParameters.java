package io.glebe.core.database.tls;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters of a database's address with their names and values of libpq. A parameter that
 * would have no effect here is refused by its name, so that no setting is ignored in silence.
 */
public final class DatabaseParameters {
  private static final String SYSTEM = "system";
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

  /** Parameters that have an effect. */
  private static final Set<String> USED =
      Set.of(
          "sslmode",
          "sslrootcert",
          "sslcert",
          "sslkey",
          "ssl_min_protocol_version",
          "ssl_max_protocol_version",
          "connect_timeout",
          "application_name",
          "options",
          "keepalives");

  /** Parameters that are accepted with the values that describe what happens here anyway. */
  private static final Map<String, List<String>> FIXED =
      Map.of(
          "client_encoding", List.of("UTF8", "utf8", "UTF-8", "auto"),
          "target_session_attrs", List.of("any", "read-write", "primary"),
          "gssencmode", List.of("disable", "prefer"),
          "channel_binding", List.of("disable", "prefer"),
          "sslnegotiation", List.of("postgres"),
          "sslcompression", List.of("0"),
          "sslsni", List.of("1"),
          "load_balance_hosts", List.of("disable"));

  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("host", "write it before the slash"),
          Map.entry("hostaddr", "write it before the slash"),
          Map.entry("port", "write it before the slash"),
          Map.entry("dbname", "write it behind the slash"),
          Map.entry("user", "write it before the @"),
          Map.entry("password", "write it before the @, or use GLEBE_DATABASE_URL_FILE"),
          Map.entry("passfile", "use GLEBE_DATABASE_URL_FILE"),
          Map.entry("service", "write the parts of the service into the address"),
          Map.entry("servicefile", "write the parts of the service into the address"),
          Map.entry("sslpassword", "the key must be in PEM as PKCS#8 without encryption"),
          Map.entry("sslcrl", "revocation lists are not read"),
          Map.entry("sslcrldir", "revocation lists are not read"),
          Map.entry("tcp_user_timeout", "set it in the operating system"),
          Map.entry("keepalives_idle", "set it in the operating system"),
          Map.entry("keepalives_interval", "set it in the operating system"),
          Map.entry("keepalives_count", "set it in the operating system"));

  private final Map<String, String> values;

  private DatabaseParameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Parses the query part of an address.
   *
   * @param query such as {@code sslmode=verify-full&sslrootcert=/etc/ca.pem}; empty for none
   * @throws IllegalArgumentException with the name of the first invalid parameter
   */
  public static DatabaseParameters parse(String query) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      require(name, value);
      if (values.put(name, value) != null) {
        throw refused(name, "is given twice");
      }
    }
    DatabaseParameters parameters = new DatabaseParameters(values);
    parameters.checkPairs();
    return parameters;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static void require(String name, String value) {
    if (USED.contains(name)) {
      requireValue(name, value);
      return;
    }
    List<String> permitted = FIXED.get(name);
    if (permitted == null) {
      String reason = REFUSED.get(name);
      throw refused(name, "is not supported" + (reason == null ? "" : ": " + reason));
    }
    if (!permitted.contains(value)) {
      throw refused(name, "may be " + String.join(", ", permitted));
    }
  }

  private static void requireValue(String name, String value) {
    if (value.isEmpty()) {
      throw refused(name, "has no value");
    }
    switch (name) {
      case "sslmode" -> {
        List<String> modes = Arrays.stream(SslUse.values()).map(SslUse::text).toList();
        if (!modes.contains(value)) {
          throw refused(name, "must be one of " + String.join(", ", modes));
        }
      }
      case "ssl_min_protocol_version", "ssl_max_protocol_version" -> {
        if (!PROTOCOLS.contains(value)) {
          throw refused(name, "must be " + String.join(" or ", PROTOCOLS));
        }
      }
      case "connect_timeout" -> {
        if (!value.matches("\\d{1,5}")) {
          throw refused(name, "must be a number of seconds");
        }
      }
      case "keepalives" -> {
        if (!value.equals("0") && !value.equals("1")) {
          throw refused(name, "must be 0 or 1");
        }
      }
      default -> {}
    }
  }

  private void checkPairs() {
    if (values.containsKey("sslcert") != values.containsKey("sslkey")) {
      throw refused("sslcert", "and sslkey belong together");
    }
    if (use().verifies() && !values.containsKey("sslrootcert")) {
      throw refused(
          "sslrootcert",
          "is needed for sslmode=" + use().text() + ": a file in PEM, or \"" + SYSTEM + "\"");
    }
    if (protocols().isEmpty()) {
      throw refused("ssl_min_protocol_version", "is above ssl_max_protocol_version");
    }
  }

  private static IllegalArgumentException refused(String name, String reason) {
    return new IllegalArgumentException("parameter " + name + " " + reason);
  }

  /**
   * Returns the use of TLS; {@code prefer} without the parameter. As in libpq, {@code require} with
   * a file of authorities verifies the certificate.
   */
  public SslUse use() {
    SslUse chosen =
        Arrays.stream(SslUse.values())
            .filter(use -> use.text().equals(values.getOrDefault("sslmode", "prefer")))
            .findFirst()
            .orElseThrow();
    return chosen == SslUse.REQUIRE && values.containsKey("sslrootcert")
        ? SslUse.VERIFY_CA
        : chosen;
  }

  /** Returns the file of the trusted authorities; empty trusts those of the Java platform. */
  public Optional<Path> authorities() {
    return value("sslrootcert").filter(text -> !text.equals(SYSTEM)).map(Path::of);
  }

  /** Returns the file of the client's certificate; its key is {@link #key}. */
  public Optional<Path> certificate() {
    return value("sslcert").map(Path::of);
  }

  /** Returns the file of the client's private key. */
  public Optional<Path> key() {
    return value("sslkey").map(Path::of);
  }

  /** Returns the permitted versions of TLS. */
  public List<String> protocols() {
    int from = PROTOCOLS.indexOf(values.getOrDefault("ssl_min_protocol_version", "TLSv1.2"));
    int to = PROTOCOLS.indexOf(values.getOrDefault("ssl_max_protocol_version", "TLSv1.3"));
    return from > to ? List.of() : PROTOCOLS.subList(from, to + 1);
  }

  /** Returns the time within which a connection must be made; zero in libpq means none. */
  public Optional<Duration> connectTimeout() {
    return value("connect_timeout")
        .map(Long::parseLong)
        .filter(seconds -> seconds > 0)
        .map(Duration::ofSeconds);
  }

  /** Returns the name under which the server lists the connections. */
  public String applicationName() {
    return values.getOrDefault("application_name", "glebe");
  }

  /** Returns the command-line options for the server's session. */
  public Optional<String> options() {
    return value("options");
  }

  /** Returns whether the operating system checks idle connections; as in libpq, it does. */
  public boolean keepsAlive() {
    return !"0".equals(values.get("keepalives"));
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Returns the parameters for the JDBC driver, which uses {@link DatabaseSocketFactory}. */
  public String jdbcQuery() {
    Map<String, String> jdbc = new LinkedHashMap<>();
    jdbc.put("sslmode", use().text());
    if (use().encrypts()) {
      jdbc.put("sslfactory", DatabaseSocketFactory.class.getName());
      for (String name : USED) {
        if (name.startsWith("ssl") && !name.equals("sslmode")) {
          value(name).ifPresent(value -> jdbc.put(name, value));
        }
      }
    }
    jdbc.put("ApplicationName", applicationName());
    jdbc.put("tcpKeepAlive", Boolean.toString(keepsAlive()));
    options().ifPresent(value -> jdbc.put("options", value));
    connectTimeout()
        .ifPresent(limit -> jdbc.put("connectTimeout", Long.toString(limit.toSeconds())));
    StringBuilder query = new StringBuilder();
    jdbc.forEach(
        (name, value) ->
            query
                .append(query.isEmpty() ? '?' : '&')
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return query.toString();
  }
}
