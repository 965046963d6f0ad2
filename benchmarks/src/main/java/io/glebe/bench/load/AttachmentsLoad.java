package io.glebe.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.Platform;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many simultaneous uploads. Each is a multipart form over its own connection, sent in pieces of 64
 * kB by the same process, so that the load generator and the platform share heap and cores. For
 * comparison, the same number of bytes is written to files without the platform.
 *
 * <p>{@code AttachmentsLoad [uploads] [megabytes each]}; defaults 100 and 50. Run it with {@code
 * GLEBE_JVM_OPTS=-Xmx512m}: the run must return 201 for each upload.
 */
public final class AttachmentsLoad {
  private static final Logger LOG = LoggerFactory.getLogger(AttachmentsLoad.class);
  private static final int PIECE = 64 * 1024;
  private static final String SQUARE =
      "{\"type\":\"Polygon\",\"coordinates\":[[[14,46],[14.01,46],[14.01,46.01],[14,46.01],[14,46]]]}";

  private final Platform platform;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String token;

  private AttachmentsLoad(Platform platform) throws Exception {
    this.platform = platform;
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api"
            + "&scope=farm-read+farm-write&user=owner";
    token =
        send("/dev/identity/token", "application/x-www-form-urlencoded", form, "")
            .path("access_token")
            .asText();
  }

  public static void main(String[] args) throws Exception {
    int uploads = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    int megabytes = args.length > 1 ? Integer.parseInt(args[1]) : 50;
    Path data = Files.createTempDirectory("glebe-load-");
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.DATA_DIR, data.toString())
            .with(HttpSettings.HTTP_PORT, "0")
            .with(HttpSettings.HTTP_HOST, "127.0.0.1")
            .with(HttpSettings.ACCESS_LOG, "false")
            .with(ProcessSettings.SAMPLE, "false")
            .with(SpatioSettings.WARM_UP, "false")
            .with(ProcessSettings.AREAS, "farm,identity,development-identity");
    try (Platform platform = Platform.start(settings)) {
      new AttachmentsLoad(platform).run(uploads, megabytes, data);
    }
  }

  private void run(int uploads, int megabytes, Path data) throws Exception {
    long bytes = megabytes * 1024L * 1024L;
    double plain = files(uploads, bytes, data);
    String path = "/v1/records/" + record() + "/attachments";
    long start = System.nanoTime();
    List<Integer> answers = concurrently(uploads, () -> upload(path, bytes));
    double seconds = (System.nanoTime() - start) / 1e9;
    long created = answers.stream().filter(status -> status == 201).count();
    long heap = Runtime.getRuntime().totalMemory() >> 20;
    LOG.info(
        "{} uploads of {} MB at once: {} created in {} s, {} MB/s; files alone {} MB/s; heap {} MB",
        uploads,
        megabytes,
        created,
        "%.1f".formatted(seconds),
        "%.0f".formatted(uploads * (double) megabytes / seconds),
        "%.0f".formatted(plain),
        heap);
    if (created != uploads) {
      throw new IllegalStateException((uploads - created) + " uploads were refused: " + answers);
    }
  }

  /** An upload, or the same write without the platform. */
  private interface Work {
    int run() throws Exception;
  }

  private static List<Integer> concurrently(int count, Work work) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Integer>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return work.run();
                  } catch (Exception e) {
                    LOG.warn("an upload failed", e);
                    return 0;
                  }
                },
                threads));
      }
      return all.stream().map(CompletableFuture::join).toList();
    }
  }

  private static double files(int count, long bytes, Path data) {
    long start = System.nanoTime();
    concurrently(
        count,
        () -> {
          Path file = Files.createTempFile(data, "plain-", ".bin");
          try (OutputStream out = Files.newOutputStream(file)) {
            write(out, bytes);
          }
          Files.delete(file);
          return 1;
        });
    return count * (bytes / 1048576.0) / ((System.nanoTime() - start) / 1e9);
  }

  private static void write(OutputStream out, long bytes) throws IOException {
    byte[] piece = new byte[PIECE];
    for (long sent = 0; sent < bytes; sent += PIECE) {
      out.write(piece, 0, (int) Math.min(PIECE, bytes - sent));
    }
  }

  private String record() throws Exception {
    String json = "application/json";
    String organization =
        send("/v1/organizations", json, "{\"name\":\"Load\"}", token).path("id").asText();
    String farm =
        send(
                "/v1/farms",
                json,
                "{\"name\":\"Load\",\"organizationId\":\"" + organization + "\"}",
                token)
            .path("id")
            .asText();
    String fields = "/v1/farms/" + farm + "/fields";
    String field =
        send(fields, json, "{\"name\":\"Load\",\"geometry\":" + SQUARE + "}", token)
            .path("id")
            .asText();
    String note = "{\"type\":\"NOTE\",\"payload\":{\"text\":\"load\"}}";
    return send(fields + "/" + field + "/records", json, note, token).path("id").asText();
  }

  private JsonNode send(String path, String type, String body, String bearer) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(platform.address() + path))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!bearer.isEmpty()) {
      request.header("Authorization", "Bearer " + bearer);
    }
    HttpResponse<String> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
    }
    return Json.parseObject(answer.body());
  }

  /** Writes the request to a socket directly, so that the client holds only one piece in memory. */
  private int upload(String path, long bytes) throws Exception {
    String head =
        "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"load.bin\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n";
    String tail = "\r\n--XyZ--\r\n";
    String request =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\n"
                .formatted(path, token)
            + "Content-Type: multipart/form-data; boundary=XyZ\r\nContent-Length: %d\r\n\r\n"
                .formatted(head.length() + bytes + tail.length());
    try (Socket socket = new Socket("localhost", platform.port())) {
      OutputStream out = socket.getOutputStream();
      out.write((request + head).getBytes(StandardCharsets.US_ASCII));
      write(out, bytes);
      out.write(tail.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return status(socket.getInputStream());
    }
  }

  private static int status(InputStream in) throws IOException {
    String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    return Integer.parseInt(answer.substring(9, 12));
  }
}
