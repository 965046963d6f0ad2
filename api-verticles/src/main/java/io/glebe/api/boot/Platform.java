package io.glebe.api.boot;

import io.glebe.api.area.Readiness;
import io.glebe.api.console.ConsoleModule;
import io.glebe.api.devidentity.DevelopmentIdentity;
import io.glebe.api.farm.FarmArea;
import io.glebe.api.farm.FarmModule;
import io.glebe.api.farm.RecordModule;
import io.glebe.api.features.FeatureArea;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.BearerAuthenticator;
import io.glebe.api.http.guard.ClientAddress;
import io.glebe.api.http.guard.SameOriginAuthenticator;
import io.glebe.api.http.log.RequestLog;
import io.glebe.api.http.server.Gateway;
import io.glebe.api.identity.IdentityModule;
import io.glebe.api.openapi.OpenApiArea;
import io.glebe.api.ops.OpsArea;
import io.glebe.api.partner.PartnerModule;
import io.glebe.api.sensors.SensorModule;
import io.glebe.api.spatio.SpatioArea;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.cube.CubeModule;
import io.glebe.core.cube.map.MapFrame;
import io.glebe.core.database.CacheFolder;
import io.glebe.core.database.Database;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.DatabaseFault;
import io.glebe.core.database.EmbeddedPostgres;
import io.glebe.core.database.Migrations;
import io.glebe.core.database.Notifications;
import io.glebe.core.metrics.Meters;
import io.glebe.core.progress.Progress;
import io.glebe.core.sample.SampleImage;
import io.glebe.core.stac.StacService;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.engine.TileEngine;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The whole platform in one process: {@code try (Platform platform = Platform.start(settings)) {
 * ... }}. The wiring is written by hand in reading order; this is the only place that chooses
 * between stand-ins and real engines. Starting and closing block.
 */
public final class Platform implements AutoCloseable {
  /** How often bytes without a File record are looked for. */
  private static final long SWEEP_MILLIS = 600_000;

  private final Settings settings;
  private final Readiness readiness = new Readiness();
  private final ShutdownSequence closing;
  private final Start start;
  private Infrastructure foundation;
  private IdentityModule identity;
  private RecordModule records;
  private FarmModule farm;
  private PartnerModule partner;
  private TileEngine engine;
  private WarmUp warmth;
  private CubeModule cubes;
  private SensorModule sensors;
  private MqttServer mqtt;

  /** Of a door that opens after the routes are known. */
  private volatile Function<String, List<String>> mqttEndpoints = host -> List.of();

  private ConsoleModule console;
  private RouteTable routes;
  private HttpServers servers;

  @SuppressWarnings("NullAway.Init") // start() fills the rest before anybody has the object
  private Platform(Settings settings, ShutdownSequence closing, Start start) {
    this.settings = settings;
    this.closing = closing;
    this.start = start;
  }

  /**
   * Starts everything and answers when requests can be served.
   *
   * @throws IOException when a port or the data folder is in use or the database does not come up
   * @throws io.glebe.core.config.InvalidSettings when settings contradict each other
   */
  public static Platform start(Settings settings) throws IOException {
    return start(settings, new ShutdownSequence(), new Start(Progress.NONE, () -> {}));
  }

  /** What is done on the data folder as soon as it belongs to this process. */
  interface OnOwnFolder {
    void run() throws IOException;
  }

  /**
   * Who follows a start.
   *
   * @param progress is told what takes long
   */
  record Start(Progress progress, OnOwnFolder onOwnFolder) {}

  /**
   * The same, with everything that was started put on {@code closing}, for those who must be able
   * to stop in the middle.
   */
  static Platform start(Settings settings, ShutdownSequence closing, Start start)
      throws IOException {
    StartCheck.of(settings);
    Platform platform = new Platform(settings, closing, start);
    try {
      platform.lay();
      platform.serve();
    } catch (Throwable e) { // also of errors: nothing that was started may stay
      closing.close();
      throw e;
    }
    return platform;
  }

  private void lay() throws IOException {
    engine = closing.add("engine", CubeModule.engine(settings));
    warmth = closing.add("warm-up", new WarmUp(engine, settings.get(SpatioSettings.WARM_UP)));
    Meters meters = closing.add("meters", new Meters());
    Vertx vertx = vertx(meters);
    closing.add("vertx", () -> vertx.close().await());
    DatabaseAddress address = database();
    start.onOwnFolder.run();
    start.progress.step("looking at the schema of the database");
    Migrations.apply(address, start.progress);
    start.progress.step("opening the services");
    Database database = closing.add("database", Database.open(vertx, address, settings));
    Notifications notifications =
        closing.add("notifications", Notifications.open(vertx, database).await());
    readiness.check("database", () -> database.query("SELECT 1"));
    foundation = new Infrastructure(settings, vertx, meters, database, notifications);
  }

  private static Vertx vertx(Meters meters) {
    MicrometerMetricsOptions options =
        new MicrometerMetricsOptions()
            .setEnabled(true)
            .addDisabledMetricsCategory(
                MetricsDomain.HTTP_SERVER) // counted per route by the gateway
            .addDisabledMetricsCategory(MetricsDomain.EVENT_BUS);
    VertxBuilder builder =
        Vertx.builder().withMetrics(new MicrometerMetricsFactory(meters.registry()));
    return builder
        .with(
            new io.vertx.core.VertxOptions()
                .setMetricsOptions(options)
                .setPreferNativeTransport(true))
        .build();
  }

  private DatabaseAddress database() throws IOException {
    Optional<String> url = settings.get(StorageSettings.DATABASE_URL);
    if (url.isPresent()) {
      DatabaseAddress address = parsed(url.get());
      DatabaseFault.check(address);
      return address;
    }
    EmbeddedPostgres postgres =
        closing.add(
            "postgres",
            EmbeddedPostgres.start(
                settings.dataDir(),
                CacheFolder.of(settings),
                EmbeddedPostgres.Durability.SAFE,
                start.progress));
    return postgres.address();
  }

  private static DatabaseAddress parsed(String url) {
    try {
      return DatabaseAddress.parse(url);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(StorageSettings.DATABASE_URL.name() + " " + e.getMessage());
    }
  }

  private void serve() throws IOException {
    identity =
        IdentityModule.open(
                new IdentityModule.Dependencies(
                    settings,
                    foundation.vertx(),
                    foundation.database(),
                    foundation.notifications(),
                    this::baseUrl))
            .await();
    readiness.check("identity", identity::ready);
    readiness.note("identity", identity::trouble);
    records =
        RecordModule.open(
                new RecordModule.Dependencies(
                    settings,
                    foundation.vertx(),
                    foundation.database(),
                    foundation.notifications(),
                    identity::recordsChanged,
                    settings.get(HttpSettings.BASE_URL).map(Object::toString).orElse(""),
                    identity.recordIssuer(),
                    identity.addresses()))
            .await();
    identity.welcome(records.records()).await();
    farm =
        FarmModule.open(
            new FarmModule.Dependencies(
                settings, foundation.database(), records.records(), ObjectStores.blobs(settings)));
    partner =
        PartnerModule.open(
            new PartnerModule.Dependencies(
                settings,
                foundation.vertx(),
                foundation.database(),
                records.records(),
                this::baseUrl,
                this::address));
    cubes =
        closing.add(
            "cubes",
            CubeModule.open(
                settings,
                foundation.database(),
                foundation.notifications(),
                records.records(),
                foundation.meters().registry(),
                ObjectStores.zarr(settings),
                engine));
    sensors =
        closing.add(
            "sensors",
            SensorModule.open(
                    foundation.vertx(),
                    foundation.database(),
                    foundation.notifications(),
                    foundation.meters().registry(),
                    settings)
                .await());
    console = new ConsoleModule(consoleGround());
    readiness.note("console", console::trouble);
    Authenticator authenticator =
        console.authenticator(
            new SameOriginAuthenticator(
                new BearerAuthenticator(
                    identity.callers(), identity.brake(), new ClientAddress(settings)::of),
                settings));
    identity.brake().register(foundation.meters().registry());
    RequestLog log = new RequestLog(foundation.meters().registry(), settings);
    routes = RouteTable.of(AreaSelection.chosen(areas(), settings));
    Gateway gateway = new Gateway(routes, authenticator, settings, log);
    servers =
        closing.add(
            "http",
            HttpServers.start(
                foundation.vertx(), gateway, settings, foundation.meters().registry()));
    closing.add("live streams", sensors.streams());
    mqtt =
        closing.add(
            "mqtt", MqttServer.open(settings, foundation, sensors.sensors().writer(), identity));
    readiness.note("mqtt", mqtt::trouble);
    mqttEndpoints = mqtt::endpoints;
    closing.add("records", records); // ends the streams of changes, which would hold up the drain
    identity.listening();
    cubes.keepUp(foundation.vertx());
    foundation
        .vertx()
        .setPeriodic(SWEEP_MILLIS, tick -> OffLoop.run(() -> farm.attachments().sweep()));
    sample();
    ExposureWarning.tell(settings, port(), mqtt.tlsPort());
    start.progress.step("compiling the renderers");
    warmth.await();
    readiness.started();
    warmth.quicken();
  }

  private ConsoleModule.Dependencies consoleGround() {
    return new ConsoleModule.Dependencies(
        settings,
        foundation.vertx(),
        identity.callers(),
        identity.keys(),
        identity.scopes(),
        identity::issuer,
        identity.development().isPresent() ? DevelopmentIdentity.PATH : "",
        this::baseUrl,
        this::address,
        identity.brake());
  }

  private void sample() {
    if (settings.get(ProcessSettings.SAMPLE) && settings.development()) {
      SampleLoader sample =
          new SampleLoader(foundation.database(), records.records(), cubes, sensors.sensors());
      if (sample.loadIfNew(baseUrl() + Surface.SENSOR.prefix(), start.progress)) {
        new SampleImage(records.records(), farm.attachments()).load(baseUrl());
      }
    }
  }

  /** All areas there are, in the order of the documentation. */
  private List<ApiArea> areas() {
    List<ApiArea> areas = new ArrayList<>();
    areas.add(new OpsArea(readiness, foundation.meters()));
    areas.addAll(identity.areas(records.records()));
    areas.add(console.area());
    areas.add(new OpenApiArea(() -> routes));
    areas.add(records.area(FarmArea.RICHER));
    areas.add(farm.area());
    areas.add(partner.area());
    areas.add(sensors.area(host -> mqttEndpoints.apply(host)));
    areas.add(new FeatureArea(records.records()));
    areas.add(
        new SpatioArea(
            new SpatioServices(
                cubes.collections(),
                cubes.layers(),
                cubes.items(),
                cubes.vectorTiles(),
                cubes.tilesets(),
                new StacService(
                    cubes.collections(),
                    cubes.cubes(),
                    settings.get(SpatioSettings.CATALOGUE_ITEMS)),
                cubes.engine(),
                cubes.series(),
                cubes.jobs().service(),
                new MapFrame.Limits(
                    settings.get(SpatioSettings.MAP_SIDE),
                    settings.get(SpatioSettings.MAP_PIXELS),
                    settings.get(SpatioSettings.MAP_FEATURES)),
                settings.get(SpatioSettings.STYLE_LAYERS))));
    return areas;
  }

  public Settings settings() {
    return settings;
  }

  public Infrastructure foundation() {
    return foundation;
  }

  /** All routes served here. */
  public RouteTable routes() {
    return routes;
  }

  /** The HTTP port in use. */
  public int port() {
    return servers.port();
  }

  /** Who calls and what they may do. */
  public IdentityModule identity() {
    return identity;
  }

  /** The MQTT door of the sensor service. */
  public MqttServer mqtt() {
    return mqtt;
  }

  /** The sensor service and its HTTP door. */
  public SensorModule sensors() {
    return sensors;
  }

  /** The records and their generic doors. */
  public RecordModule records() {
    return records;
  }

  /** The bytes of attachments. */
  public Attachments attachments() {
    return farm.attachments();
  }

  /** Collections, their data, and what renders them. */
  public CubeModule cubes() {
    return cubes;
  }

  /** The address under which tokens and links name the platform, without a slash at the end. */
  private String baseUrl() {
    return settings
        .get(HttpSettings.BASE_URL)
        .map(url -> url.toString().replaceAll("/+$", ""))
        .orElseGet(this::address);
  }

  /** The address for clients on this machine, without a slash at the end. */
  public String address() {
    return (servers.isSecure() ? "https" : "http") + "://localhost:" + port();
  }

  /** From now on readiness is denied; requests are still answered. */
  void stopping() {
    readiness.stopping();
  }

  /** Not ready, drain, then close everything in reverse order. Closing twice does no harm. */
  @Override
  public void close() {
    stopping();
    closing.close();
  }
}
