package io.glebe.api.boot;

import io.glebe.api.boot.watch.JvmEvents;
import io.glebe.api.ops.BuildInfo;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.connection.ConnectionLimit;
import io.glebe.core.connection.ConnectionLimits;
import io.glebe.core.connection.HeadMemory;
import io.glebe.core.connection.LimitedTransport;
import io.glebe.core.database.Database;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.DatabaseFault;
import io.glebe.core.database.Migrations;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.SlowStatements;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.infrastructure.PublicAddress;
import io.glebe.core.metrics.Meters;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.trace.Tracing;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Opens the infrastructure: meters, Vert.x, the database with its schema, notifications. */
final class InfrastructureStart {
  private final Settings settings;
  private final ShutdownSequence shutdown;
  private final Platform.Start start;
  private Optional<EmbeddedPostgres> embedded = Optional.empty();

  /**
   * @param shutdown receives every part as soon as it is open
   */
  InfrastructureStart(Settings settings, ShutdownSequence shutdown, Platform.Start start) {
    this.settings = settings;
    this.shutdown = shutdown;
    this.start = start;
  }

  /** Opens everything in order; blocking. */
  Infrastructure open(ReservedPorts ports) throws IOException {
    Meters meters = shutdown.add("meters", new Meters());
    JvmEvents.of(settings, meters.registry())
        .ifPresent(events -> shutdown.add("events of the JVM", events));
    PlatformMeters platformMeters = new PlatformMeters(meters.registry());
    Tracing tracing =
        shutdown.add("traces", Tracing.of(settings, platformMeters, BuildInfo.current().version()));
    SlowStatements slow = SlowStatements.of(settings);
    Vertx vertx = vertx(meters, transport(meters, ports), slow);
    shutdown.add("vertx", () -> vertx.close().await());
    DatabaseAddress address = database();
    start.onOwnFolder().run();
    start.progress().step("looking at the schema of the database");
    Migrations.apply(address, start.progress());
    start.progress().step("opening the services");
    Database database = shutdown.add("database", Database.open(vertx, address, settings));
    slow.explainIn(database);
    platformMeters
        .longReads("primary", database.longReads()::ofPrimary)
        .longReads("replica", database.longReads()::ofReplica);
    Notifications notifications =
        shutdown.add("notifications", Notifications.open(vertx, database).await());
    return new Infrastructure(
        settings,
        vertx,
        meters,
        tracing,
        database,
        notifications,
        PublicAddress.of(settings, ports.http().port()),
        ports.mqttPorts());
  }

  /** Limits the connections of the servers. */
  private LimitedTransport transport(Meters meters, ReservedPorts ports) {
    ConnectionLimits limits = ConnectionLimits.of(settings).register(meters.registry());
    Map<Integer, ConnectionLimit> byPort = new HashMap<>();
    byPort.put(ports.http().port(), limits.http());
    ports.mqttPorts().port().ifPresent(port -> byPort.put(port, limits.mqtt()));
    ports.mqttPorts().tlsPort().ifPresent(port -> byPort.put(port, limits.mqtt()));
    HeadMemory heads = HeadMemory.of(settings);
    new PlatformMeters(meters.registry()).memory("heads", heads.budget());
    return LimitedTransport.of(byPort, settings.get(ConnectionSettings.HEAD_TIMEOUT), heads);
  }

  private static Vertx vertx(Meters meters, LimitedTransport transport, SlowStatements slow) {
    MicrometerMetricsOptions options =
        new MicrometerMetricsOptions()
            .setEnabled(true)
            .addDisabledMetricsCategory(
                MetricsDomain.HTTP_SERVER) // counted per route by the gateway
            .addDisabledMetricsCategory(MetricsDomain.EVENT_BUS);
    VertxBuilder builder =
        Vertx.builder().withMetrics(new MicrometerMetricsFactory(meters.registry()));
    if (slow.isOn()) {
      builder.withTracer(slow);
    }
    return builder
        .with(new io.vertx.core.VertxOptions().setMetricsOptions(options))
        .withTransport(transport)
        .build();
  }

  private DatabaseAddress database() throws IOException {
    Optional<DatabaseAddress> outside = DatabaseAddress.of(settings);
    if (outside.isPresent()) {
      DatabaseFault.check(outside.get());
      return outside.get();
    }
    EmbeddedPostgres server =
        shutdown.add(
            "postgres",
            EmbeddedPostgres.start(
                settings.dataDir(),
                CacheFolder.of(settings),
                EmbeddedPostgres.Durability.SAFE,
                start.progress()));
    embedded = Optional.of(server);
    return server.address();
  }

  /** The database server of this process, where it has started one; known once it is open. */
  Optional<EmbeddedPostgres> embedded() {
    return embedded;
  }
}
