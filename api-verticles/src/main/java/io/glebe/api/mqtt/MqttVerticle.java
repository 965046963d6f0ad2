package io.glebe.api.mqtt;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.area.Readiness;
import io.glebe.api.http.CertificateWatch;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.SocketUpgrade;
import io.glebe.api.http.Surface;
import io.glebe.api.http.guard.Tls;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.journal.EntityChanges;
import io.glebe.core.sensor.journal.SensorJournal;
import io.glebe.core.sensor.observation.LatestValues;
import io.glebe.core.sensor.observation.LiveObservations;
import io.glebe.core.sensor.session.SessionStore;
import io.glebe.core.thread.OffLoop;
import io.glebe.mqtt.bridge.AbandonedSessions;
import io.glebe.mqtt.bridge.BrokerBridge;
import io.glebe.mqtt.broker.Certificates;
import io.glebe.mqtt.broker.MqttBroker;
import io.glebe.mqtt.broker.MqttSources;
import io.glebe.mqtt.broker.ServiceAccountSignIns;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.message.EntityMessages;
import io.glebe.mqtt.message.ObservationJson;
import io.glebe.mqtt.service.ServiceQueues;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executors;

/**
 * The verticle of MQTT, deployed with the area {@code sensors}: the built-in endpoint, or the
 * bridge to the outside broker that the settings name. It serves no HTTP.
 */
public final class MqttVerticle extends VerticleBase implements AreaVerticle {
  /** The name of the verticle; {@code GLEBE_AREAS} selects it as part of {@code sensors}. */
  public static final String NAME = "mqtt";

  private static final String LOG_NAME = "MQTT";

  private final Infrastructure infrastructure;
  private final Sensors sensors;
  private final ServiceAccountSignIns signIns;
  private final ServiceQueues services;
  private Optional<MqttBroker> broker = Optional.empty();
  private Optional<CertificateWatch> watch = Optional.empty();
  private Optional<Ingestion> ingestion = Optional.empty();
  private Optional<BrokerBridge> bridge = Optional.empty();
  private Optional<AbandonedSessions> abandoned = Optional.empty();
  private Optional<LiveObservations.Listening> publishing = Optional.empty();

  /**
   * @param signIns checks names and passwords at the built-in endpoint
   * @param services queues of services, whose messages are topics
   */
  public MqttVerticle(
      Infrastructure infrastructure,
      Sensors sensors,
      ServiceAccountSignIns signIns,
      ServiceQueues services) {
    this.infrastructure = infrastructure;
    this.sensors = sensors;
    this.signIns = signIns;
    this.services = services;
  }

  @Override
  public Future<?> start() {
    return OffLoop.run(
        () -> {
          Ingestion own =
              new Ingestion(
                  vertx,
                  sensors,
                  new MessageCounters(infrastructure.meters().registry()),
                  infrastructure.tracing());
          ingestion = Optional.of(own);
          Optional<String> outside = infrastructure.settings().get(SensorSettings.MQTT_BROKER);
          if (outside.isPresent()) {
            Bridging bridging = new Bridging(infrastructure, own, outside.get());
            BrokerBridge started = bridging.open();
            bridge = Optional.of(started);
            abandoned = Optional.of(bridging.takeOver());
            if (infrastructure.settings().get(SensorSettings.MQTT_BROKER_PUBLISH)) {
              publishing = Optional.of(sensors.writer().live().listenToRequests(started::publish));
            }
          } else {
            MqttBroker started = broker(own);
            broker = Optional.of(started);
            watch = watch(started);
          }
          return infrastructure.mqtt();
        });
  }

  private MqttBroker broker(Ingestion ingestion) throws IOException {
    Settings settings = infrastructure.settings();
    MqttLimits limits = MqttLimits.of(settings);
    MqttBroker.Dependencies dependencies =
        new MqttBroker.Dependencies(
            vertx,
            infrastructure.meters().registry(),
            ingestion,
            sensors.writer(),
            sources(limits.sessions().ofAccount()),
            signIns,
            services,
            limits);
    return MqttBroker.start(
        dependencies,
        new MqttBroker.MqttListeners(
            listener(ListenHosts.LOOPBACK, infrastructure.mqtt().port()),
            listener(ListenHosts.mqtt(settings), infrastructure.mqtt().tlsPort()),
            certificate(settings)));
  }

  private MqttSources sources(int maxSessions) {
    Database database = infrastructure.database();
    Notifications notifications = infrastructure.notifications();
    String address = infrastructure.address().base() + Surface.SENSOR.prefix();
    return new MqttSources(
        new LatestValues(database),
        new SessionStore(database, notifications, maxSessions),
        new SensorJournal(database),
        new EntityChanges(database, notifications),
        new ObservationJson(address),
        new EntityMessages(sensors.queries(), address));
  }

  private static Optional<MqttBroker.MqttListener> listener(String host, OptionalInt port) {
    return port.isPresent()
        ? Optional.of(new MqttBroker.MqttListener(host, port.getAsInt()))
        : Optional.empty();
  }

  private static PemKeyCertOptions certificate(Settings settings) throws IOException {
    Optional<CertificateFiles.Pair> named =
        CertificateFiles.mqtt(settings).map(CertificateFiles::read);
    named.ifPresent(pair -> CertificateWatch.warnOfTime(LOG_NAME, pair));
    return named.isPresent()
        ? Tls.certificate(named.get())
        : Certificates.ofFolder(settings.dataDir());
  }

  private Optional<CertificateWatch> watch(MqttBroker started) {
    Settings settings = infrastructure.settings();
    return CertificateFiles.mqtt(settings)
        .map(
            files ->
                new CertificateWatch(
                    vertx,
                    settings,
                    files,
                    LOG_NAME,
                    pair -> started.renew(Tls.certificate(pair))));
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(
        Executors.callable(
            () -> {
              watch.ifPresent(CertificateWatch::close);
              broker.ifPresent(MqttBroker::close);
              publishing.ifPresent(LiveObservations.Listening::close);
              abandoned.ifPresent(AbandonedSessions::close);
              bridge.ifPresent(BrokerBridge::close);
              ingestion.ifPresent(Ingestion::close);
              if (infrastructure.settings().get(SensorSettings.MQTT_BROKER_END)) {
                abandoned.ifPresent(sessions -> sessions.forget().await());
              }
            }));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    // MQTT has no HTTP operations
  }

  /** The built-in endpoint also serves WebSockets, for browsers. */
  @Override
  public Optional<SocketUpgrade> upgrade() {
    return broker.map(MqttWebSockets::new);
  }

  /** Adds the reason why no messages arrive from the outside broker. */
  @Override
  public void contribute(Readiness readiness) {
    readiness.note(NAME, () -> bridge.flatMap(BrokerBridge::failure));
  }
}
