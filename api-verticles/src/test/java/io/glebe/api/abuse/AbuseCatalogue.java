package io.glebe.api.abuse;

import io.glebe.core.sample.SampleIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All abuses by name, in the order in which they run. */
final class AbuseCatalogue {
  private static final int STALLED_RECORD_BYTES = 3_900_000;
  private static final int STALLED_BATCH_BYTES = 15_000_000;
  private static final int BATCH_OBJECTS = 5_000_000;
  private static final int PERCENTILE_METRES = 1_500; // 90,000 cells of 30 slices
  private static final int BATCH = 1_000;
  private static final int DEPTH = 3_900_000;
  private static final int DRIPPED_BYTES = 1_000;
  private static final int PIPELINED = 100;
  private static final int TINY_REQUESTS = 25_000;
  private static final int STREAMS = 1_000;
  private static final AbuseContent NO_CONTENT = AbuseContent.json("", "a", 0, "");
  private static final String TILES = "/tiles/WebMercatorQuad/";
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(50);

  private final AbuseTarget target;
  private final Map<String, Abuse> abuses = new LinkedHashMap<>();

  private AbuseCatalogue(AbuseTarget target) {
    this.target = target;
  }

  static Map<String, Abuse> of(AbuseTarget target) {
    AbuseCatalogue catalogue = new AbuseCatalogue(target);
    catalogue.slow();
    catalogue.large();
    catalogue.unread();
    catalogue.many();
    catalogue.computed();
    catalogue.searched();
    catalogue.mqtt();
    return catalogue.abuses;
  }

  /** The names of all abuses. */
  static List<String> names() {
    var tokens = new AbuseTarget.Tokens("", "", "");
    var data = new AbuseTarget.Data(0, 0, "", "", "", "", "", "");
    return new ArrayList<>(
        of(new AbuseTarget("http://localhost:1", 1, 1, tokens, data, 0, 0)).keySet());
  }

  private String task() {
    return target.farm("PUT", "/tasks/" + new UUID(target.seed(), 1));
  }

  private String items() {
    return "/collections/" + target.data().features() + "/items";
  }

  private void slow() {
    String end = "a".repeat(DRIPPED_BYTES);
    abuses.put("slow heads", new SlowHeads(target.share(300)));
    abuses.put("heads of 15,000 lines", new UnfinishedHeads(15_000, target.share(600)));
    abuses.put(
        "slow bodies",
        new DrippedBodies(
            task(),
            AbuseContent.json("{\"name\": \"", "a", 0, end),
            Duration.ofMillis(500),
            target.share(200)));
    String feature =
        "{\"type\": \"Feature\", \"id\": \"dripped\", \"properties\": {}, \"geometry\":"
            + " {\"type\": \"Point\", \"coordinates\": [15, 46]}}\n{\"type\": \"";
    abuses.put(
        "dripped feature loads",
        new DrippedBodies(
            target.spatio("POST", items()),
            new AbuseContent("application/x-ndjson", feature, "a", 0, end, 0),
            Duration.ofSeconds(10),
            4));
    abuses.put(
        "records that stop short",
        new StalledBodies(
            task(), AbuseContent.unfinished(STALLED_RECORD_BYTES), target.share(130)));
    abuses.put(
        "batches that stop short",
        new StalledBodies(
            target.farm("POST", "/$batch"),
            AbuseContent.unfinished(STALLED_BATCH_BYTES),
            target.share(60)));
  }

  private void large() {
    String nothing = "POST /nothing HTTP/1.1\r\nHost: localhost\r\n";
    abuses.put("chunks of one byte", new TinyChunks(nothing, target.share(100)));
    String json = "Content-Type: application/json\r\n";
    String upgrade =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
            + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n";
    abuses.put(
        "upgrades with chunks of one byte", new TinyChunks(nothing + upgrade, target.share(600)));
    abuses.put("records in chunks of one byte", new TinyChunks(task() + json, target.share(20)));
    abuses.put(
        "batches of five million {}",
        whole(
            target.farm("POST", "/$batch"),
            AbuseContent.json("{\"operations\": [", "{},", BATCH_OBJECTS, "{}]}"),
            target.share(8)));
    abuses.put(
        "features of 15 MB of {}",
        whole(
            target.spatio("POST", items()),
            AbuseContent.json(
                "{\"type\": \"Feature\", \"geometry\": null, \"properties\": {\"a\": [",
                "{},",
                BATCH_OBJECTS,
                "{}]}}"),
            target.share(20)));
    abuses.put("deep JSON", whole(task(), AbuseContent.json("", "[", DEPTH, ""), target.share(20)));
    abuses.put(
        "attachments of 199 MB",
        new LargeAttachments(target.farm("POST", target.data().record() + "/attachments"), 10));
  }

  private static Abuse whole(String head, AbuseContent content, int clients) {
    return new WholeRequests(head, content, AT_ONCE, clients);
  }

  private void unread() {
    abuses.put(
        "pages of 10 MB never read",
        new UnreadResponses(target.spatio("GET", items() + "?limit=10"), 1, target.share(60)));
    String observations =
        "/Datastreams(" + target.data().observed() + ")/Observations?$top=10000&$count=true";
    abuses.put(
        "sensor lists never read",
        new UnreadResponses(target.sensor("GET", observations), 1, target.share(500)));
    abuses.put(
        "pipelines never read",
        new UnreadResponses(target.farm("GET", "/openapi.json"), PIPELINED, target.share(60)));
    String tiny = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n";
    abuses.put(
        "tiny requests never read", new UnreadResponses(tiny, TINY_REQUESTS, target.share(100)));
    abuses.put(
        "downloads never read",
        new UnreadResponses(target.farm("GET", target.data().attachment()), 1, target.share(200)));
    abuses.put("cells never read", new UnreadResponses(cells(), 1, target.share(200)));
    abuses.put("HTTP/2 heads of 150 headers", unanswered(150));
    abuses.put("HTTP/2 heads of 800 headers", unanswered(800));
    abuses.put(
        "HTTP/2 streams never read",
        new UnreadStreams(
            "/api/v2" + items() + "?limit=10",
            List.of("authorization", "Bearer " + target.tokens().spatio()),
            STREAMS,
            target.share(20)));
  }

  private String cells() {
    String slice = "/layers/B04/data/binary?datetime=" + AbuseStage.START;
    return target.spatio("GET", "/collections/" + target.data().cube() + slice);
  }

  private Abuse unanswered(int headers) {
    return new UnreadStreams("/nothing", UnreadStreams.headers(headers), 100, target.share(90));
  }

  private void many() {
    abuses.put(
        "HTTP/2 rapid resets",
        new RapidResets("/v1/tasks?limit=100", target.tokens().farm(), target.share(20)));
    abuses.put("HTTP/2 control frames", new ControlFrames(target.share(20)));
    abuses.put(
        "change streams",
        new ReadStreams(target.farm("GET", "/changes?collections=tasks"), target.share(1_200)));
    abuses.put("idle connections", idle(target.port(), "", Duration.ofMinutes(1), 2_000));
    abuses.put("connections opened and reset", idle(target.port(), "", Duration.ofMillis(10), 50));
    abuses.put(
        "requests reset at once",
        new AbandonedRequests(
            target.farm("GET", "/tasks?limit=100"), NO_CONTENT, AT_ONCE, target.share(50)));
    abuses.put(
        "documents for many hosts", new DocumentsOfHosts("/v1/openapi.json", target.share(20)));
    abuses.put(
        "TLS handshakes that stop",
        idle(target.mqtts(), IdleConnections.HALF_HANDSHAKE, Duration.ofMinutes(1), 300));
    abuses.put(
        "TLS skipped", idle(target.mqtts(), "GET / HTTP/1.1\r\n\r\n", Duration.ofMillis(50), 50));
  }

  private Abuse idle(int port, String first, Duration patience, int clients) {
    return new IdleConnections(port, first, patience, target.share(clients));
  }

  private void computed() {
    String series =
        target.spatio(
            "POST",
            "/collections/"
                + target.data().cube()
                + "/aggregate/time-series?layers=B04&aggregation=mean");
    String map =
        "/collections/"
            + target.data().features()
            + "/map/render?bbox=14,45,16,47&width=2048&height=2048";
    abuses.put("maps of features", whole(target.spatio("GET", map), NO_CONTENT, target.share(60)));
    abuses.put(
        "trees of regions",
        whole(target.farm("GET", target.data().region()), NO_CONTENT, target.share(60)));
    AbuseContent area = DetailedArea.of(target.random());
    abuses.put("series with 20,000 vertices", whole(series, area, target.share(100)));
    abuses.put(
        "series whose clients leave",
        new AbandonedRequests(series, area, SHORT_PATIENCE, target.share(300)));
    abuses.put(
        "cells whose clients leave",
        new AbandonedRequests(cells(), NO_CONTENT, SHORT_PATIENCE, target.share(200)));
  }

  /** Ordinary requests of many clients, each of which costs much and cannot be cached. */
  private void searched() {
    String parcels = "/collections/" + target.data().parcels();
    String numbered = "number%3E" + WholeRequests.NUMBER;
    read(
        "vector tiles with new filters",
        target.spatio("GET", parcels + TILES + "8/138/90?filter=" + numbered));
    read(
        "pages with new filters",
        target.spatio(
            "GET",
            parcels + "/items?limit=1000&filter=name%20LIKE%20%27%259%27%20AND%20" + numbered));
    String cube = "/collections/" + target.data().cube();
    read(
        "tiles of new expressions",
        target.spatio(
            "GET",
            cube
                + TILES
                + "10/555/362?expression=B04*"
                + WholeRequests.NUMBER
                + "&rescale=0,255000"));
    read(
        "percentiles",
        target.spatio(
            "GET",
            cube
                + "/aggregate/summary?layers=B04&percentiles=5,50,95&bbox="
                + AbuseCube.middle(PERCENTILE_METRES)));
    read(
        "things with observations",
        target.sensor(
            "GET",
            "/Things?$expand=Datastreams($expand=Observations($top=10000;$orderby=result))"));
    String observations = "Datastreams(" + target.data().observed() + ")/Observations?$top=100";
    abuses.put(
        "sensor batches of 1,000 reads",
        whole(
            target.sensor("POST", "/$batch"),
            list("requests", "{'id': '%d', 'method': 'GET', 'url': '" + observations + "'}"),
            target.share(60)));
    String id = new UUID(target.seed(), 2).toString().substring(0, 24);
    String task = "'body': {'name': 'a', 'farmId': '" + SampleIds.NEIGHBOUR_FARM + "'}}";
    abuses.put(
        "batches of 1,000 records",
        whole(
            target.farm("POST", "/$batch"),
            list("operations", "{'method': 'PUT', 'path': '/tasks/" + id + "%012d', " + task),
            target.share(30)));
  }

  /** A batch of that form, with the numbers from 0. */
  private static AbuseContent list(String name, String form) {
    String entries =
        IntStream.range(0, BATCH)
            .mapToObj(n -> form.formatted(n))
            .collect(Collectors.joining(", "));
    String body = "{'" + name + "': [" + entries + "]}";
    return AbuseContent.json(body.replace('\'', '"'), "a", 0, "");
  }

  private void read(String name, String head) {
    abuses.put(name, whole(head, NO_CONTENT, target.share(60)));
  }

  private void mqtt() {
    abuses.put(
        "MQTT acknowledgements never read",
        new UnreadAcknowledgements(target.data().datastream(), target.share(50)));
    abuses.put("MQTT connects, 1,000 a second", new MqttConnects(target.share(1_000)));
    abuses.put("MQTT pings", new MqttPings(target.share(50)));
    abuses.put("MQTT half packets", new HalfPackets(target.share(300)));
    abuses.put("MQTT half connects", new HalfConnects(target.share(2_300)));
  }
}
