package io.glebe.mqtt;

import io.glebe.core.access.AccessChanges;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.RecordRoles;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.RevokedSessions;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.journal.EntityChanges;
import io.glebe.core.sensor.journal.SensorJournal;
import io.glebe.core.sensor.mapping.MappingLimits;
import io.glebe.core.sensor.mapping.MappingStore;
import io.glebe.core.sensor.observation.LatestValues;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.session.SessionStore;
import io.glebe.core.trace.Tracing;
import io.glebe.mqtt.broker.Certificates;
import io.glebe.mqtt.broker.MqttBroker;
import io.glebe.mqtt.broker.MqttSources;
import io.glebe.mqtt.broker.ServiceAccountSignIns;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.message.EntityMessages;
import io.glebe.mqtt.message.ObservationJson;
import io.glebe.mqtt.service.ServiceQueues;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;

/** A sensor service on its own database with the built-in MQTT server on free ports. */
public final class MqttStation implements AutoCloseable {
  static {
    // conditions may take long on a busy machine; the timeout does not slow down a fast one
    Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    // failures in another test's threads must not end these waits
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }

  public static final String PASSWORD = RawClient.PASSWORD;

  /** The address in the links of messages. */
  public static final String ADDRESS = "http://localhost/sta/v1.1";

  public final Vertx vertx = Vertx.vertx();
  public final Database database;
  public final Sensors sensors;
  public final Ingestion ingestion;
  public final MqttBroker broker;
  private final Notifications notifications;
  private final ServiceAccounts accounts;
  private final MqttSources sources;

  private MqttStation(
      DatabaseAddress address, Path folder, MqttLimits limits, FailureThrottle throttle)
      throws IOException {
    this(address, folder, limits, throttle, Settings.defaults());
  }

  private MqttStation(
      DatabaseAddress address,
      Path folder,
      MqttLimits limits,
      FailureThrottle throttle,
      Settings settings)
      throws IOException {
    database = Database.open(vertx, address, settings);
    notifications = Notifications.open(vertx, database).await();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    sensors =
        Sensors.open(new Sensors.Dependencies(vertx, database, notifications, registry)).await();
    ScopeMap scopes = ScopeMap.parse(Settings.defaults().get(IdentitySettings.IDENTITY_SCOPES));
    GrantsCache grants = new GrantsCache(new RecordRoles(database), InstantSource.system());
    AccessChanges changes = new AccessChanges();
    RevokedSessions revoked =
        new RevokedSessions(database, InstantSource.system(), changes::credentialsChanged);
    accounts = new ServiceAccounts(database, grants, scopes, "issuer", revoked, throttle);
    ServiceAccountSignIns signIns = new ServiceAccountSignIns(accounts, grants, changes);
    revoked.follow(notifications).await();
    ingestion = new Ingestion(vertx, sensors, new MessageCounters(registry), Tracing.off());
    sources =
        new MqttSources(
            new LatestValues(database),
            new SessionStore(database, notifications, limits.sessions().ofAccount()),
            new SensorJournal(database),
            new EntityChanges(database, notifications),
            new ObservationJson(ADDRESS),
            new EntityMessages(sensors.queries(), ADDRESS));
    broker =
        MqttBroker.start(
            new MqttBroker.Dependencies(
                vertx,
                registry,
                ingestion,
                sensors.writer(),
                sources,
                signIns,
                ServiceQueues.NONE,
                limits),
            new MqttBroker.MqttListeners(
                Optional.of(new MqttBroker.MqttListener("127.0.0.1", 0)),
                Optional.of(new MqttBroker.MqttListener("127.0.0.1", 0)),
                Certificates.ofFolder(folder)));
  }

  /** Uses a fresh database of the shared server. */
  public static MqttStation open(Path folder) throws IOException {
    return open(folder, MqttLimits.of(Settings.defaults()));
  }

  /** The same with other limits. */
  public static MqttStation open(Path folder, MqttLimits limits) throws IOException {
    return new MqttStation(TestDatabase.freshAddress(), folder, limits, FailureThrottle.off());
  }

  /** With all limits of these settings, those of the database too. */
  public static MqttStation with(Path folder, Settings settings) throws IOException {
    return new MqttStation(
        TestDatabase.freshAddress(),
        folder,
        MqttLimits.of(settings),
        FailureThrottle.off(),
        settings);
  }

  /** Delays sign-ins after this number of failed attempts. */
  public static MqttStation throttled(Path folder, int failures) throws IOException {
    Settings settings =
        Settings.defaults().with(IdentitySettings.BRAKE_FAILURES, Integer.toString(failures));
    return new MqttStation(
        TestDatabase.freshAddress(),
        folder,
        MqttLimits.of(Settings.defaults()),
        FailureThrottle.of(settings));
  }

  /** Uses a database of the test. */
  public static MqttStation on(DatabaseAddress address, Path folder) throws IOException {
    return new MqttStation(
        address, folder, MqttLimits.of(Settings.defaults()), FailureThrottle.off());
  }

  /** The stored sessions. */
  public SessionStore sessions() {
    return sources.sessions();
  }

  /** Creates a service account with both scopes. */
  public void account(String name) {
    accounts.put(name, PASSWORD, Set.of("sensor-read", "sensor-write")).await();
  }

  /** Sets the mapping of an account. */
  public void map(String account, String mapping) {
    new MappingStore(database, MappingLimits.of(Settings.defaults()))
        .put(account, Json.parseObject(mapping), tx -> {})
        .await();
  }

  /** Returns the thing of a datastream. */
  public long thingOf(long datastream) {
    return count("select thing_id from sensor.datastream where id = $1", datastream);
  }

  /** Creates this many unused accounts whose names sort first. */
  public void unusedAccounts(int accounts) {
    count(
        """
        with made as (
          insert into identity.service_account (name, password_hash, scopes)
          select 'a-' || i, '', '{}' from generate_series(1, $1::int) i returning 1)
        select count(*) from made
        """,
        accounts);
  }

  /** Removes an account. */
  public void dismiss(String name) {
    accounts.delete(name).await();
  }

  /** Creates a datastream of that account, without a farm. */
  public long datastream(String owner) {
    return DatastreamRow.ofAccount(database, owner);
  }

  /** Stores an observation in a datastream of that account, as a request to the platform does. */
  public void observe(String owner, long datastream, double result) {
    Caller device =
        new Caller(
            CallerKind.DEVICE,
            "issuer",
            owner,
            Optional.of(owner),
            Audiences.SENSOR,
            Set.of("sensor-read", "sensor-write"),
            ScopeRights.ALL,
            Grants.NONE);
    byte[] body = ("{\"result\": " + result + "}").getBytes(StandardCharsets.UTF_8);
    sensors.writer().write(device, datastream, ObservationBody.parse(body, Instant.now())).await();
  }

  /** Returns the only number of a query. */
  public long count(String sql, Object... parameters) {
    return database.query(sql, parameters).await().iterator().next().getLong(0);
  }

  /** Returns the number of stored observations of a datastream. */
  public long stored(long datastream) {
    return count("select count(*) from sensor.observation where datastream_id = $1", datastream);
  }

  /** Blocks all commits to that datastream until the result is closed, like a hanging disk. */
  public AutoCloseable hold(long datastream) throws SQLException {
    DatabaseAddress address = database.address();
    Connection connection =
        DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
    connection.setAutoCommit(false);
    try (PreparedStatement statement =
        connection.prepareStatement("select 1 from sensor.datastream where id = ? for update")) {
      statement.setLong(1, datastream);
      statement.execute();
    }
    return connection;
  }

  /** Blocks all reads of these tables until the result is closed. */
  public AutoCloseable lock(String tables) throws SQLException {
    DatabaseAddress address = database.address();
    Connection connection =
        DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("lock table " + tables + " in access exclusive mode");
    }
    return connection;
  }

  @Override
  public void close() {
    broker.close();
    sensors.close();
    notifications.close();
    database.close();
    vertx.close().await();
  }
}
