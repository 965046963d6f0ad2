package io.glebe.core.connection;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.micrometer.core.instrument.MeterRegistry;

/** The connection limits of the process by protocol. */
public record ConnectionLimits(ConnectionLimit http, ConnectionLimit mqtt) {
  public static ConnectionLimits of(Settings settings) {
    AddressRanges proxies = settings.get(HttpSettings.TRUST_FORWARDED);
    return new ConnectionLimits(
        new ConnectionLimit(
            "HTTP",
            settings.get(ConnectionSettings.HTTP_CONNECTIONS),
            settings.get(ConnectionSettings.HTTP_CONNECTIONS_PER_ADDRESS),
            settings.get(ConnectionSettings.HTTP_CONNECT_RATE),
            proxies),
        new ConnectionLimit(
            "MQTT",
            settings.get(ConnectionSettings.MQTT_CONNECTIONS),
            settings.get(ConnectionSettings.MQTT_CONNECTIONS_PER_ADDRESS),
            settings.get(ConnectionSettings.MQTT_CONNECT_RATE),
            proxies));
  }

  /** Publishes the open and the refused connections. */
  public ConnectionLimits register(MeterRegistry registry) {
    PlatformMeters meters = new PlatformMeters(registry);
    register(meters, "http", http);
    register(meters, "mqtt", mqtt);
    return this;
  }

  private static void register(PlatformMeters meters, String protocol, ConnectionLimit limit) {
    meters
        .gauge(
            MeterNames.CONNECTIONS_OPEN,
            limit::open,
            "connections",
            "accepted connections",
            "protocol",
            protocol)
        .counter(
            MeterNames.CONNECTIONS_REFUSED,
            limit::refusedByTotal,
            "connections closed when they were accepted",
            "protocol",
            protocol,
            "reason",
            "total")
        .counter(
            MeterNames.CONNECTIONS_REFUSED,
            limit::refusedByNetwork,
            "connections closed when they were accepted",
            "protocol",
            protocol,
            "reason",
            "address");
  }
}
