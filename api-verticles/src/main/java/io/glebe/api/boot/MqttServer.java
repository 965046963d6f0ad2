package io.glebe.api.boot;

import io.glebe.api.http.guard.Tls;
import io.glebe.api.identity.IdentityModule;
import io.glebe.core.config.CertificateFiles;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ListenHosts;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.sensor.observation.LatestValues;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.mqtt.bridge.BridgeIdentity;
import io.glebe.mqtt.bridge.BrokerBridge;
import io.glebe.mqtt.bridge.OutsideBroker;
import io.glebe.mqtt.broker.Certificates;
import io.glebe.mqtt.broker.MqttBroker;
import io.glebe.mqtt.broker.ServiceAccountSignIns;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.ingest.MessageCounters;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MQTT door of the sensor service: the built-in endpoint, or the bridge to an outside broker
 * where the settings name one, or nothing in a process that does not serve sensors.
 */
public final class MqttServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MqttServer.class);
  private static final String WHAT = "MQTT";
  private static final List<String> AREAS = List.of("all", "sensors");

  private final Optional<MqttBroker> broker;
  private final Optional<BrokerBridge> bridge;
  private Optional<CertificateWatch> watch = Optional.empty();

  private MqttServer(Optional<MqttBroker> broker, Optional<BrokerBridge> bridge) {
    this.broker = broker;
    this.bridge = bridge;
  }

  /**
   * Asks for the ports of the built-in endpoint before there is anything to serve.
   *
   * @throws IOException when one is taken
   */
  static void check(Settings settings) throws IOException {
    if (!serves(settings) || settings.get(SensorSettings.MQTT_BROKER).isPresent()) {
      return;
    }
    Ports.requireFree(
        ListenHosts.mqtt(settings),
        port(settings, SensorSettings.MQTTS_PORT),
        choice(SensorSettings.MQTTS_PORT));
    if (settings.development() && isChosen(settings)) {
      Ports.requireFree(
          ListenHosts.LOOPBACK,
          port(settings, SensorSettings.MQTT_PORT),
          choice(SensorSettings.MQTT_PORT));
    }
  }

  private static Ports.Choice choice(Setting<Integer> port) {
    return new Ports.Choice(SensorSettings.MQTT_HOST.name(), port.name());
  }

  private static boolean serves(Settings settings) {
    return settings.get(ProcessSettings.AREAS).stream().anyMatch(AREAS::contains);
  }

  private static boolean isChosen(Settings settings) {
    return settings.origin(SensorSettings.MQTT_PORT) != Settings.Origin.DEFAULT;
  }

  /** Opens the door; blocking. */
  static MqttServer open(
      Settings settings,
      Infrastructure foundation,
      ObservationWriter writer,
      IdentityModule identity)
      throws IOException {
    if (!serves(settings)) {
      return new MqttServer(Optional.empty(), Optional.empty());
    }
    Ingestion ingestion =
        new Ingestion(
            foundation.vertx(), writer, new MessageCounters(foundation.meters().registry()));
    Optional<String> outside = settings.get(SensorSettings.MQTT_BROKER);
    if (outside.isPresent()) {
      return new MqttServer(
          Optional.empty(), Optional.of(bridge(settings, foundation, ingestion, outside.get())));
    }
    ServiceAccountSignIns signIns =
        new ServiceAccountSignIns(identity.accounts(), identity.grants());
    identity.onChange(signIns::rightsChanged, signIns::accountsChanged);
    MqttBroker.Dependencies dependencies =
        new MqttBroker.Dependencies(
            foundation.vertx(),
            foundation.meters().registry(),
            ingestion,
            writer,
            new LatestValues(foundation.database()),
            signIns);
    MqttServer door = new MqttServer(Optional.of(broker(settings, dependencies)), Optional.empty());
    door.watch(settings, foundation);
    return door;
  }

  private void watch(Settings settings, Infrastructure foundation) {
    watch =
        CertificateFiles.mqtt(settings)
            .map(
                files ->
                    new CertificateWatch(
                        foundation.vertx(),
                        settings,
                        files,
                        WHAT,
                        pair -> broker.ifPresent(b -> b.renew(Tls.certificate(pair)))));
  }

  private static BrokerBridge bridge(
      Settings settings, Infrastructure foundation, Ingestion ingestion, String address)
      throws IOException {
    Optional<OutsideBroker.Login> login =
        settings
            .get(SensorSettings.MQTT_BROKER_USER)
            .map(
                name ->
                    new OutsideBroker.Login(
                        name, settings.get(SensorSettings.MQTT_BROKER_PASSWORD).orElse("")));
    OutsideBroker outside;
    try {
      outside =
          OutsideBroker.of(
              address, settings.get(SensorSettings.MQTT_BROKER_CA).map(Path::of), login);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(SensorSettings.MQTT_BROKER.name() + " " + e.getMessage());
    }
    return BrokerBridge.start(
        new BrokerBridge.Dependencies(
            foundation.vertx(),
            foundation.meters().registry(),
            ingestion,
            BridgeIdentity.ofFolder(settings.dataDir())),
        outside);
  }

  private static MqttBroker broker(Settings settings, MqttBroker.Dependencies dependencies)
      throws IOException {
    MqttBroker.MqttListener encrypted =
        new MqttBroker.MqttListener(
            ListenHosts.mqtt(settings), port(settings, SensorSettings.MQTTS_PORT));
    return MqttBroker.start(
        dependencies,
        new MqttBroker.MqttListeners(
            plain(settings), Optional.of(encrypted), certificate(settings)));
  }

  /** A broker that somebody runs at the usual port anyway does not keep the platform down. */
  private static Optional<MqttBroker.MqttListener> plain(Settings settings) {
    if (!settings.development()) {
      return Optional.empty();
    }
    int port = port(settings, SensorSettings.MQTT_PORT);
    if (port > 0 && !isChosen(settings) && !Ports.isFree(ListenHosts.LOOPBACK, port)) {
      LOG.warn("port {} is taken: MQTT is served with TLS only", port);
      return Optional.empty();
    }
    return Optional.of(new MqttBroker.MqttListener(ListenHosts.LOOPBACK, port));
  }

  /** HTTP port 0 picks free ports for everything, unless this one is named. */
  private static int port(Settings settings, Setting<Integer> setting) {
    boolean free =
        settings.get(HttpSettings.HTTP_PORT) == 0
            && settings.origin(setting) == Settings.Origin.DEFAULT;
    return free ? 0 : settings.get(setting);
  }

  private static PemKeyCertOptions certificate(Settings settings) throws IOException {
    Optional<CertificateFiles.Pair> named =
        CertificateFiles.mqtt(settings).map(CertificateFiles::read);
    named.ifPresent(pair -> CertificateWatch.warnOfTime(WHAT, pair));
    return named.isPresent()
        ? Tls.certificate(named.get())
        : Certificates.ofFolder(settings.dataDir());
  }

  /** Port without encryption, if that door is open. */
  public OptionalInt port() {
    return broker.map(MqttBroker::port).orElse(OptionalInt.empty());
  }

  /** Port with TLS, if that door is open. */
  public OptionalInt tlsPort() {
    return broker.map(MqttBroker::tlsPort).orElse(OptionalInt.empty());
  }

  /** Addresses for clients that know the platform by that host; the plain door is for loopback. */
  public List<String> endpoints(String host) {
    List<String> endpoints = new ArrayList<>();
    tlsPort().ifPresent(port -> endpoints.add("mqtts://" + host + ":" + port));
    if (host.equals("localhost") || host.equals(ListenHosts.LOOPBACK)) {
      port().ifPresent(port -> endpoints.add("mqtt://" + host + ":" + port));
    }
    return endpoints;
  }

  /** Why no messages arrive; empty when all is well. */
  public Optional<String> trouble() {
    return bridge.flatMap(BrokerBridge::trouble);
  }

  @Override
  public void close() {
    watch.ifPresent(CertificateWatch::close);
    broker.ifPresent(MqttBroker::close);
    bridge.ifPresent(BrokerBridge::close);
  }
}
