package io.glebe.api.boot;

import io.glebe.api.alarm.AlarmVerticle;
import io.glebe.api.area.AreaVerticle;
import io.glebe.api.area.Liveness;
import io.glebe.api.area.Readiness;
import io.glebe.api.boot.watch.StorageWatch;
import io.glebe.api.console.ConsoleVerticle;
import io.glebe.api.devidentity.DevelopmentIdentity;
import io.glebe.api.devidentity.DevelopmentIdentityVerticle;
import io.glebe.api.farm.FarmVerticle;
import io.glebe.api.features.FeaturesVerticle;
import io.glebe.api.identity.IdentityVerticle;
import io.glebe.api.mqtt.MqttVerticle;
import io.glebe.api.openapi.OpenApiVerticle;
import io.glebe.api.ops.OpsVerticle;
import io.glebe.api.partner.PartnerVerticle;
import io.glebe.api.registry.RegistryVerticle;
import io.glebe.api.sensors.SensorVerticle;
import io.glebe.api.service.ServicesVerticle;
import io.glebe.api.spatio.SpatioVerticle;
import io.glebe.core.access.RegisteredApps;
import io.glebe.core.config.ConsoleSettings;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.host.SystemHostAddresses;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.record.RecordService;
import io.glebe.core.registry.AppRegistry;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.mapping.MappingLimits;
import io.glebe.core.service.ServiceRegistry;
import io.glebe.mqtt.broker.ServiceAccountSignIns;
import io.glebe.mqtt.service.ServiceQueues;
import io.glebe.tile.engine.TileEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deploys the verticles of the chosen areas in the order of the documentation, each after the areas
 * whose services it uses. A verticle that does not start fails the start of the platform.
 */
final class AreaDeployment {
  /** The order of the chosen areas; those that are not chosen are empty. */
  record Areas(
      List<AreaVerticle> all,
      Optional<DevelopmentIdentityVerticle> developmentIdentity,
      Optional<ConsoleVerticle> console,
      Optional<FarmVerticle> farm,
      Optional<SensorVerticle> sensors,
      Optional<SpatioVerticle> spatio) {
    /** Ends responses that stay open, so that the HTTP servers can drain. */
    void endStreams() {
      all.forEach(AreaVerticle::endStreams);
    }
  }

  private final AreaSelection selection;
  private final Infrastructure infrastructure;
  private final SharedServices shared;
  private final Readiness readiness;
  private final Liveness liveness;
  private final ShutdownSequence shutdown;
  private final StorageWatch storage;
  private final List<AreaVerticle> deployed = new ArrayList<>();

  /**
   * @param readiness receives the checks and notes of each area
   * @param shutdown undeploys each area
   */
  AreaDeployment(
      AreaSelection selection,
      Infrastructure infrastructure,
      SharedServices shared,
      Readiness readiness,
      Liveness liveness,
      ShutdownSequence shutdown) {
    this.selection = selection;
    this.infrastructure = infrastructure;
    this.shared = shared;
    this.readiness = readiness;
    this.liveness = liveness;
    this.shutdown = shutdown;
    this.storage = shutdown.add("storage watch", new StorageWatch(infrastructure, readiness));
    storage.folder("data", infrastructure.settings().dataDir());
  }

  /**
   * Deploys; blocking.
   *
   * @param engine of the area {@code spatio}, where it is chosen
   * @param ports are released for MQTT just before it listens
   */
  Areas deploy(Optional<TileEngine> engine, ReservedPorts ports) {
    RecordService records = shared.records().records();
    deploy(new OpsVerticle(readiness, liveness, infrastructure.meters()));
    Optional<DevelopmentIdentityVerticle> developmentIdentity = deployDevelopmentIdentity();
    deploy(identity());
    Optional<ConsoleVerticle> console = deploy(console());
    deploy(new OpenApiVerticle(selection.includes(ServicesVerticle.NAME)));
    Optional<FarmVerticle> farm =
        deploy(
            new FarmVerticle(
                infrastructure,
                records,
                shared.records().signals(),
                () -> ObjectStores.blobs(infrastructure.settings(), meters(), storage)));
    deploy(new PartnerVerticle(infrastructure, records));
    developmentIdentity
        .map(development -> development.identity().registration())
        .or(() -> OutsideRegistration.of(infrastructure.settings(), shared.identity().issuer()))
        .ifPresent(provider -> deploy(registry(provider)));
    Optional<ServicesVerticle> services = deploy(services());
    Optional<SensorVerticle> sensors = deploy(new SensorVerticle(infrastructure));
    sensors.ifPresent(verticle -> deployMqtt(verticle.sensors(), services, ports));
    deploy(
        new AlarmVerticle(
            infrastructure,
            records,
            shared.records().signals(),
            sensors.map(verticle -> verticle.sensors().writer().live()),
            shared.identity().grants()));
    deploy(new FeaturesVerticle(records, infrastructure.settings()));
    Optional<SpatioVerticle> spatio =
        engine.flatMap(
            made ->
                deploy(
                    new SpatioVerticle(
                        infrastructure,
                        records,
                        made,
                        () -> ObjectStores.zarr(infrastructure.settings(), meters(), storage),
                        shared.identity().viewerTokens())));
    return new Areas(List.copyOf(deployed), developmentIdentity, console, farm, sensors, spatio);
  }

  private PlatformMeters meters() {
    return new PlatformMeters(infrastructure.meters().registry());
  }

  private <V extends AreaVerticle> Optional<V> deploy(V verticle) {
    if (!selection.includes(verticle.name())) {
      return Optional.empty();
    }
    String id = infrastructure.vertx().deployVerticle(verticle).await();
    shutdown.add("area " + verticle.name(), () -> infrastructure.vertx().undeploy(id).await());
    verticle.contribute(readiness);
    deployed.add(verticle);
    return Optional.of(verticle);
  }

  private Optional<DevelopmentIdentityVerticle> deployDevelopmentIdentity() {
    IdentityModule identity = shared.identity();
    return identity
        .ownKeys()
        .flatMap(
            keys ->
                deploy(
                    new DevelopmentIdentityVerticle(
                        infrastructure,
                        new DevelopmentIdentityVerticle.Dependencies(
                            keys,
                            identity.scopes(),
                            identity.accounts(),
                            identity.revoked(),
                            identity.throttle(),
                            consoleClient()))));
  }

  /** The development identity accepts the console as its settings describe it. */
  private DevelopmentIdentityVerticle.ConsoleClient consoleClient() {
    Settings settings = infrastructure.settings();
    String id = settings.get(ConsoleSettings.CONSOLE_CLIENT);
    if (id.equals(DevelopmentIdentity.CLI_CLIENT) || id.startsWith(RegisteredApps.PREFIX)) {
      throw new InvalidSettings(
          ConsoleSettings.CONSOLE_CLIENT.name()
              + ": the development identity has another client with the id "
              + id);
    }
    return new DevelopmentIdentityVerticle.ConsoleClient(id, ConsoleVerticle.publicKey(settings));
  }

  private IdentityVerticle identity() {
    IdentityModule identity = shared.identity();
    return new IdentityVerticle(
        new IdentityVerticle.Dependencies(
            shared.records().records(),
            identity.accounts(),
            identity.hashedTokens(),
            identity.scopes(),
            identity.recordIssuer(),
            infrastructure.database(),
            MappingLimits.of(infrastructure.settings()),
            infrastructure.settings().get(IdentitySettings.DEVICE_ACCOUNTS)));
  }

  private ConsoleVerticle console() {
    IdentityModule identity = shared.identity();
    return new ConsoleVerticle(
        infrastructure,
        new ConsoleVerticle.Dependencies(
            identity.callers(),
            identity.keys(),
            identity.scopes(),
            identity.issuer(),
            identity.ownKeys().isPresent() ? DevelopmentIdentity.PATH : "",
            identity.throttle()));
  }

  private RegistryVerticle registry(ClientRegistration provider) {
    IdentityModule identity = shared.identity();
    return new RegistryVerticle(
        infrastructure,
        new AppRegistry.Dependencies(
            shared.records().records(),
            identity.scopes(),
            identity.revokedClients(),
            identity.recordIssuer(),
            provider,
            new SystemHostAddresses()));
  }

  private ServicesVerticle services() {
    IdentityModule identity = shared.identity();
    return new ServicesVerticle(
        infrastructure,
        shared.records().records(),
        new ServiceRegistry(
            infrastructure,
            shared.records().records(),
            identity.serviceTokens(),
            identity.throttle()),
        identity::rightsChanged);
  }

  private void deployMqtt(
      Sensors sensors, Optional<ServicesVerticle> services, ReservedPorts ports) {
    IdentityModule identity = shared.identity();
    ServiceAccountSignIns signIns =
        new ServiceAccountSignIns(identity.accounts(), identity.grants(), identity.accessChanges());
    ports.releaseMqtt();
    deploy(
        new MqttVerticle(
            infrastructure,
            sensors,
            signIns,
            services
                .map(verticle -> verticle.topics(identity.callers()))
                .orElse(ServiceQueues.NONE)));
  }
}
