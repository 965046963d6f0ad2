package io.glebe.bench.load;

import io.glebe.api.boot.Platform;
import io.glebe.core.config.AllSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.net.NetClient;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observations over MQTT, quality of service 1, acknowledged after the commit, from 100 and 1,000
 * connections; beside it, in the same run and into the same server, PostgreSQL's own COPY and
 * inserts of 100 rows into a table of the same columns and keys. Generator, platform and database
 * share one machine. Then data arrays over HTTP, the other door of the same writer.
 *
 * <p>{@code MqttLoad [seconds per scenario]}; default 5.
 */
public final class MqttLoad {
  private static final Logger LOG = LoggerFactory.getLogger(MqttLoad.class);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int DATASTREAMS = 1_000;
  private static final int COPY_ROWS = 10_000;
  private static final int INSERT_ROWS = 100;
  private static final List<Scenario> SCENARIOS =
      List.of(
          new Scenario(100, 500),
          new Scenario(100, 2_000),
          new Scenario(1_000, 1_000),
          new Scenario(1_000, 2_000));
  private static final int WARM_SECONDS = 3;
  private static final Instant ARRAY_START = Instant.parse("2030-01-01T00:00:00Z");
  private static final int ARRAY_ROWS = 1_000;
  private static final int ARRAYS_AT_ONCE = 8;
  private static final int WARM_ARRAYS = 1_000_000; // numbers that the warm-up does not reach
  private static final String MAKE =
      """
      with t as (insert into sensor.thing (owner, name, description) values ('sensor', 't', 't') returning id),
      s as (insert into sensor.sensor (owner, name, description, encoding_type, metadata)
        values ('sensor', 's', 's', 'text/plain', '""') returning id),
      p as (insert into sensor.observed_property (owner, name, definition, description)
        values ('sensor', 'p', 'p', 'p') returning id)
      insert into sensor.datastream (owner, name, description, observation_type, unit, thing_id, sensor_id, observed_property_id)
      select 'sensor', 'd' || n, 'd', 'm', '{}', t.id, s.id, p.id from t, s, p, generate_series(1, %d) n
      returning id
      """;

  /**
   * A run.
   *
   * @param underWay messages of all connections together that wait for their acknowledgement; who
   *     keeps the platform that full waits underWay / rate on average, however fast it is
   */
  private record Scenario(int connections, int underWay) {}

  private final Platform platform;
  private final int seconds;
  private final List<Long> datastreams = new ArrayList<>();
  private int runs;

  private MqttLoad(Platform platform, int seconds) {
    this.platform = platform;
    this.seconds = seconds;
    platform
        .foundation()
        .database()
        .query(MAKE.formatted(DATASTREAMS))
        .await()
        .forEach(row -> datastreams.add(row.getLong(0)));
  }

  public static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    Path data = Files.createTempDirectory("glebe-load-");
    Settings settings =
        Settings.defaults()
            .with(AllSettings.DATA_DIR, data.toString())
            .with(AllSettings.HTTP_PORT, "0")
            .with(AllSettings.HTTP_HOST, "127.0.0.1")
            .with(AllSettings.SAMPLE, "false")
            .with(AllSettings.WARM_UP, "false");
    try (Platform platform = Platform.start(settings)) {
      MqttLoad load = new MqttLoad(platform, seconds);
      double copy = load.copy();
      double insert = load.insert();
      load.publish(new Scenario(100, 2_000), WARM_SECONDS); // compiles the way
      for (Scenario scenario : SCENARIOS) {
        load.report(scenario, load.publish(scenario, seconds), copy, insert);
      }
      load.create(copy, insert);
    }
  }

  private Connection connection() throws SQLException {
    DatabaseAddress address = platform.foundation().database().address();
    return DriverManager.getConnection(
        "jdbc:postgresql://" + address, address.user(), address.password());
  }

  private static void table(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists sensor.load");
      statement.execute(
          "create table sensor.load (id bigint not null, datastream_id bigint not null,"
              + " phenomenon_time timestamptz not null, result double precision, digest bigint,"
              + " primary key (datastream_id, phenomenon_time, digest))");
      statement.execute("create index on sensor.load (id)");
    }
  }

  /** COPY in portions, each committed; rows a second. */
  private double copy() throws Exception {
    try (Connection connection = connection()) {
      table(connection);
      var copy = connection.unwrap(PGConnection.class).getCopyAPI();
      long rows = 0;
      long from = System.nanoTime();
      while (System.nanoTime() - from < TimeUnit.SECONDS.toNanos(seconds)) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < COPY_ROWS; i++, rows++) {
          lines.append(rows).append('\t').append(rows % DATASTREAMS).append('\t');
          lines.append(START.plusSeconds(rows / DATASTREAMS)).append('\t');
          lines.append(rows % 400 / 10.0).append('\t').append(rows * 31).append('\n');
        }
        copy.copyIn("copy sensor.load from stdin", new StringReader(lines.toString()));
      }
      return rate(rows, from);
    }
  }

  /** Statements of 100 rows, each committed; rows a second. */
  private double insert() throws Exception {
    String values = "(?,?,?,?,?),".repeat(INSERT_ROWS);
    String sql = "insert into sensor.load values " + values.substring(0, values.length() - 1);
    try (Connection connection = connection()) {
      table(connection);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        long rows = 0;
        long from = System.nanoTime();
        while (System.nanoTime() - from < TimeUnit.SECONDS.toNanos(seconds)) {
          for (int i = 0, at = 1; i < INSERT_ROWS; i++, rows++) {
            statement.setLong(at++, rows);
            statement.setLong(at++, rows % DATASTREAMS);
            statement.setTimestamp(at++, Timestamp.from(START.plusSeconds(rows / DATASTREAMS)));
            statement.setDouble(at++, rows % 400 / 10.0);
            statement.setLong(at++, rows * 31);
          }
          statement.executeUpdate();
        }
        return rate(rows, from);
      }
    }
  }

  /** The other door: data arrays over HTTP, some requests at a time, answered after the commit. */
  private void create(double copy, double insert) throws Exception {
    Requests requests = new Requests(platform, token());
    requests.run("warm-up", WARM_SECONDS, ARRAYS_AT_ONCE, n -> array(n));
    Requests.Rate arrays =
        requests.run("CreateObservations", seconds, ARRAYS_AT_ONCE, n -> array(WARM_ARRAYS + n));
    LOG.info(
        String.format(
            Locale.ROOT,
            "CreateObservations, %d rows a request, %d at once: %,.0f stored/s, answered in %.1f ms"
                + " (median), %.1f ms (p99), %d failed; COPY %,.0f rows/s, inserts of %d %,.0f"
                + " rows/s",
            ARRAY_ROWS,
            ARRAYS_AT_ONCE,
            arrays.perSecond() * ARRAY_ROWS,
            arrays.p50Millis(),
            arrays.p99Millis(),
            arrays.failed(),
            copy,
            INSERT_ROWS,
            insert));
  }

  private Requests.Request array(int number) {
    StringBuilder rows = new StringBuilder();
    Instant from = ARRAY_START.plusSeconds((long) number / DATASTREAMS * ARRAY_ROWS);
    for (int i = 0; i < ARRAY_ROWS; i++) {
      rows.append(i == 0 ? "[\"" : ",[\"").append(from.plusSeconds(i)).append("\",");
      rows.append(i % 400 / 10.0).append(']');
    }
    String body =
        "[{\"Datastream\":{\"@iot.id\":%d},\"components\":[\"phenomenonTime\",\"result\"],\"dataArray\":[%s]}]"
            .formatted(datastreams.get(number % DATASTREAMS), rows);
    return new Requests.Request(
        HttpMethod.POST, "/sta/v1.1/CreateObservations", Buffer.buffer(body));
  }

  /** The token of the service account to which the datastreams belong. */
  private String token() throws Exception {
    String form =
        "grant_type=client_credentials&client_id=sensor&client_secret=sensor-dev-password"
            + "&scope=sensor-read%20sensor-write";
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(platform.address() + "/dev/identity/token"))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString(form))
              .build();
      String answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      return Json.parseObject(answer).path("access_token").asText();
    }
  }

  private static double rate(long rows, long fromNanos) {
    return rows * 1e9 / (System.nanoTime() - fromNanos);
  }

  /** What one run has shown. */
  private record Outcome(
      double perSecond, double median, double p99, long lost, long heapMegabytes) {}

  private Outcome publish(Scenario scenario, int forSeconds) throws Exception {
    runs++;
    Vertx vertx = Vertx.vertx();
    AtomicBoolean going = new AtomicBoolean(true);
    RawPublisher.Tally tally = new RawPublisher.Tally();
    NetClient client = vertx.createNetClient();
    List<RawPublisher> publishers = new ArrayList<>();
    int port = platform.mqtt().port().orElseThrow();
    long before = stored();
    for (int i = 0; i < scenario.connections(); i++) {
      Instant start = START.plusSeconds(runs * 10_000_000L);
      RawPublisher publisher =
          new RawPublisher(
              datastreams.get(i % DATASTREAMS),
              start,
              scenario.underWay() / scenario.connections(),
              going::get,
              tally);
      publishers.add(publisher);
      publisher.connect(client, port, "sensor", "sensor-dev-password", i).await();
    }
    long from = System.nanoTime();
    vertx.setTimer(TimeUnit.SECONDS.toMillis(forSeconds), tick -> going.set(false));
    Future.all(publishers.stream().map(RawPublisher::publish).toList()).await();
    double perSecond = rate(tally.acknowledged().sum(), from);
    long lost = tally.acknowledged().sum() - (stored() - before);
    Future.join(publishers.stream().map(RawPublisher::close).toList()).await();
    vertx.close().await();
    return new Outcome(perSecond, tally.millis(0.5), tally.millis(0.99), lost, heapMegabytes());
  }

  private static long heapMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }

  private long stored() {
    return platform
        .foundation()
        .database()
        .query("select count(*) from sensor.observation")
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  private void report(Scenario scenario, Outcome outcome, double copy, double insert) {
    LOG.info(
        String.format(
            Locale.ROOT,
            "MQTT QoS 1, %d connections, %,d under way: %,.0f stored/s, acknowledged in %.1f ms"
                + " (median), %.1f ms (p99), lost %d; heap after it %,d MB; COPY %,.0f rows/s,"
                + " inserts of %d %,.0f rows/s",
            scenario.connections(),
            scenario.underWay(),
            outcome.perSecond(),
            outcome.median(),
            outcome.p99(),
            outcome.lost(),
            outcome.heapMegabytes(),
            copy,
            INSERT_ROWS,
            insert));
  }
}
