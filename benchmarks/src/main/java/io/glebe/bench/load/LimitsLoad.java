package io.glebe.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.bench.load.Requests.Rate;
import io.glebe.core.json.Json;
import io.glebe.core.sample.SampleIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limits under load, in one run. The first part measures the cost of the default limits for a
 * caller who requests a cached tile or a record at full speed, and whether the limits refuse any of
 * these requests. The second part measures the response time of a polite caller alone, beside a
 * greedy caller without limits, and beside the same greedy caller over a low limit. The platforms
 * are measured alternately; {@code wrk} is the greedy caller.
 */
public final class LimitsLoad {
  private static final Logger LOG = LoggerFactory.getLogger(LimitsLoad.class);
  private static final String DEVELOPMENT_TOKEN = "glebe-dev-token";
  private static final String GRANT = "urn:glebe:params:oauth:grant-type:development";
  private static final int ROUNDS = 5;
  private static final int ROUND_SECONDS = 4;
  private static final int WARM_UP_SECONDS = 15;
  private static final int CONNECTIONS = 16;

  /** Requests of the polite caller; fewer per minute than the low limit allows. */
  private static final int SAMPLES = 400;

  private static final int PAUSE_MILLIS = 20;
  private static final int LOW = 6000;

  /** The burst limit; low, so that the greedy caller reaches it immediately. */
  private static final int AT_ONCE = 200;

  private static final String FIELDS = "/v1/fields?farmId=" + SampleIds.FARM;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Path folder;
  private final List<String> rows = new ArrayList<>();

  private LimitsLoad(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    if (!Wrk.present()) {
      throw new IllegalStateException("no load without wrk");
    }
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    LimitsLoad run = new LimitsLoad(Files.createTempDirectory("glebe-limits-"));
    run.all();
    LOG.info(
        "load average at the start {}\n{}",
        String.format(Locale.ROOT, "%.1f", load),
        String.join("\n", run.rows));
  }

  private void all() throws Exception {
    try (GlebeProcess free = platform("free", Map.of("GLEBE_RATE_LIMITS", ""));
        GlebeProcess byDefault = platform("default", Map.of());
        GlebeProcess low =
            platform("low", Map.of("GLEBE_RATE_LIMITS", "farm=" + LOW + "/" + AT_ONCE))) {
      rows.add("| at full speed | limits | /s | CPU us | not 2xx |");
      rows.add("|---|---|---|---|---|");
      fullSpeed("cached tile", SampleTiles.paths().getFirst(), free, byDefault);
      fullSpeed("list of fields", FIELDS, free, byDefault);
      rows.add("| the other caller | p50 ms | p99 ms | refused | greedy: 2xx /s, refused /s |");
      rows.add("|---|---|---|---|---|");
      greedy(free, low);
    }
  }

  private GlebeProcess platform(String name, Map<String, String> limits)
      throws IOException, InterruptedException {
    Map<String, String> settings = new HashMap<>(limits);
    settings.put("GLEBE_ACCESS_LOG", "false");
    GlebeProcess started =
        GlebeProcess.begin(
            folder.resolve(name + "/data"),
            new GlebeProcess.Launch(List.of(), System.getProperty("java.class.path"), settings));
    started.await(DEVELOPMENT_TOKEN);
    return started;
  }

  private void fullSpeed(String what, String path, GlebeProcess free, GlebeProcess byDefault)
      throws Exception {
    List<GlebeProcess> both = List.of(free, byDefault);
    for (GlebeProcess one : both) {
      greedyWrk(one, path, "owner").run(WARM_UP_SECONDS, CONNECTIONS, request(path));
    }
    double[][] perSecond = new double[2][ROUNDS];
    double[][] micros = new double[2][ROUNDS];
    long[] failed = new long[2];
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < 2; i++) {
        long cpu = both.get(i).cpuNanos();
        Rate rate =
            greedyWrk(both.get(i), path, "owner").run(ROUND_SECONDS, CONNECTIONS, request(path));
        perSecond[i][round] = rate.perSecond();
        micros[i][round] =
            (both.get(i).cpuNanos() - cpu) / 1e3 / (rate.perSecond() * ROUND_SECONDS);
        failed[i] += rate.failed();
      }
    }
    for (int i = 0; i < 2; i++) {
      rows.add(
          String.format(
              Locale.ROOT,
              "| %s | %s | %,.0f | %.1f | %d |",
              what,
              i == 0 ? "none" : "default",
              median(perSecond[i]),
              median(micros[i]),
              failed[i]));
    }
  }

  private void greedy(GlebeProcess free, GlebeProcess low) throws Exception {
    greedyWrk(low, FIELDS, "owner").run(WARM_UP_SECONDS, CONNECTIONS, request(FIELDS));
    polite("warm-up", low);
    rows.removeLast();
    polite("alone", free);
    beside("beside a greedy one, no limits", free);
    beside("beside a greedy one, farm=" + LOW, low);
    polite("alone again", free);
  }

  private void beside(String name, GlebeProcess platform) throws Exception {
    Wrk wrk = greedyWrk(platform, FIELDS, "owner");
    int seconds = SAMPLES * PAUSE_MILLIS / 1000;
    CompletableFuture<Rate> greedy =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return wrk.run(seconds, CONNECTIONS, request(FIELDS));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    polite(name, platform);
    Rate rate = greedy.get();
    double refused = (double) rate.failed() / seconds;
    rows.add(
        rows.removeLast()
            + String.format(
                Locale.ROOT, " %,.0f, %,.0f |", Math.max(0, rate.perSecond() - refused), refused));
  }

  /** Sends requests at a constant rate, as another user than the greedy caller. */
  private void polite(String name, GlebeProcess platform) throws Exception {
    String token = token(platform, "manager");
    double[] millis = new double[SAMPLES];
    int refused = 0;
    for (int i = 0; i < SAMPLES; i++) {
      long from = System.nanoTime();
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(at(platform, FIELDS))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      long took = System.nanoTime() - from;
      millis[i] = took / 1e6;
      refused += answer.statusCode() == 200 ? 0 : 1;
      Thread.sleep(Math.max(0, PAUSE_MILLIS - took / 1_000_000));
    }
    Arrays.sort(millis);
    rows.add(
        String.format(
            Locale.ROOT,
            "| %s | %.2f | %.2f | %d |",
            name,
            median(millis),
            millis[(int) (SAMPLES * 0.99)],
            refused));
  }

  private Wrk greedyWrk(GlebeProcess platform, String path, String user) throws Exception {
    boolean farm = path.startsWith("/v1");
    return new Wrk(
        "http://127.0.0.1:" + platform.port(), farm ? token(platform, user) : DEVELOPMENT_TOKEN);
  }

  private static String request(String path) {
    String whole = path.startsWith("/v1") ? path : "/api/v2" + path;
    return "request = function() return wrk.format(\"GET\", \"" + whole + "\") end";
  }

  private String token(GlebeProcess platform, String user) throws Exception {
    String form = "grant_type=" + GRANT + "&user=" + user + "&audience=farm-api&scope=farm-read";
    HttpResponse<byte[]> answer =
        client.send(
            HttpRequest.newBuilder(at(platform, "/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    JsonNode token = Json.parseObject(answer.body()).path("access_token");
    if (!token.isTextual()) {
      throw new IllegalStateException("no token: " + answer.statusCode());
    }
    return token.asText();
  }

  private static URI at(GlebeProcess platform, String path) {
    return URI.create("http://127.0.0.1:" + platform.port() + path);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
