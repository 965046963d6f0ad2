package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that are generated from the served documents, valid ones and invalid ones, sent as the
 * owner of the sample farm, and to the app registry as an administrator. Every response is
 * documented and none is a 5xx; every invalid request is refused with a problem document. {@code
 * -Dglebe.contract.seed=N} repeats a run, {@code -Dglebe.contract.rounds=N} makes it longer.
 */
final class ContractFuzzTest {
  private static final long SEED = Long.getLong("glebe.contract.seed", 20_261_123L);
  private static final int ROUNDS = Integer.getInteger("glebe.contract.rounds", 1);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The order in which a round sends the methods; only the last round deletes, at its end. */
  private static final List<String> METHODS = List.of("GET", "POST", "PATCH", "PUT", "DELETE");

  /** Operations that answer each part of a request by itself, and the sign of a refused part. */
  private static final Map<String, String> IN_PARTS =
      Map.of(
          "/v1/$batch", "\"status\":4",
          "/sta/v1.1/$batch", "\"status\":4",
          "/sta/v1.1/CreateObservations", "\"error");

  @TempDir private static Path folder;
  private static ReadMembers members;
  private static Platform platform;
  private static String server;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Random random = new Random(SEED);
  private final List<PublishedOperation> operations = new ArrayList<>();
  private final KnownPaths paths = new KnownPaths(random);

  @BeforeAll
  static void start() throws IOException {
    members = ReadMembers.install();
    platform =
        Platform.start(
            TestPlatform.settings(Files.createDirectory(folder.resolve("data")))
                .with(ProcessSettings.SAMPLE, "true"));
    server = platform.address();
  }

  @AfterAll
  static void stop() {
    try {
      platform.close();
    } finally {
      members.close();
    }
  }

  @Test
  void everyResponseIsDocumentedAndEveryInvalidRequestIsRefused() throws Exception {
    ServedDocuments.operations(server, "owner").values().forEach(operations::addAll);
    Map<Integer, Integer> statuses = sendAll();
    assertThat(operations).hasSizeGreaterThan(500);
    assertThat(statuses.get(200)).isGreaterThan(250);
    assertThat(statuses).containsKeys(201, 204, 400, 404, 422);
    operations.clear();
    ServedDocuments.operations(server, "admin").get("/v1").stream()
        .filter(each -> each.path().startsWith("/v1/admin/"))
        .forEach(operations::add);
    assertThat(operations).hasSizeGreaterThan(10);
    assertThat(sendAll()).containsKeys(200, 400, 404, 422);
    operations.clear(); // last, because it makes records that other operations list
    operations.addAll(ServedDocuments.services(server, "admin"));
    assertThat(sendAll()).containsKeys(200, 201, 400, 403, 404, 422);
  }

  @Test
  void theAppRegistryAnswersAsItsDocumentSays() throws Exception {
    operations.addAll(ServedDocuments.store(server, "admin"));
    assertThat(sendAll()).containsKeys(200, 400, 404, 422);
  }

  /** The statuses of all responses, none of which differs from the documents. */
  private Map<Integer, Integer> sendAll() throws Exception {
    paths.learn(operations, list -> path -> json(list, path));
    Map<String, String> findings = new TreeMap<>();
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (PublishedOperation operation : inOrder(round == ROUNDS - 1)) {
        SchemaValues values = new SchemaValues(operation.check(), paths.ids(), random);
        for (GeneratedRequest request :
            new GeneratedRequest.Source(operation, paths, values, random).requests()) {
          members.begin();
          HttpResponse<String> response = send(request);
          unknown(request).ifPresent(text -> findings.put(operation + " members", text));
          statuses.merge(response.statusCode(), 1, Integer::sum);
          finding(request, response)
              .ifPresent(text -> findings.putIfAbsent(operation + " " + request.what(), text));
        }
      }
    }
    String run = "seed " + SEED + ", " + ROUNDS + " rounds, statuses " + statuses;
    System.out.println("requests from the documents: " + run);
    assertThat(findings.values()).as(run).isEmpty();
    return statuses;
  }

  private List<PublishedOperation> inOrder(boolean last) {
    List<PublishedOperation> order = new ArrayList<>(operations);
    order.removeIf(each -> !last && each.method().equals("DELETE"));
    Collections.shuffle(order, random);
    order.sort(
        Comparator.<PublishedOperation>comparingInt(each -> METHODS.indexOf(each.method()))
            .thenComparingInt(
                each -> each.method().equals("DELETE") ? -each.path().split("/", -1).length : 0));
    return order;
  }

  /** The members that the platform has read of a valid body and that no schema has. */
  private static Optional<String> unknown(GeneratedRequest request) {
    boolean isValid = !request.isInvalid() && !request.mediaType().isEmpty();
    Set<String> unknown =
        isValid
            ? members.undocumented(request.operation(), request.mediaType(), request.body())
            : Set.of();
    return unknown.isEmpty() ? Optional.empty() : Optional.of(request + " reads " + unknown);
  }

  private static Optional<JsonNode> json(PublishedOperation list, String path) {
    try {
      HttpResponse<String> response = send(new GeneratedRequest(list, path, "", "", false, "list"));
      String type = response.headers().firstValue("Content-Type").orElse("");
      return response.statusCode() == 200 && type.contains("json")
          ? Optional.of(Json.parse(response.body()))
          : Optional.empty();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(path, e);
    }
  }

  private static HttpResponse<String> send(GeneratedRequest request)
      throws IOException, InterruptedException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(server + request.target()))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + request.operation().token());
    if (!request.mediaType().isEmpty()) {
      builder.header("Content-Type", request.mediaType());
    }
    var body =
        request.mediaType().isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(request.body());
    try {
      return HTTP.send(
          builder.method(request.operation().method(), body).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (HttpTimeoutException e) {
      throw new AssertionError(request.toString(), e);
    }
  }

  /** The difference between a response and the promise of the document. */
  private static Optional<String> finding(GeneratedRequest request, HttpResponse<String> response) {
    int status = response.statusCode();
    PublishedOperation operation = request.operation();
    var answered = DocumentCheck.Answered.of(operation.method(), operation.path(), response);
    Optional<String> fault = operation.check().fault(operation.path(), answered, response.body());
    if (status >= 500) {
      fault = Optional.of("a failure of the server");
    } else if (request.isInvalid() && status < 400 && !refusesPart(operation, response.body())) {
      fault = Optional.of("an invalid request is accepted");
    } else if (request.what().equals(GeneratedRequest.REQUIRED_ONLY)
        && status == 400
        && operation.isPredictable()) {
      fault = missing(request, response.body());
    }
    Set<String> sent =
        status < 400
            ? operation.check().undocumented(operation.path(), answered, response.body())
            : Set.of();
    return fault
        .or(() -> sent.isEmpty() ? Optional.empty() : Optional.of("sends also " + sent))
        .map(
            text ->
                "%s %s: %s: %d %s%n    %s%n    %s"
                    .formatted(
                        operation.method(),
                        request.target(),
                        request.what(),
                        status,
                        text,
                        shortened(request.body()),
                        shortened(response.body())));
  }

  /** The parameter of the query that a refusal names, although it is optional. */
  private static Optional<String> missing(GeneratedRequest request, String body) {
    List<String> declared = new ArrayList<>();
    request
        .operation()
        .parameters("query")
        .forEach(each -> declared.add(each.path("name").asText()));
    return Json.parse(body)
        .path("violations")
        .valueStream()
        .map(violation -> violation.path("parameter").asText())
        .filter(declared::contains)
        .map(name -> "a valid request is refused for " + name)
        .findFirst();
  }

  private static boolean refusesPart(PublishedOperation operation, String body) {
    String refused = IN_PARTS.get(operation.path());
    return refused != null && body.contains(refused);
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), 500));
  }
}
