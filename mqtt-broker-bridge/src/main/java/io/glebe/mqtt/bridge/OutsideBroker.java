package io.glebe.mqtt.bridge;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.TrustedCertificates;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

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
  private static final int CHECK_SECONDS = 10;

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
   * Returns the broker that the settings name; empty when they name none.
   *
   * @throws InvalidSettings when the address has another form
   */
  public static Optional<OutsideBroker> of(Settings settings) {
    Optional<Login> login =
        settings
            .get(SensorSettings.MQTT_BROKER_USER)
            .map(
                name ->
                    new Login(name, settings.get(SensorSettings.MQTT_BROKER_PASSWORD).orElse("")));
    Optional<Path> authority = settings.get(SensorSettings.MQTT_BROKER_CA).map(Path::of);
    try {
      return settings.get(SensorSettings.MQTT_BROKER).map(address -> of(address, authority, login));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(SensorSettings.MQTT_BROKER.name() + " " + e.getMessage());
    }
  }

  /**
   * Connects once and disconnects, to report an error early. Blocking.
   *
   * @throws IOException in one line when the broker cannot be reached or refuses the login
   */
  public void check() throws IOException {
    Mqtt5BlockingClient client = client("glebe-check-" + UUID.randomUUID()).buildBlocking();
    try {
      client.connectWith().cleanStart(true).keepAlive(CHECK_SECONDS).send();
      client.disconnect();
    } catch (Mqtt5ConnAckException e) {
      throw new IOException(
          "the broker %s:%d refuses the connection: %s"
              .formatted(host, port, e.getMqttMessage().getReasonCode()),
          e);
    } catch (RuntimeException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(
          "the broker %s:%d cannot be reached: %s".formatted(host, port, cause.getMessage()), e);
    }
  }

  /**
   * Parses {@code mqtt://host:port} or {@code mqtts://host:port}.
   *
   * @throws IllegalArgumentException for any other URL
   */
  static OutsideBroker of(String address, Optional<Path> authority, Optional<Login> login) {
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
