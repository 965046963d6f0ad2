package io.glebe.core.database.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * TLS of the JDBC driver, which migrates the schema, with the same files as the pools. The driver
 * creates it by its name and verifies host names itself.
 */
public final class DatabaseSocketFactory extends SSLSocketFactory {
  private final SSLSocketFactory factory;
  private final String[] protocols;

  /**
   * Called by the driver.
   *
   * @param properties the parameters of the connection
   */
  public DatabaseSocketFactory(Properties properties) throws GeneralSecurityException {
    String query =
        Stream.of(
                "sslmode",
                "sslrootcert",
                "sslcert",
                "sslkey",
                "ssl_min_protocol_version",
                "ssl_max_protocol_version")
            .flatMap(name -> parameter(properties, name).stream())
            .collect(Collectors.joining("&"));
    DatabaseParameters parameters = DatabaseParameters.parse(query);
    DatabaseTls tls = new DatabaseTls(parameters);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        tls.client().map(KeyManagerFactory::getKeyManagers).orElse(new KeyManager[0]),
        new TrustManager[] {tls.trust()},
        null);
    factory = context.getSocketFactory();
    protocols = parameters.protocols().toArray(String[]::new);
  }

  private static Optional<String> parameter(Properties properties, String name) {
    return Optional.ofNullable(properties.getProperty(name))
        .map(value -> name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  private Socket limited(Socket socket) {
    ((SSLSocket) socket).setEnabledProtocols(protocols);
    return socket;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return factory.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return factory.getSupportedCipherSuites();
  }

  @Override
  public Socket createSocket(Socket plain, String host, int port, boolean autoClose)
      throws IOException {
    return limited(factory.createSocket(plain, host, port, autoClose));
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return limited(factory.createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return limited(factory.createSocket(host, port, local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return limited(factory.createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return limited(factory.createSocket(host, port, local, localPort));
  }
}
