package io.glebe.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.core.access.Caller;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.item.ItemService;
import io.glebe.core.json.Json;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Features under load: the bulk insert of a streamed body in items per second, then the latency of
 * filters over all features through HTTP.
 *
 * <p>{@code ItemsLoad [features] [seconds per scenario]}; defaults 200,000 and 5.
 */
public final class ItemsLoad {
  private static final Logger LOG = LoggerFactory.getLogger(ItemsLoad.class);
  private static final String COLLECTION = "load-items";
  private static final List<String> CROPS =
      List.of("wheat", "maize", "barley", "rye", "beet", "potato", "grass", "vine");
  private static final int PIPE = 1 << 16;

  private final Platform platform;
  private final int features;
  private final int seconds;

  private ItemsLoad(Platform platform, int features, int seconds) {
    this.platform = platform;
    this.features = features;
    this.seconds = seconds;
  }

  public static void main(String[] args) throws Exception {
    int features = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    Path data = Files.createTempDirectory("glebe-load-");
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.DATA_DIR, data.toString())
            .with(HttpSettings.HTTP_PORT, "0")
            .with(HttpSettings.HTTP_HOST, "127.0.0.1")
            .with(HttpSettings.ACCESS_LOG, "false")
            .with(ProcessSettings.SAMPLE, "false")
            .with(SpatioSettings.WARM_UP, "false");
    try (Platform platform = Platform.start(settings)) {
      ItemsLoad load = new ItemsLoad(platform, features, seconds);
      load.insert();
      load.runQueries();
    }
  }

  private void insert() throws Exception {
    ObjectNode body = Json.object().put("id", COLLECTION).put("access", "signed-in");
    Caller system = Caller.system();
    platform.cubes().collections().create(system, CollectionBody.parse(body)).await();
    PipedInputStream in = new PipedInputStream(PIPE);
    PipedOutputStream out = new PipedOutputStream(in);
    Thread writer = Thread.ofVirtual().start(() -> lines(out));
    long start = System.nanoTime();
    ItemService.Loaded loaded = platform.cubes().items().load(system, COLLECTION, in, true).await();
    double elapsed = (System.nanoTime() - start) / 1e9;
    writer.join();
    LOG.info(
        "bulk insert: {} features in {} s, {}/s",
        loaded.inserted(),
        "%.1f".formatted(elapsed),
        Math.round(loaded.inserted() / elapsed));
    platform.infrastructure().database().query("analyze cube_item").await();
  }

  /** Writes squares of some hundred metres over Slovenia, with the attributes of parcels. */
  private void lines(PipedOutputStream out) {
    Random random = new Random(1);
    try (PrintStream lines = new PrintStream(out, false, StandardCharsets.UTF_8)) {
      for (int i = 0; i < features; i++) {
        double west = 13.5 + 3 * random.nextDouble();
        double south = 45.5 + 1.3 * random.nextDouble();
        double east = west + 0.003;
        double north = south + 0.003;
        lines.printf(
            java.util.Locale.ROOT,
            "{\"type\":\"Feature\",\"id\":\"f%d\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
                + "[[[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f]]]},"
                + "\"properties\":{\"crop\":\"%s\",\"area\":%.2f,\"status\":\"%s\","
                + "\"datetime\":\"2026-%02d-%02dT10:00:00Z\"}}%n",
            i,
            west,
            south,
            east,
            south,
            east,
            north,
            west,
            north,
            west,
            south,
            CROPS.get(random.nextInt(CROPS.size())),
            10 * random.nextDouble(),
            i % 10 == 0 ? "verified" : "draft",
            1 + random.nextInt(12),
            1 + random.nextInt(28));
      }
    }
  }

  private void runQueries() throws Exception {
    Requests requests = new Requests(platform, "glebe-dev-token");
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("first page", "limit=10");
    queries.put("box of a village, 100", "limit=100&bbox=14.5,46.0,14.52,46.02");
    queries.put("crop and area, 100", "limit=100&filter=" + text("crop = 'rye' AND area > 9"));
    queries.put(
        "rare, no match", "limit=100&filter=" + text("crop = 'rye' AND status = 'nowhere'"));
    queries.put("ILIKE, 100", "limit=100&filter=" + text("crop ILIKE 'WH%'"));
    queries.put(
        "place and time, 100",
        "limit=100&datetime=2026-06-01/2026-06-30&filter="
            + text("S_INTERSECTS(geometry, POLYGON((14 46,14.2 46,14.1 46.2,14 46)))"));
    queries.put("sorted by area, 100", "limit=100&sortby=-area");
    queries.put("facets of crop", "limit=1&facetby=crop");
    for (Map.Entry<String, String> query : queries.entrySet()) {
      String path = "/api/v2/collections/" + COLLECTION + "/items?" + query.getValue();
      requests.run("warm-up", 1, 1, n -> requests.get(path));
      Requests.Rate rate = requests.run(query.getKey(), seconds, 1, n -> requests.get(path));
      LOG.info(
          "{}: p50 {} ms, p99 {} ms, {}/s, {} failed",
          query.getKey(),
          "%.1f".formatted(rate.p50Millis()),
          "%.1f".formatted(rate.p99Millis()),
          Math.round(rate.perSecond()),
          rate.failed());
    }
  }

  private static String text(String filter) {
    return URLEncoder.encode(filter, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
