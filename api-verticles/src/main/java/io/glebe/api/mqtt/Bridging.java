package io.glebe.api.mqtt;

import io.glebe.api.http.Surface;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.sensor.BridgeSessions;
import io.glebe.mqtt.bridge.AbandonedSessions;
import io.glebe.mqtt.bridge.BridgeSession;
import io.glebe.mqtt.bridge.BrokerBridge;
import io.glebe.mqtt.bridge.OutsideBroker;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.message.ObservationJson;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;

/** The bridge to the outside broker that the settings name. */
final class Bridging {
  private final Infrastructure infrastructure;
  private final Ingestion ingestion;
  private final String address;
  private final OutsideBroker broker;
  private final BridgeSession session;

  Bridging(Infrastructure infrastructure, Ingestion ingestion, String address) throws IOException {
    this.infrastructure = infrastructure;
    this.ingestion = ingestion;
    this.address = address;
    Settings settings = infrastructure.settings();
    this.broker = OutsideBroker.of(settings).orElseThrow();
    this.session =
        new BridgeSession(
            BridgeSession.clientId(
                settings.get(SensorSettings.MQTT_BROKER_CLIENT), settings.dataDir()),
            settings.get(SensorSettings.MQTT_BROKER_SESSION),
            settings.get(SensorSettings.MQTT_BROKER_END));
  }

  /** Opens the bridge of this process. */
  BrokerBridge open() throws IOException {
    return open(session, infrastructure.meters().registry());
  }

  private BrokerBridge open(BridgeSession as, MeterRegistry registry) throws IOException {
    return BrokerBridge.start(
        new BrokerBridge.Dependencies(
            infrastructure.vertx(),
            registry,
            ingestion,
            new ObservationJson(infrastructure.address().base() + Surface.SENSOR.prefix()),
            as,
            MqttLimits.of(infrastructure.settings()).client().packetBytes()),
        broker);
  }

  /** Begins to take over the sessions of processes that are gone. */
  AbandonedSessions takeOver() {
    return new AbandonedSessions(
        infrastructure.vertx(),
        new BridgeSessions(infrastructure.database(), address, session.clientId()),
        as -> open(as, new SimpleMeterRegistry()), // its own meters have the names already
        infrastructure.settings().get(SensorSettings.MQTT_BROKER_SILENCE));
  }
}
