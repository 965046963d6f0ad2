package io.glebe.api.boot;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.area.Readiness;
import io.glebe.api.boot.watch.ProcessWatch;
import io.glebe.api.devidentity.DevelopmentIdentity;
import io.glebe.api.devidentity.DevelopmentIdentityVerticle;
import io.glebe.api.farm.FarmVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.BearerAuthenticator;
import io.glebe.api.http.guard.ClientAddress;
import io.glebe.api.http.guard.FreshAuthenticator;
import io.glebe.api.http.guard.SameOriginAuthenticator;
import io.glebe.api.http.guard.Tls;
import io.glebe.api.http.log.RequestLog;
import io.glebe.api.http.server.Gateway;
import io.glebe.api.sensors.SensorVerticle;
import io.glebe.api.spatio.SpatioVerticle;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.cube.CubeModule;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.infrastructure.MqttPorts;
import io.glebe.core.progress.Progress;
import io.glebe.core.sample.SampleImage;
import io.glebe.tile.engine.TileEngine;
import io.glebe.zarr.chunk.ChunkCache;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole platform in one process: {@code try (Platform platform = Platform.start(settings)) {
 * ... }}. The start reads in order: settings, infrastructure, areas, gateway, ready. Starting and
 * closing block.
 */
public final class Platform implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Platform.class);

  private final Infrastructure infrastructure;
  private final SharedServices shared;
  private final AreaDeployment.Areas areas;
  private final RouteTable routes;
  private final int port;
  private final Readiness readiness;
  private final ShutdownSequence shutdown;

  private Platform(
      Infrastructure infrastructure,
      SharedServices shared,
      AreaDeployment.Areas areas,
      RouteTable routes,
      int port,
      Readiness readiness,
      ShutdownSequence shutdown) {
    this.infrastructure = infrastructure;
    this.shared = shared;
    this.areas = areas;
    this.routes = routes;
    this.port = port;
    this.readiness = readiness;
    this.shutdown = shutdown;
  }

  /**
   * Starts everything and returns when requests can be served.
   *
   * @throws IOException when a port or the data folder is in use or the database does not start
   * @throws io.glebe.core.config.InvalidSettings when settings contradict each other
   */
  public static Platform start(Settings settings) throws IOException {
    return start(settings, new ShutdownSequence(), new Start(Progress.NONE, () -> {}, LOG::error));
  }

  /** Work on the data folder that is done as soon as this process owns the folder. */
  interface OnOwnFolder {
    void run() throws IOException;
  }

  /**
   * The observers of a start.
   *
   * @param progress receives the long steps
   * @param onStall receives the reason when the process cannot continue, see {@link ProcessWatch}
   */
  record Start(Progress progress, OnOwnFolder onOwnFolder, Consumer<String> onStall) {}

  /**
   * The same for callers that may stop the start before its end: every part is added to {@code
   * shutdown} as soon as it has started.
   */
  static Platform start(Settings settings, ShutdownSequence shutdown, Start start)
      throws IOException {
    try {
      return startAll(settings, shutdown, start);
    } catch (Throwable e) { // errors as well: no started part may keep running
      shutdown.close();
      throw e;
    }
  }

  private static Platform startAll(Settings settings, ShutdownSequence shutdown, Start start)
      throws IOException {
    AreaSelection selection = AreaSelection.of(settings);
    ReservedPorts ports = shutdown.add("ports", StartCheck.of(settings, selection));
    Optional<WarmUp> warmUp = warmUp(settings, selection, shutdown);
    var _ = Thread.ofPlatform().daemon().name("tls").start(Tls::load);

    InfrastructureStart opening = new InfrastructureStart(settings, shutdown, start);
    Infrastructure infrastructure = opening.open(ports);
    SharedServices shared = SharedServices.open(infrastructure);
    shutdown.add("keys of the issuer", shared.identity().watchKeys(infrastructure));
    ProcessWatch watch = new ProcessWatch(settings, start.onStall());
    Readiness readiness = readiness(infrastructure, shared.identity(), watch);

    AreaDeployment.Areas areas =
        new AreaDeployment(selection, infrastructure, shared, readiness, watch, shutdown)
            .deploy(warmUp.map(WarmUp::engine), ports);
    RouteTable routes = RouteTable.of(List.copyOf(areas.all()));
    shutdown.add("http", gateway(infrastructure, shared.identity(), areas, routes, ports));
    shutdown.add("open streams", areas::endStreams);
    shutdown.add("streams of changes", shared.records());

    loadSample(infrastructure, shared, areas, start.progress());
    ExposureWarning.log(settings, ports.http().port(), infrastructure.mqtt().tlsPort());
    start.progress().step("compiling the renderers");
    warmUp.ifPresent(WarmUp::await);
    shutdown.add("watch", watch);
    watch.watchLoops(infrastructure.vertx());
    watch.watchListeners(listeners(infrastructure, ports));
    opening.embedded().ifPresent(server -> watch.watchDatabase(server::isAlive));
    readiness.started();
    warmUp.ifPresent(WarmUp::enableVectorKernels);
    return new Platform(
        infrastructure, shared, areas, routes, ports.http().port(), readiness, shutdown);
  }

  /** The engine warms up while the database starts. */
  private static Optional<WarmUp> warmUp(
      Settings settings, AreaSelection selection, ShutdownSequence shutdown) {
    if (!selection.includes(SpatioVerticle.NAME)) {
      return Optional.empty();
    }
    TileEngine engine = shutdown.add("engine", CubeModule.engine(settings));
    return Optional.of(
        shutdown.add("warm-up", WarmUp.start(engine, settings.get(SpatioSettings.WARM_UP))));
  }

  private static List<ProcessWatch.Listener> listeners(
      Infrastructure infrastructure, ReservedPorts ports) {
    Settings settings = infrastructure.settings();
    List<ProcessWatch.Listener> listeners = new ArrayList<>();
    for (String host : ListenHosts.http(settings)) {
      listeners.add(new ProcessWatch.Listener("HTTP", host, ports.http().port()));
    }
    MqttPorts mqtt = infrastructure.mqtt();
    mqtt.port()
        .ifPresent(
            port -> listeners.add(new ProcessWatch.Listener("MQTT", ListenHosts.LOOPBACK, port)));
    mqtt.tlsPort()
        .ifPresent(
            port ->
                listeners.add(
                    new ProcessWatch.Listener("MQTTS", ListenHosts.mqtt(settings), port)));
    return listeners;
  }

  private static Readiness readiness(
      Infrastructure infrastructure, IdentityModule identity, ProcessWatch watch) {
    Readiness readiness = new Readiness();
    readiness.check("database", () -> infrastructure.database().query("SELECT 1"));
    readiness.check("notifications", () -> hearing(infrastructure));
    readiness.check("identity", identity::ready);
    readiness.check("liveness", () -> live(watch));
    readiness.note("liveness", watch::failure);
    readiness.note("identity", identity::failure);
    return readiness;
  }

  private static Future<?> hearing(Infrastructure infrastructure) {
    return infrastructure.notifications().isHearing()
        ? Future.succeededFuture()
        : Future.failedFuture("changes of the database do not arrive");
  }

  private static Future<?> live(ProcessWatch watch) {
    return watch.failure().map(Future::failedFuture).orElseGet(Future::succeededFuture);
  }

  private static GatewayServers gateway(
      Infrastructure infrastructure,
      IdentityModule identity,
      AreaDeployment.Areas areas,
      RouteTable routes,
      ReservedPorts ports)
      throws IOException {
    Settings settings = infrastructure.settings();
    identity.throttle().register(infrastructure.meters().registry());
    Authenticator bearer =
        new SameOriginAuthenticator(
            new BearerAuthenticator(
                identity.callers(), identity.throttle(), new ClientAddress(settings)::of),
            settings);
    Authenticator authenticator =
        new FreshAuthenticator(
            areas.console().map(console -> console.authenticator(bearer)).orElse(bearer),
            infrastructure.notifications()::silence,
            settings.get(FaultSettings.ACCESS_AGE));
    RequestLog log =
        new RequestLog(infrastructure.meters().registry(), settings, infrastructure.tracing());
    Gateway gateway =
        new Gateway(routes, authenticator, settings, infrastructure.address(), log)
            .register(infrastructure.meters().registry());
    areas.all().forEach(area -> area.upgrade().ifPresent(gateway::upgrade));
    return GatewayServers.start(
        infrastructure.vertx(),
        gateway,
        settings,
        infrastructure.meters().registry(),
        ports.http());
  }

  /** The sample has records, collections and sensors, so it needs their areas in one process. */
  private static void loadSample(
      Infrastructure infrastructure,
      SharedServices shared,
      AreaDeployment.Areas areas,
      Progress progress) {
    Settings settings = infrastructure.settings();
    if (!settings.get(ProcessSettings.SAMPLE) || !settings.development()) {
      return;
    }
    if (areas.farm().isEmpty() || areas.sensors().isEmpty() || areas.spatio().isEmpty()) {
      LOG.info("no sample farm: it needs the areas farm, sensors and spatio in one process");
      return;
    }
    String base = infrastructure.address().base();
    SampleLoader sample =
        new SampleLoader(
            infrastructure.database(),
            shared.records().records(),
            areas.spatio().get().cubes(),
            areas.sensors().get().sensors());
    if (sample.loadIfNew(base + Surface.SENSOR.prefix(), progress)) {
      new SampleImage(shared.records().records(), areas.farm().get().attachments()).load(base);
    }
  }

  public Settings settings() {
    return infrastructure.settings();
  }

  public Infrastructure infrastructure() {
    return infrastructure;
  }

  /** All routes of this process. */
  public RouteTable routes() {
    return routes;
  }

  /** The names of the deployed areas. */
  Set<String> areas() {
    return areas.all().stream().map(AreaVerticle::name).collect(Collectors.toSet());
  }

  /** The HTTP port in use. */
  public int port() {
    return port;
  }

  /** The services that identify callers. */
  public IdentityModule identity() {
    return shared.identity();
  }

  /** The development identity, where it runs. */
  public Optional<DevelopmentIdentity> developmentIdentity() {
    return areas.developmentIdentity().map(DevelopmentIdentityVerticle::identity);
  }

  /** The ports of the built-in MQTT endpoint. */
  public MqttPorts mqtt() {
    return infrastructure.mqtt();
  }

  /** The verticle of the sensor service, which must be deployed. */
  public SensorVerticle sensors() {
    return areas.sensors().orElseThrow();
  }

  /** The record service. */
  public RecordModule records() {
    return shared.records();
  }

  /** The bytes of attachments; the farm area must be deployed. */
  public Attachments attachments() {
    return areas.farm().map(FarmVerticle::attachments).orElseThrow();
  }

  /** Collections and their data; the spatio area must be deployed. */
  public CubeModule cubes() {
    return areas.spatio().map(SpatioVerticle::cubes).orElseThrow();
  }

  /** The cache of decoded chunks, where the spatio area is deployed. */
  Optional<ChunkCache> chunks() {
    return areas.spatio().map(spatio -> spatio.cubes().chunks());
  }

  /** The address for clients on this machine, without a slash at the end. */
  public String address() {
    return infrastructure.address().local();
  }

  /** From now on the platform reports that it is not ready; requests are still answered. */
  void stopping() {
    readiness.stopping();
  }

  /**
   * Reports not ready, drains, then closes all parts in reverse order. Closing twice has no effect.
   */
  @Override
  public void close() {
    stopping();
    shutdown.close();
  }
}
