package io.glebe.bench.load;

import io.glebe.core.database.DatabaseAddress;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.StringReader;
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
import java.util.function.BiConsumer;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observations over MQTT with quality of service 1, acknowledged after the commit, from 100 and
 * 1,000 connections. For comparison, PostgreSQL's own COPY and inserts of 100 rows into a table of
 * the same columns and keys, in the same run and on the same server. Generator, platform and
 * database share one machine. The last part sends data arrays over HTTP, which use the same writer.
 *
 * <p>{@code MqttLoad [seconds per scenario]}; default 5.
 */
public final class MqttLoad {
  private static final Logger LOG = LoggerFactory.getLogger(MqttLoad.class);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int COPY_ROWS = 10_000;
  private static final int INSERT_ROWS = 100;
  private static final List<Scenario> SCENARIOS =
      List.of(
          new Scenario(100, 500),
          new Scenario(100, 2_000),
          new Scenario(1_000, 1_000),
          new Scenario(1_000, 2_000));

  /** Until the compiler is done: the first ten seconds store less than half. */
  private static final int WARM_SECONDS = 20;

  private static final int MOST_CONNECTIONS = 1_000;
  private static final int TARGET = 30_000;
  private static final int TARGET_MILLIS = 100;

  /** Rows per second of the same inserts on the machine for which the target was set. */
  private static final double TARGET_INSERTS = 265_000;

  /** The rate of the paced run as a share of the highest rate. */
  private static final double SHARE = 0.7;

  private static final Instant ARRAY_START = Instant.parse("2030-01-01T00:00:00Z");
  private static final int ARRAY_ROWS = 1_000;
  private static final int ARRAYS_AT_ONCE = 8;
  private static final int WARM_ARRAY_SECONDS = 3;
  private static final int WARM_ARRAYS = 1_000_000; // numbers outside the range of the warm-up

  /**
   * One run.
   *
   * @param underWay unacknowledged messages of all connections together; with a constant number of
   *     them, the average latency is underWay / rate, however fast the platform is
   */
  private record Scenario(int connections, int underWay) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d connections, %,d under way", connections, underWay);
    }
  }

  private final MqttStage stage;
  private final int seconds;
  private int runs;

  private MqttLoad(MqttStage stage, int seconds) {
    this.stage = stage;
    this.seconds = seconds;
  }

  public static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    try (MqttStage stage = MqttStage.open()) {
      MqttLoad load = new MqttLoad(stage, seconds);
      double copy = load.copy();
      double insert = load.insert();
      load.publish(new Scenario(100, 2_000), WARM_SECONDS); // compiles the code
      double most = 0;
      for (Scenario scenario : SCENARIOS) {
        Outcome outcome = load.publish(scenario, seconds);
        load.report(scenario.toString(), outcome, copy, insert);
        most = Math.max(most, outcome.perSecond());
      }
      load.paced(most, copy, insert);
      load.create(copy, insert);
    }
  }

  /** A run at a sustainable rate: the latency of a device while the queue is not full. */
  private void paced(double most, double copy, double insert) throws Exception {
    int scaled = (int) (TARGET * insert / TARGET_INSERTS);
    List<Integer> paces = new ArrayList<>(List.of(scaled, (int) (most * SHARE)));
    if (most > TARGET) {
      paces.add(TARGET);
    }
    for (int pace : paces) {
      Outcome outcome =
          measured(
              MOST_CONNECTIONS,
              (devices, acknowledgements) -> devices.pace(pace, seconds, acknowledgements));
      String name =
          String.format(Locale.ROOT, "%,d connections, paced at %,d/s", MOST_CONNECTIONS, pace);
      report(name, outcome, copy, insert);
    }
    LOG.info(
        "the target is an acknowledgement within {} ms (p99) at {} observations a second where"
            + " inserts of {} make {} rows/s; by that measure {} here",
        TARGET_MILLIS,
        TARGET,
        INSERT_ROWS,
        (int) TARGET_INSERTS,
        scaled);
  }

  private Connection connection() throws SQLException {
    DatabaseAddress address = stage.platform().infrastructure().database().address();
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

  /** Runs COPY in batches with a commit each; returns rows per second. */
  private double copy() throws Exception {
    try (Connection connection = connection()) {
      table(connection);
      var copy = connection.unwrap(PGConnection.class).getCopyAPI();
      long rows = 0;
      long from = System.nanoTime();
      while (System.nanoTime() - from < TimeUnit.SECONDS.toNanos(seconds)) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < COPY_ROWS; i++, rows++) {
          lines.append(rows).append('\t').append(rows % MqttStage.DATASTREAMS).append('\t');
          lines.append(START.plusSeconds(rows / MqttStage.DATASTREAMS)).append('\t');
          lines.append(rows % 400 / 10.0).append('\t').append(rows * 31).append('\n');
        }
        copy.copyIn("copy sensor.load from stdin", new StringReader(lines.toString()));
      }
      return rate(rows, from);
    }
  }

  /** Runs statements of 100 rows with a commit each; returns rows per second. */
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
            statement.setLong(at++, rows % MqttStage.DATASTREAMS);
            statement.setTimestamp(
                at++, Timestamp.from(START.plusSeconds(rows / MqttStage.DATASTREAMS)));
            statement.setDouble(at++, rows % 400 / 10.0);
            statement.setLong(at++, rows * 31);
          }
          statement.executeUpdate();
        }
        return rate(rows, from);
      }
    }
  }

  /** Sends data arrays over HTTP, several requests at a time; each response follows the commit. */
  private void create(double copy, double insert) throws Exception {
    Requests requests = new Requests(stage.platform(), stage.token());
    requests.run("warm-up", WARM_ARRAY_SECONDS, ARRAYS_AT_ONCE, n -> array(n));
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
    Instant from = ARRAY_START.plusSeconds((long) number / MqttStage.DATASTREAMS * ARRAY_ROWS);
    for (int i = 0; i < ARRAY_ROWS; i++) {
      rows.append(i == 0 ? "[\"" : ",[\"").append(from.plusSeconds(i)).append("\",");
      rows.append(i % 400 / 10.0).append(']');
    }
    String body =
        "[{\"Datastream\":{\"@iot.id\":%d},\"components\":[\"phenomenonTime\",\"result\"],\"dataArray\":[%s]}]"
            .formatted(stage.datastream(number), rows);
    return new Requests.Request(
        HttpMethod.POST, "/sta/v1.1/CreateObservations", Buffer.buffer(body));
  }

  private static double rate(long rows, long fromNanos) {
    return rows * 1e9 / (System.nanoTime() - fromNanos);
  }

  /** The result of one run. */
  private record Outcome(
      double perSecond, double median, double p99, long lost, long heapMegabytes) {}

  private Outcome publish(Scenario scenario, int forSeconds) {
    return measured(
        scenario.connections(),
        (devices, acknowledgements) ->
            devices.saturate(scenario.underWay(), forSeconds, acknowledgements));
  }

  private Outcome measured(
      int connections, BiConsumer<Devices, RawPublisher.Acknowledgements> run) {
    runs++;
    RawPublisher.Acknowledgements acknowledgements = new RawPublisher.Acknowledgements();
    long before = stage.stored();
    try (Devices devices =
        Devices.connect(stage, connections, START.plusSeconds(runs * 10_000_000L))) {
      long from = System.nanoTime();
      run.accept(devices, acknowledgements);
      double perSecond = rate(acknowledgements.acknowledged().sum(), from);
      long lost = acknowledgements.acknowledged().sum() - (stage.stored() - before);
      return new Outcome(
          perSecond,
          acknowledgements.millis(0.5),
          acknowledgements.millis(0.99),
          lost,
          heapMegabytes());
    }
  }

  private static long heapMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }

  private void report(String name, Outcome outcome, double copy, double insert) {
    LOG.info(
        String.format(
            Locale.ROOT,
            "MQTT QoS 1, %s: %,.0f stored/s, acknowledged in %.1f ms"
                + " (median), %.1f ms (p99), lost %d; heap after it %,d MB; COPY %,.0f rows/s,"
                + " inserts of %d %,.0f rows/s",
            name,
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
