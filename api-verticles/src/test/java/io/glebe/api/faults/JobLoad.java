package io.glebe.api.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** Starts bulk jobs, each of which has to be completed. */
final class JobLoad {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final String JOBS = "/api/v2/collections/jobs/";

  /** Jobs that may be open at a time. */
  private static final int MOST = 4;

  private final FaultClient client;
  private final byte[] wanted;
  private final Set<String> open = ConcurrentHashMap.newKeySet();

  JobLoad(FaultClient client, String collection) {
    this.client = client;
    ObjectNode job = Json.object().put("collection", collection).put("output", "pmtiles");
    job.putArray("layers").add("NDVI");
    job.putObject("zooms").put("min", 13).put("max", 16);
    wanted = Json.bytes(job);
  }

  void begin(LoadThreads threads, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    threads.repeat("jobs", PAUSE, () -> submit(random.nextInt(client.gateways())));
  }

  private void submit(int gateway) throws IOException, InterruptedException {
    if (open.size() >= MOST) {
      return;
    }
    HttpResponse<byte[]> answer =
        client.send(
            gateway,
            Audience.SPATIO,
            "POST",
            "/api/v2/collections/bulk-operations",
            Json.MEDIA_TYPE,
            wanted);
    if (answer.statusCode() == 202) {
      open.add(Json.parseObject(answer.body()).path("id").asText());
    }
  }

  /** The accepted jobs since the last check. */
  Set<String> expected() {
    return Set.copyOf(open);
  }

  /** Those that a gateway does not show as completed; the others are forgotten. */
  List<String> unfinished(int gateway, Set<String> expected) throws InterruptedException {
    List<String> unfinished = new ArrayList<>();
    for (String job : expected) {
      String state = open.contains(job) ? state(gateway, job) : "COMPLETED";
      if (state.equals("COMPLETED")) {
        open.remove(job);
      } else {
        unfinished.add("job " + job + " is " + state);
      }
    }
    return unfinished;
  }

  private String state(int gateway, String job) throws InterruptedException {
    try {
      HttpResponse<byte[]> answer = client.get(gateway, Audience.SPATIO, JOBS + job);
      return answer.statusCode() == 200
          ? Json.parseObject(answer.body()).path("state").asText()
          : "answered with " + answer.statusCode();
    } catch (IOException lost) {
      return "not answered";
    }
  }
}
