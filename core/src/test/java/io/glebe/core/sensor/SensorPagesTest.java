package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.database.fixture.ManyObservations;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.glebe.core.thread.Departure;
import io.vertx.core.Future;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages that end at their limit of bytes, and the memory that they hold. */
class SensorPagesTest {
  private static final int PAGE_BYTES = 64 * 1024;
  private static final int OBSERVATIONS = 2_000;
  private static final int MANY = 20_000;
  private static final int OVERHEAD = 2_000;
  private static final Map<String, String> DATA_ARRAY = Map.of("$resultFormat", "dataArray");
  private static final Caller PROBE = SensorStation.device("probe");
  private static final SensorStation STATION = new SensorStation(PAGE_BYTES);
  private static final SensorStation LARGE = new SensorStation();

  private static long datastream;
  private static long many;

  @BeforeAll
  static void store() {
    datastream = STATION.datastream("probe");
    ManyObservations.store(STATION.db.database(), datastream, OBSERVATIONS, 7, 50);
    many = LARGE.datastream("probe");
    ManyObservations.store(LARGE.db.database(), many, MANY, 60, 5);
  }

  @AfterAll
  static void close() {
    STATION.close();
    LARGE.close();
  }

  private static Future<SensorQueries.Answer> read(
      SensorStation station, String path, Map<String, String> options, RequestResources resources) {
    return station
        .sensors
        .queries()
        .read(
            new SensorQueries.Query(
                PROBE,
                "http://x",
                "http://x/" + path,
                ResourcePath.parse(Arrays.asList(path.split("/", -1))),
                QueryParser.parse(options, 30_000),
                resources));
  }

  private static String text(String path, Map<String, String> options) {
    var answer = read(STATION, path, options, RequestResources.unlimited()).await();
    return ((SensorQueries.JsonText) answer).text();
  }

  private static String observations(long id) {
    return "Datastreams(" + id + ")/Observations";
  }

  /** The options of a link, decoded. */
  private static Map<String, String> options(String link) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String pair : link.substring(link.indexOf('?') + 1).split("&", -1)) {
      String[] sides = pair.split("=", 2);
      options.put(sides[0], URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
    }
    return options;
  }

  /** The ids in all pages from the first on, each within the limit. */
  private static List<String> followed(Map<String, String> first) {
    List<String> values = new ArrayList<>();
    Map<String, String> options = first;
    int pages = 0;
    while (!options.isEmpty()) {
      String text = text(observations(datastream), options);
      assertThat(text.length()).isLessThan(PAGE_BYTES + OVERHEAD);
      JsonNode page = Json.parse(text);
      JsonNode entries = page.path("value");
      assertThat(entries).isNotEmpty();
      entries.forEach(entry -> values.add(entry.path("@iot.id").asText()));
      options = page.has("@iot.nextLink") ? options(page.path("@iot.nextLink").asText()) : Map.of();
      pages++;
    }
    assertThat(pages).as("pages").isGreaterThan(10);
    return values;
  }

  private static List<String> stored(String order) {
    List<String> ids = new ArrayList<>();
    STATION
        .db
        .database()
        .query("select o.id::text from sensor.observation o order by o." + order)
        .await()
        .forEach(row -> ids.add(row.getString(0)));
    return ids;
  }

  @Test
  @Tag("GLEBE_SENSOR_PAGE_BYTES")
  void theLinksOfPagesThatEndEarlyLeadToEachObservationOnce() {
    assertThat(followed(Map.of("$top", "10000"))).isEqualTo(stored("phenomenon_time"));
    assertThat(followed(Map.of("$top", "400"))).isEqualTo(stored("phenomenon_time"));
    assertThat(followed(Map.of("$top", "10000", "$orderby", "id desc")))
        .isEqualTo(stored("id desc"));
  }

  @Test
  void anExpandedListEndsEarlyAndItsLinkContinuesExactly() {
    List<String> ids = new ArrayList<>();
    String path = "Datastreams(" + datastream + ")";
    String text = text(path, Map.of("$expand", "Observations($top=1000;$orderby=id)"));
    assertThat(text.length()).isLessThan(PAGE_BYTES / 2 + OVERHEAD);
    JsonNode list = Json.parse(text);
    list.path("Observations").forEach(one -> ids.add(one.path("@iot.id").asText()));
    assertThat(ids).hasSizeBetween(10, 900);

    Map<String, String> next = options(list.path("Observations@iot.nextLink").asText());
    assertThat(next).containsEntry("$skip", Integer.toString(ids.size()));
    JsonNode rest = Json.parse(text(observations(datastream), next));
    assertThat(rest.at("/value/0/@iot.id").asText()).isEqualTo(stored("id").get(ids.size()));
  }

  @Test
  void nestedListsTogetherStayWithinThePage() {
    String expand =
        "Datastreams($expand=Observations($top=1000;$expand=Datastream($expand=Thing)))";
    String text = text("Things", Map.of("$expand", expand));
    assertThat(text.length()).isLessThan(PAGE_BYTES + OVERHEAD);
    assertThat(Json.parse(text).at("/value/0/Datastreams/0/Observations")).isNotEmpty();
  }

  @Test
  @Tag("GLEBE_SENSOR_PAGE_BYTES")
  void anEntityWithMoreBytesThanAPageIsRefused() {
    long other = STATION.datastream("probe");
    STATION
        .db
        .database()
        .query(
            """
            insert into sensor.observation (id, datastream_id, phenomenon_time, result_json, digest)
            select 500, $1, '1999-01-01', to_jsonb(repeat('x', $2)), 1
            """,
            other,
            PAGE_BYTES)
        .await();
    try {
      refused(413, read(STATION, observations(other), Map.of(), RequestResources.unlimited()));
      refused(413, read(STATION, "Observations(500)", Map.of(), RequestResources.unlimited()));
      assertThat(text("Observations(500)/phenomenonTime", Map.of())).contains("1999-01-01");
    } finally {
      STATION.db.database().query("delete from sensor.observation where id = 500").await();
    }
  }

  private static void refused(int status, Future<?> read) {
    assertThatThrownBy(read::await)
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(status));
  }

  @Test
  void aLargePageIsReadInPiecesAndHoldsItsLength() {
    MemoryBudget budget = new MemoryBudget("results", 20 << 20, 20 << 20);
    for (Map<String, String> form : List.of(Map.<String, String>of(), DATA_ARRAY)) {
      Map<String, String> options = new LinkedHashMap<>(form);
      options.putAll(Map.of("$top", "10000", "$count", "true"));
      try (MemoryBudget.Lease lease = budget.lease("probe")) {
        var answer =
            read(LARGE, observations(many), options, new RequestResources(lease, new Departure()))
                .await();
        SensorQueries.JsonText text = (SensorQueries.JsonText) answer;
        JsonNode page = Json.parse(text.text());
        assertThat(page.path("@iot.count").asInt()).isEqualTo(MANY);
        int size =
            form.isEmpty()
                ? page.path("value").size()
                : page.at("/value/0/dataArray@iot.count").asInt();
        assertThat(size).isEqualTo(10_000);
        assertThat(budget.held()).isBetween((long) text.utf8().length() - 1_000, 20L << 20);
      }
      assertThat(budget.held()).isZero();
    }
  }

  @Test
  void manyLargePagesAtOnceNeverHoldMoreThanTheBudget() {
    MemoryBudget budget = new MemoryBudget("results", 12 << 20, 10 << 20);
    List<MemoryBudget.Lease> leases =
        LongStream.range(0, 40).mapToObj(i -> budget.lease("caller " + i % 2)).toList();
    List<Future<SensorQueries.Answer>> reads =
        leases.stream()
            .map(
                lease ->
                    read(
                        LARGE,
                        observations(many),
                        Map.of("$top", "10000", "$count", "true"),
                        new RequestResources(lease, new Departure())))
            .toList();
    Future.join(reads).otherwiseEmpty().await();

    List<Future<SensorQueries.Answer>> refused = reads.stream().filter(Future::failed).toList();
    assertThat(refused).hasSizeBetween(1, 39);
    assertThat(refused)
        .allSatisfy(one -> assertThat(((Problem) one.cause()).status()).isIn(429, 503));
    assertThat(budget.held()).isLessThanOrEqualTo(12 << 20);
    leases.forEach(MemoryBudget.Lease::close);
    assertThat(budget.held()).isZero();
  }

  @Test
  void aDepartureEndsAReadThatWaits() {
    Departure departure = new Departure();
    var lock = LARGE.db.database().session().await();
    lock.query("begin").execute().await();
    lock.query("lock table sensor.observation in access exclusive mode").execute().await();
    MemoryBudget budget = new MemoryBudget("results", 20 << 20, 20 << 20);
    MemoryBudget.Lease lease = budget.lease("probe");
    List<Future<SensorQueries.Answer>> reads =
        IntStream.of(10, 10_000)
            .mapToObj(
                top ->
                    read(
                        LARGE,
                        observations(many),
                        Map.of("$top", Integer.toString(top)),
                        new RequestResources(lease, departure)))
            .toList();
    org.awaitility.Awaitility.await().until(() -> waiting() == 2);

    departure.happened();
    reads.forEach(one -> refused(408, one));
    assertThat(waiting()).isZero();
    assertThat(budget.held()).isZero();
    lock.close().await();
  }

  private static long waiting() {
    return LARGE.count(
        "select count(*) from pg_locks where not granted and relation = $1::text::regclass",
        "sensor.observation");
  }
}
