package io.glebe.mqtt.bridge;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import io.glebe.core.config.listen.TrustedCertificates;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Address and login of the outside broker.
 *
 * @param encrypted whether TLS is used
 * @param authority the only trusted certificates (PEM); empty trusts those of the Java platform
 */
public record OutsideBroker(
    String host, int port, boolean encrypted, Optional<Path> authority, Optional<Login> login) {
  private static final int PORT = 1883;
  private static final int TLS_PORT = 8883;

  /** User name and password at the broker. */
  public record Login(String name, String password) {
    /** Omits the password. */
    @Override
    public String toString() {
      return "Login[" + name + "]";
    }
  }

  /**
   * Returns the builder of a client with this address, login and encryption.
   *
   * @throws IOException when the trusted certificates cannot be read
   */
  Mqtt5ClientBuilder client(String id) throws IOException {
    Mqtt5ClientBuilder builder =
        Mqtt5Client.builder().identifier(id).serverHost(host).serverPort(port);
    if (encrypted) {
      MqttClientSslConfig tls =
          authority.isPresent()
              ? MqttClientSslConfig.builder()
                  .trustManagerFactory(TrustedCertificates.of(authority.get()))
                  .build()
              : MqttClientSslConfig.builder().build();
      builder = builder.sslConfig(tls);
    }
    if (login.isPresent()) {
      builder =
          builder
              .simpleAuth()
              .username(login.get().name())
              .password(login.get().password().getBytes(StandardCharsets.UTF_8))
              .applySimpleAuth();
    }
    return builder;
  }

  /**
   * Parses {@code mqtt://host:port} or {@code mqtts://host:port}.
   *
   * @throws IllegalArgumentException for any other URL
   */
  public static OutsideBroker of(String address, Optional<Path> authority, Optional<Login> login) {
    URI uri = URI.create(address);
    boolean encrypted = "mqtts".equals(uri.getScheme());
    if ((!encrypted && !"mqtt".equals(uri.getScheme())) || uri.getHost() == null) {
      throw new IllegalArgumentException("must be mqtt://host:port or mqtts://host:port");
    }
    if (uri.getUserInfo() != null) {
      throw new IllegalArgumentException("must not carry a name or password");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : encrypted ? TLS_PORT : PORT;
    return new OutsideBroker(uri.getHost(), port, encrypted, authority, login);
  }
}
