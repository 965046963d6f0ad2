package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A platform is backed up by the command while clients write tasks, observations, slices and
 * attachments, and restored into new data folders.
 */
@Timeout(600)
class BackupCommandTest {
  private static final int SIDE = 64;
  private static final int OF_EACH_KIND = 6;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String SLICE =
      "/api/v2/collections/kept/layers/B04/data/binary?datetime=%sT10:00:00Z";
  private static final String TILE =
      "/api/v2/collections/kept/tiles/WebMercatorQuad/%d/%d/%d?layers=B04&datetime=%s";

  @TempDir Path folder;

  /** Requests of the farm owner to one process. */
  private record Client(String base, String token) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    static Client of(PlatformProcess process, Path data) throws IOException {
      String base = process.running().path("http").asText();
      return new Client(base, Glebe.run("token", "--data", data.toString()).out());
    }

    byte[] send(String method, String path, String type, byte[] body) throws Exception {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(base + path))
              .header(
                  "Authorization",
                  "Bearer " + (path.startsWith("/v1/") ? token : "glebe-dev-token"))
              .header("Content-Type", type)
              .timeout(PATIENCE)
              .method(method, BodyPublishers.ofByteArray(body))
              .build();
      HttpResponse<byte[]> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
      assertThat(answer.statusCode())
          .as(path + " " + new String(answer.body(), StandardCharsets.UTF_8))
          .isBetween(200, 299);
      return answer.body();
    }

    byte[] send(String method, String path, String json) throws Exception {
      return send(
          method,
          path,
          "application/json",
          json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    JsonNode get(String path) throws Exception {
      return Json.parse(send("GET", path, ""));
    }
  }

  /** A kind of write; the result is what a reader asks for to find it. */
  private interface Write {
    String run(int number) throws Exception;
  }

  /** Clients of several kinds, with the paths of what was acknowledged. */
  private static final class Load implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final Map<String, Set<String>> acknowledged = new ConcurrentHashMap<>();
    private final List<Throwable> failures = new ArrayList<>();

    void begin(String kind, Write write) {
      Set<String> paths = ConcurrentHashMap.newKeySet();
      acknowledged.put(kind, paths);
      threads.execute(
          () -> {
            try {
              for (int number = 1; !stop.get(); number++) {
                paths.add(write.run(number));
              }
            } catch (Throwable e) {
              synchronized (failures) {
                failures.add(e);
              }
            }
          });
    }

    boolean isUnderWay() {
      return !failures.isEmpty()
          || acknowledged.values().stream().allMatch(paths -> paths.size() >= OF_EACH_KIND);
    }

    Map<String, Set<String>> now() {
      Map<String, Set<String>> copy = new TreeMap<>();
      acknowledged.forEach((kind, paths) -> copy.put(kind, Set.copyOf(paths)));
      return copy;
    }

    @Override
    public void close() {
      stop.set(true);
      threads.close();
      assertThat(failures).isEmpty();
    }
  }

  private static void prepare(Client client, String farm) throws Exception {
    client.send("POST", "/api/v2/collections", "{'id': 'kept', 'farmId': '" + farm + "'}");
    client.send(
        "POST",
        "/api/v2/collections/kept/zarr/init",
        "{'crs': 'EPSG:3857', 'width': %d, 'height': %d, 'bbox': [1700000, 5700000, 1700640, 5700640]}"
            .formatted(SIDE, SIDE));
    client.send("POST", "/api/v2/collections/kept/layers", "{'name': 'B04', 'dtype': 'uint8'}");
  }

  private static String day(int number) {
    return LocalDate.of(2020, 1, 1).plusDays(number).toString();
  }

  /** The tile of zoom 14 that has the middle of the cube. */
  private static String tile(int zoom, String day) {
    double world = 20037508.342789244;
    int n = 1 << zoom;
    int x = (int) ((1_700_320 + world) / (2 * world) * n);
    int y = (int) ((world - 5_700_320) / (2 * world) * n);
    return TILE.formatted(zoom, x, y, day);
  }

  private static Load load(Client client) throws Exception {
    JsonNode field = client.get("/v1/fields?limit=1").path("items").path(0);
    String farm = field.path("farmId").asText();
    prepare(client, farm);
    String action =
        Json.parse(
                client.send(
                    "POST",
                    "/v1/actions",
                    "{'fieldId': '%s', 'type': 'SCOUTING'}".formatted(field.path("id").asText())))
            .path("id")
            .asText();
    String record =
        Json.parse(
                client.send(
                    "POST",
                    "/v1/farms/%s/fields/%s/records".formatted(farm, field.path("id").asText()),
                    "{'type': 'NOTE', 'actionId': '%s', 'payload': {'text': 'x'}}"
                        .formatted(action)))
            .path("id")
            .asText();
    String datastream =
        client.get("/sta/v1.1/Datastreams?$top=1").path("value").path(0).path("@iot.id").asText();
    Random random = new Random(22);
    Load load = new Load();
    load.begin("tasks", number -> task(client, farm));
    load.begin("observations", number -> observation(client, datastream, number));
    load.begin("slices", number -> slice(client, number));
    load.begin("attachments", number -> attachment(client, record, random));
    return load;
  }

  private static String task(Client client, String farm) throws Exception {
    String id = UUID.randomUUID().toString();
    client.send(
        "PUT",
        "/v1/tasks/" + id,
        "{'id': '%s', 'name': 'written', 'farmId': '%s', 'status': 'PLANNED', 'originType': 'USER'}"
            .formatted(id, farm));
    return "/v1/tasks/" + id;
  }

  private static String observation(Client client, String datastream, int number) throws Exception {
    String time = day(number) + "T03:00:00Z";
    String stream = "/sta/v1.1/Datastreams(" + datastream + ")/Observations";
    client.send("POST", stream, "{'result': %d, 'phenomenonTime': '%s'}".formatted(number, time));
    return stream + "?$filter=phenomenonTime%20eq%20" + time + "&$select=result,phenomenonTime";
  }

  private static String slice(Client client, int number) throws Exception {
    byte[] cells = new byte[SIDE * SIDE];
    new Random(number).nextBytes(cells);
    client.send("PUT", SLICE.formatted(day(number)), "application/octet-stream", cells);
    return tile(14, day(number));
  }

  private static String attachment(Client client, String record, Random random) throws Exception {
    byte[] content = new byte[2_000];
    random.nextBytes(content);
    String head =
        "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n";
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.write(head.getBytes(StandardCharsets.UTF_8));
    form.write(content);
    form.write("\r\n--XyZ--".getBytes(StandardCharsets.UTF_8));
    JsonNode made =
        Json.parse(
            client.send(
                "POST",
                "/v1/records/" + record + "/attachments",
                "multipart/form-data; boundary=XyZ",
                form.toByteArray()));
    return URI.create(made.path("downloadUrl").asText()).getRawPath();
  }

  private static Map<String, String> answers(Client client, Map<String, Set<String>> paths)
      throws Exception {
    Map<String, String> answers = new TreeMap<>();
    for (Set<String> kind : paths.values()) {
      for (String path : kind) {
        byte[] body = client.send("GET", path, "application/json", new byte[0]);
        String text = new String(body, StandardCharsets.ISO_8859_1);
        answers.put(path, text.replace(client.base, ""));
      }
    }
    return answers;
  }

  private Path data(String name) {
    return folder.resolve(name);
  }

  private Glebe.CommandResult command(String name, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--data");
    all.add(data(name).toString());
    return Glebe.run(all.toArray(String[]::new));
  }

  /** Restores a backup into a new folder, starts a platform there and asks it. */
  private Map<String, String> restored(String name, String id, Map<String, Set<String>> paths)
      throws Exception {
    Glebe.CommandResult restore =
        command(name, "restore", folder.resolve("target").toString(), "--backup", id);
    assertThat(restore.code()).as(restore.err()).isZero();
    try (PlatformProcess process = PlatformProcess.shortLived(data(name), Map.of())) {
      return answers(Client.of(process, data(name)), paths);
    }
  }

  /** Restores into a new folder in processes that are killed, each in another step. */
  private void killRestores(String name, String id) throws Exception {
    for (String step : List.of("schema", "objects", "rows")) {
      List<String> command = PlatformProcess.shortLivedJava();
      command.addAll(List.of(Main.class.getName(), "restore", folder.resolve("target").toString()));
      command.addAll(List.of("--backup", id, "--data", data(name).toString()));
      Process restore = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (BufferedReader lines = restore.inputReader()) {
        Predicate<String> begins =
            line -> line.startsWith("glebe: making") || line.startsWith("glebe: copying");
        assertThat(lines.lines().filter(begins).anyMatch(line -> line.contains(step)))
            .as(step)
            .isTrue();
      } finally {
        restore.destroyForcibly().waitFor();
      }
    }
  }

  private static String id(Glebe.CommandResult backup) {
    assertThat(backup.code()).as(backup.err()).isZero();
    return backup.out().split("[ :]", -1)[1];
  }

  @Test
  void aPlatformUnderLoadIsBackedUpAndRestoredTileByTile() throws Exception {
    String target = folder.resolve("target").toString();
    Map<String, Set<String>> before;
    Map<String, Set<String>> all;
    Map<String, String> answersBefore;
    Map<String, String> answersOfAll;
    String underLoad;
    String atRest;
    try (PlatformProcess source = PlatformProcess.withSample(data("source"), true)) {
      Client client = Client.of(source, data("source"));
      try (Load load = load(client)) {
        await("writes of each kind").atMost(PATIENCE).until(load::isUnderWay);
        assertThat(load.failures).isEmpty();
        before = load.now();
        underLoad = id(command("source", "backup", target));
        load.stop.set(true);
        load.threads.close();
        all = load.now();
      }
      atRest = id(command("source", "backup", target));
      Set<String> tiles = new TreeSet<>(all.get("slices"));
      tiles.add(tile(12, day(1)));
      tiles.add(tile(13, day(2)));
      tiles.add(
          "/api/v2/collections/demo-s2/tiles/WebMercatorQuad/14/8897/5827?layers=NDVI&datetime=2026-06-22");
      all.put("slices", tiles);
      answersBefore = answers(client, before);
      answersOfAll = answers(client, all);
      assertThat(command("source", "restore", target).code())
          .as("a running platform is not restored into")
          .isEqualTo(1);
    }
    Glebe.CommandResult verified = command("source", "backup", target, "--verify");
    assertThat(verified.code()).as(verified.out()).isZero();
    assertThat(command("source", "backup", target, "--list").out()).contains(underLoad, atRest);
    assertThat(restored("first", underLoad, before)).isEqualTo(answersBefore);
    killRestores("second", atRest);
    assertThat(restored("second", atRest, all)).isEqualTo(answersOfAll);
  }
}
