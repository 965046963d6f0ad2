package io.glebe.api.faults;

import io.glebe.api.cli.access.TokenRequestForm;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A client of all gateways. Statuses that no fault of a part explains are noted: an answer is of
 * success, or 503.
 */
final class FaultClient implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Set<Integer> EXPLAINED = Set.of(200, 201, 202, 204, 304, 503);
  private static final Set<Integer> OF_PROXY = Set.of(502, 504);
  private static final int MOST_NOTES = 20;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private final List<URI> gateways;
  private final Map<Audience, String> tokens = new EnumMap<>(Audience.class);
  private final Queue<String> unexplained = new ConcurrentLinkedQueue<>();

  FaultClient(List<URI> gateways) throws IOException, InterruptedException {
    this.gateways = gateways;
    for (Audience audience : Audience.values()) {
      HttpRequest request =
          HttpRequest.newBuilder(gateways.getFirst().resolve(TokenRequestForm.PATH))
              .header("Content-Type", TokenRequestForm.MEDIA_TYPE)
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      TokenRequestForm.form(FaultCluster.USER, audience.id())))
              .build();
      byte[] answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
      tokens.put(audience, Json.parseObject(answer).path("access_token").asText());
    }
  }

  int gateways() {
    return gateways.size();
  }

  HttpRequest.Builder request(int gateway, Audience audience, String path) {
    return request(gateways.get(gateway), audience, path);
  }

  HttpRequest.Builder request(URI platform, Audience audience, String path) {
    return HttpRequest.newBuilder(platform.resolve(path))
        .timeout(LIMIT)
        .header("Authorization", "Bearer " + Objects.requireNonNull(tokens.get(audience)));
  }

  /**
   * Sends a request.
   *
   * @throws IOException when there is no answer: whether the platform did it is not known
   */
  HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (!isExplained(answer) && unexplained.size() < MOST_NOTES) {
      unexplained.add(
          "%s %s: %d %s"
              .formatted(
                  request.method(),
                  request.uri(),
                  answer.statusCode(),
                  new String(answer.body(), StandardCharsets.UTF_8)));
    }
    return answer;
  }

  /** A proxy has statuses of its own while no gateway answers it. */
  private static boolean isExplained(HttpResponse<?> answer) {
    boolean ofProxy = answer.headers().firstValue("Server").orElse("").startsWith("nginx");
    return EXPLAINED.contains(answer.statusCode())
        || ofProxy && OF_PROXY.contains(answer.statusCode());
  }

  HttpResponse<byte[]> get(int gateway, Audience audience, String path)
      throws IOException, InterruptedException {
    return send(request(gateway, audience, path).build());
  }

  HttpResponse<byte[]> send(
      int gateway, Audience audience, String method, String path, String mediaType, byte[] body)
      throws IOException, InterruptedException {
    return send(
        request(gateway, audience, path)
            .header("Content-Type", mediaType)
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
            .build());
  }

  /** Opens a stream of events. */
  HttpResponse<InputStream> stream(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  /** Whether a gateway reports that it is ready. */
  boolean isReady(int gateway) throws InterruptedException {
    return isReady(gateways.get(gateway));
  }

  boolean isReady(URI address) throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(address.resolve("/health/ready")).timeout(LIMIT).build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException away) {
      return false;
    }
  }

  /** The value of a metric of a gateway, by its name and labels; 0 without it. */
  double metric(int gateway, String name) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(gateways.get(gateway).resolve("/metrics")).timeout(LIMIT).build();
    return http.send(request, HttpResponse.BodyHandlers.ofLines())
        .body()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  /** Answers that no fault explains. */
  List<String> unexplained() {
    return List.copyOf(unexplained);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
