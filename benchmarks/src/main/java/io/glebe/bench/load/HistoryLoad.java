package io.glebe.bench.load;

import io.glebe.core.database.Database;
import io.glebe.core.sensor.Sensors;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A year of sensors: 100 datastreams with an observation each 30 s, 100 million in all. Reads over
 * HTTP before and after hours and days are computed, the time of that computation, and what their
 * triggers cost the ingestion. The data is deleted at the end; it needs 30 GB.
 *
 * <p>{@code HistoryLoad [observations of a datastream [seconds per scenario]]}; defaults 1,000,000
 * and 10.
 */
public final class HistoryLoad {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryLoad.class);
  private static final int DATASTREAMS = 100;
  private static final int STEP_SECONDS = 30;
  private static final int ARRAY_ROWS = 1_000;
  private static final int ROUNDS = 3;
  private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("uuuuMM");

  private static final String FILL =
      """
      insert into sensor.observation_%s (id, datastream_id, phenomenon_time, result, digest)
      select d.n * 100000000 + extract(epoch from t)::bigint / %d, d.id, t,
        floor(1500 + 1000 * sin(extract(epoch from t)::float8 / 13751) + 100 * random()) / 100,
        d.n * 100000000 + extract(epoch from t)::bigint / %d
      from unnest($1::bigint[]) with ordinality d(id, n)
      cross join lateral generate_series(greatest($2::timestamptz, $4::timestamptz),
        least($3::timestamptz - interval '%d s', $5::timestamptz), interval '%d s') t
      """
          .replace("%d", Integer.toString(STEP_SECONDS));

  private static final String LATEST =
      """
      insert into sensor.latest (datastream_id, id, phenomenon_time, result, digest, first_time,
        last_time)
      select o.datastream_id, o.id, o.phenomenon_time, o.result, o.digest, $2::timestamptz,
        o.phenomenon_time
      from unnest($1::bigint[]) d(id) cross join lateral (
        select * from sensor.observation where datastream_id = d.id
        order by phenomenon_time desc limit 1) o
      """;

  private final MqttStage stage;
  private final Database database;
  private final Requests requests;
  private final int seconds;
  private final Instant end = Instant.now().truncatedTo(ChronoUnit.MINUTES);
  private final Instant begin;
  private final Random random = new Random(1);

  private HistoryLoad(MqttStage stage, int each, int seconds) throws Exception {
    this.stage = stage;
    this.database = stage.platform().infrastructure().database();
    this.requests = new Requests(stage.platform(), stage.token());
    this.seconds = seconds;
    this.begin = end.minusSeconds((each - 1L) * STEP_SECONDS);
  }

  public static void main(String[] args) throws Exception {
    int each = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
    Path data = Files.createTempDirectory("glebe-load-");
    try (MqttStage stage = MqttStage.open(data)) {
      new HistoryLoad(stage, each, seconds).run();
    } finally {
      delete(data);
    }
  }

  private void run() {
    SqlConnection lock = database.session().await();
    lock.query("select pg_advisory_lock(hashtext('sensor.aggregates'))").execute().await();
    fill();
    read("before");
    long start = System.nanoTime();
    lock.close().await();
    awaitAggregates();
    report(
        String.format(
            Locale.ROOT, "computed hours and days in %,.0f s", (System.nanoTime() - start) / 1e9));
    read("after");
    for (int round = 0; round < ROUNDS; round++) {
      ingest("without triggers", round, end);
      ingest("with triggers", round, end);
      ingest("with triggers, late", round, begin);
    }
    report(String.format(Locale.ROOT, "%s", sizes()));
  }

  private Long[] datastreams() {
    return Stream.iterate(0, n -> n + 1)
        .limit(DATASTREAMS)
        .map(stage::datastream)
        .toArray(Long[]::new);
  }

  /** Two months at a time, directly into their partitions. */
  private void fill() {
    long start = System.nanoTime();
    List<YearMonth> months = new ArrayList<>();
    for (YearMonth month = month(begin); !month.isAfter(month(end)); month = month.plusMonths(1)) {
      months.add(month);
    }
    for (int i = 0; i < months.size(); i += 2) {
      Future.all(
              months.subList(i, Math.min(i + 2, months.size())).stream()
                  .map(this::fillMonth)
                  .toList())
          .await();
    }
    database.query("select setval('sensor.observation_id', 1000000000000)").await();
    database.query(LATEST, datastreams(), begin.atOffset(ZoneOffset.UTC)).await();
    database.query("analyze sensor.observation").await();
    report(
        String.format(
            Locale.ROOT,
            "stored %,d observations in %,.0f s",
            stage.stored(),
            (System.nanoTime() - start) / 1e9));
  }

  private static YearMonth month(Instant time) {
    return YearMonth.from(time.atOffset(ZoneOffset.UTC));
  }

  private Future<?> fillMonth(YearMonth month) {
    return database
        .query("select sensor.make_month($1)", month.atDay(1))
        .compose(
            made ->
                database.query(
                    FILL.formatted(month.format(MONTH)),
                    datastreams(),
                    month.atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC),
                    month.plusMonths(1).atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC),
                    begin.atOffset(ZoneOffset.UTC),
                    end.atOffset(ZoneOffset.UTC)));
  }

  private void awaitAggregates() {
    Sensors sensors = stage.platform().sensors().sensors();
    boolean begun = false;
    while (!begun || sensors.aggregates().waiting().await() > 0) {
      begun =
          database
              .query("select until > '-infinity' from sensor.aggregation")
              .await()
              .iterator()
              .next()
              .getBoolean(0);
    }
  }

  private void read(String when) {
    read(
        when,
        "latest value, expanded",
        n -> get("?$expand=Observations($top=1;$orderby=phenomenonTime desc)"));
    read(when, "latest value, list", n -> get("/Observations?$top=1&$orderby=phenomenonTime desc"));
    read(when, "a day, 2,880 observations", n -> day());
    for (String resolution : List.of("PT1H", "P1D", "P1M")) {
      read(when, "a year by " + resolution, n -> series(resolution, "UTC"));
    }
    read(when, "a year by P1D in Europe/Ljubljana", n -> series("P1D", "Europe/Ljubljana"));
  }

  private Requests.Request day() {
    Instant from =
        begin.plus(Duration.ofDays(random.nextInt((int) Duration.between(begin, end).toDays())));
    return get(
        "/Observations?$filter=phenomenonTime ge %s and phenomenonTime lt %s&$orderby=phenomenonTime&$top=10000&$select=phenomenonTime,result&$resultFormat=dataArray"
            .formatted(from, from.plus(Duration.ofDays(1))));
  }

  private Requests.Request series(String resolution, String zone) {
    return get(
        "/aggregate/time-series?resolution=%s&timezone=%s&aggregation=mean,min,max&datetime=%s/%s"
            .formatted(resolution, zone, begin, end));
  }

  /** A request to a datastream at random. */
  private Requests.Request get(String rest) {
    String entity = "Datastreams(" + stage.datastream(random.nextInt(DATASTREAMS)) + ")";
    return requests.get("/sta/v1.1/" + entity + rest.replace(" ", "%20"));
  }

  private void read(String when, String name, IntFunction<Requests.Request> request) {
    requests.renew(stage.token());
    Requests.Rate rate = requests.run(name, seconds, 1, request);
    report(
        String.format(
            Locale.ROOT,
            "%s: %s: %.1f ms (median), %.1f ms (p99), %d failed",
            when,
            name,
            rate.p50Millis(),
            rate.p99Millis(),
            rate.failed()));
  }

  private void ingest(String name, int round, Instant from) {
    String able = name.startsWith("without") ? "disable" : "enable";
    database.query("alter table sensor.observation %s trigger user".formatted(able)).await();
    int first = (name.hashCode() & 0xff) * 10_000_000 + round * 1_000_000;
    requests.renew(stage.token());
    Requests.Rate rate = requests.run(name, seconds, 8, n -> array(first + n, from));
    report(
        String.format(
            Locale.ROOT,
            "CreateObservations %s: %,.0f stored/s, %.1f ms (median), %.1f ms (p99), %d failed",
            name,
            rate.perSecond() * ARRAY_ROWS,
            rate.p50Millis(),
            rate.p99Millis(),
            rate.failed()));
  }

  /** An array of observations, half of a second apart, of one datastream. */
  private Requests.Request array(int number, Instant from) {
    StringBuilder rows = new StringBuilder();
    Instant start = from.plusSeconds(number % 1000);
    for (int i = 0; i < ARRAY_ROWS; i++) {
      rows.append(i == 0 ? "" : ",").append("[\"").append(start.plusMillis(i * 500L)).append("\",");
      rows.append(number + i / 1000.0).append(']');
    }
    String body =
        "[{\"Datastream\":{\"@iot.id\":%d},\"components\":[\"phenomenonTime\",\"result\"],\"dataArray\":[%s]}]"
            .formatted(stage.datastream(number), rows);
    return new Requests.Request(
        HttpMethod.POST, "/sta/v1.1/CreateObservations", Buffer.buffer(body));
  }

  private String sizes() {
    return database
        .query(
            """
            select (select count(*) from sensor.hourly) || ' hours, '
              || pg_size_pretty(pg_total_relation_size('sensor.hourly')) || '; '
              || (select count(*) from sensor.daily) || ' days, '
              || pg_size_pretty(pg_total_relation_size('sensor.daily')) || '; observations '
              || pg_size_pretty((select sum(pg_total_relation_size(inhrelid)) from pg_inherits
                where inhparent = 'sensor.observation'::regclass))
            """)
        .await()
        .iterator()
        .next()
        .getString(0);
  }

  private static void report(String line) {
    LOG.info(line);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
