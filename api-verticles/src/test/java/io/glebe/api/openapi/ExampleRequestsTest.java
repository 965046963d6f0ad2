package io.glebe.api.openapi;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Surface;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published example of every operation, sent to a fresh platform with the sample. Examples
 * build on each other: a record is created before records that refer to it. So a pass over the
 * examples that write is repeated until all have succeeded or none succeeds any more; then follow
 * those that read and those that delete.
 */
final class ExampleRequestsTest {
  /** Members that say what the path says, which counts. */
  private static final Set<String> NAMED_BY_PATH = Set.of("createAtSensorPath Datastream");

  /** The place of a value in the answer to another operation. */
  private record Answer(String parameter, String operation, String pointer) {}

  /** Values that only the platform can give, which no example can have. */
  private static final Map<String, Answer> GIVEN =
      Map.ofEntries(
          entry("connectPartner", new Answer("code", "the redirect of the partner", "/code")),
          entry("getAuditLog", new Answer("id", "listAuditLog", "/items/0/id")),
          entry("getAlarmWebhook", webhook()),
          entry("deleteAlarmWebhook", webhook()),
          entry("testAlarmWebhook", webhook()),
          entry("listAlarmWebhookDeliveries", webhook()),
          entry(
              "deleteAlarmSubscription",
              new Answer("subscriptionId", "createAlarmSubscription", "/id")),
          entry("endDeviceAccount", new Answer("name", "createDeviceAccount", "/name")),
          entry("revokeToken", new Answer("id", "createToken", "/id")),
          entry("revokeTokenOfUser", new Answer("tokenId", "createToken", "/id")),
          entry("revokeViewerToken", new Answer("tokenId", "createViewerToken", "/id")),
          entry("getJob", new Answer("jobId", "submitBulkOperation", "/id")),
          entry("getJobOutput", new Answer("jobId", "submitBulkOperation", "/id")),
          entry("dismissJob", new Answer("jobId", "submitBulkOperation", "/id")),
          entry("downloadAttachmentOfAction", attachment("Action")),
          entry("streamAttachmentOfAction", attachment("Action")),
          entry("deleteAttachmentOfAction", attachment("Action")),
          entry("downloadAttachmentOfActions", attachment("Actions")),
          entry("streamAttachmentOfActions", attachment("Actions")),
          entry("deleteAttachmentOfActions", attachment("Actions")));

  /** Tiles that are selected by properties. */
  private static final Map<String, String> VECTOR_TILES =
      Map.of("collectionId", "demo-parcels", "tmsId", "WebMercatorQuad-Vector");

  @TempDir private static Path folder;
  private static ReadMembers members;
  private static Platform platform;
  private static String server;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Map<String, JsonNode> answers = new HashMap<>();
  private final Map<String, String> faults = new TreeMap<>();

  /** Members that an operation reads and its document does not have. */
  private final Set<String> undocumented = new TreeSet<>();

  /** Members that an operation sends and its document does not have. */
  private final Set<String> sentUndocumented = new TreeSet<>();

  /** Paths in the order in which requests succeeded; what depends on others comes last. */
  private final List<String> created = new ArrayList<>();

  private Map<String, List<PublishedOperation>> ofAdministrator = Map.of();

  /** Compares the answers of the document whose examples are sent. */
  private AnswerRecorder recorder = AnswerRecorder.of("/v1", "http://localhost:8080");

  private int succeeded;
  private int refused;

  private static Answer webhook() {
    return new Answer("webhookId", "createAlarmWebhook", "/id");
  }

  private static Answer attachment(String of) {
    return new Answer("attachmentId", "postAttachmentOf" + of, "/id");
  }

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
  void everyOperationHasAnExampleThatSucceeds() throws Exception {
    Map<String, List<PublishedOperation>> owned = ServedDocuments.operations(server, "owner");
    ofAdministrator = ServedDocuments.operations(server, "admin");
    answers.put("the redirect of the partner", consent());
    int all = 0;
    Set<String> others = new TreeSet<>();
    for (Map.Entry<String, List<PublishedOperation>> document : owned.entrySet()) {
      recorder = AnswerRecorder.of(document.getKey(), server);
      Predicate<PublishedOperation> own =
          operation -> operation.path().startsWith(document.getKey());
      all += sendAll(document.getValue().stream().filter(own).toList());
      all += sendAll(document.getValue().stream().filter(own.negate()).toList()); // legacy paths
      others.addAll(recorder.finish());
    }
    System.out.println(
        "examples: "
            + succeeded
            + " of "
            + all
            + " operations succeeded, "
            + refused
            + " wrong members were refused");
    assertThat(faults.values()).isEmpty();
    assertThat(others).as("answers that have another form than their examples").isEmpty();
    assertThat(succeeded).isEqualTo(all).isGreaterThan(500);
    assertThat(refused).as("members that the handlers read").isGreaterThan(2_000);
    assertThat(undocumented).as("members that are read and not documented").isEmpty();
    assertThat(sentUndocumented).as("members that are sent and not documented").isEmpty();
    assertThat(members.found()).as("bodies whose reading was noted").isGreaterThan(1_000);
  }

  @Test
  void everyOwnExampleBelongsToAnOperation() throws Exception {
    Set<String> names = new TreeSet<>();
    ServedDocuments.operations(server, "owner").values().stream()
        .flatMap(List::stream)
        .forEach(each -> names.add(name(each)));
    ServedDocuments.store(server, "owner").forEach(each -> names.add(name(each)));
    ServedDocuments.services(server, "owner").forEach(each -> names.add(name(each)));
    for (Surface surface :
        List.of(Surface.FARM, Surface.V2, Surface.SENSOR, Surface.STORE, Surface.SERVICES)) {
      assertThat(OperationExamples.of(surface).ids()).isNotEmpty().isSubsetOf(names);
    }
  }

  @Test
  void anOperationThatDeclaresOtherParametersTakesThem() throws Exception {
    int taken = 0;
    for (List<PublishedOperation> operations :
        ServedDocuments.operations(server, "owner").values()) {
      for (PublishedOperation operation : operations) {
        if (operation.parameters("query").stream()
            .anyMatch(each -> each.path("schema").has("additionalProperties"))) {
          boolean tiles = operation.path().contains("/tiles/");
          ExampleRequest example =
              ExampleRequest.of(operation, tiles ? VECTOR_TILES : Map.of()).getFirst();
          String more = (example.target().contains("?") ? "&" : "?") + "name=Dolina";
          assertThat(send(name(operation), example.with(more))).isEmpty();
          taken++;
        }
      }
    }
    assertThat(taken).isPositive();
  }

  /** The code with which the sandbox partner sends a person back. */
  private static JsonNode consent() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + "/dev/partner/authorize"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "account=demo&redirect_uri=http%3A%2F%2Flocalhost%2Fback"))
            .build();
    String location =
        HTTP.send(request, HttpResponse.BodyHandlers.discarding())
            .headers()
            .firstValue("Location")
            .orElseThrow();
    String code = location.replaceFirst(".*code=([^&]*).*", "$1");
    return Json.object().put("code", code);
  }

  /** Sends the examples of one API in phases; returns the number of operations. */
  private int sendAll(List<PublishedOperation> operations) throws Exception {
    send(operations, Set.of("POST", "PUT", "PATCH"));
    if (answers.containsKey("submitBulkOperation")) {
      job(operations);
    }
    send(operations, Set.of("GET"));
    for (PublishedOperation operation : operations) {
      if (!operation.method().equals("DELETE")) {
        sendForOtherForms(operation);
      }
      sendWrong(operation);
    }
    send(operations, Set.of("DELETE"));
    answers.remove("submitBulkOperation");
    return operations.size();
  }

  /** Asks for the answer in each of its forms, which may be those of other resources. */
  private void sendForOtherForms(PublishedOperation operation) throws Exception {
    for (String form : recorder.otherForms(operation)) {
      for (ExampleRequest example : ExampleRequest.of(operation, given(name(operation)))) {
        Optional<String> fault = send(name(operation), example.accepting(form));
        if (operation.method().equals("GET")
            && fault.filter(f -> !f.matches("(?s)40[36] .*")).isPresent()) {
          faults.put(operation + " " + form, fault.get());
        }
      }
    }
  }

  /** Sends the example with one wrong member after the other; each must be named in a refusal. */
  private void sendWrong(PublishedOperation operation) throws Exception {
    for (ExampleRequest example : ExampleRequest.of(operation, given(name(operation)))) {
      for (BodyMembers.Wrong wrong : BodyMembers.wrong(example)) {
        if (NAMED_BY_PATH.contains(name(operation) + " " + wrong.member())) {
          continue;
        }
        String fault = send(name(operation), wrong.request()).orElse("is accepted");
        if (fault.startsWith("403")
            && !operation.token().equals(administrator(operation).token())) {
          sendWrong(administrator(operation));
          return;
        }
        if (!fault.matches("(?s)4(00|03|22) .*\\n  .*\\n  .*" + wrong.member() + ".*")) {
          faults.put(operation + " " + wrong.member(), "a wrong " + wrong.member() + ": " + fault);
        }
        refused++;
      }
    }
  }

  private void job(List<PublishedOperation> operations) {
    PublishedOperation job =
        operations.stream().filter(each -> name(each).equals("getJob")).findFirst().orElseThrow();
    await().until(() -> attempt(job).isEmpty() && answer("getJob", "/state").equals("COMPLETED"));
  }

  private void send(List<PublishedOperation> operations, Set<String> methods) throws Exception {
    List<PublishedOperation> left = new ArrayList<>(operations);
    left.removeIf(each -> !methods.contains(each.method()));
    if (methods.contains("DELETE")) {
      left.sort(
          Comparator.<PublishedOperation>comparingInt(each -> -each.path().split("/", -1).length)
              .thenComparingInt(each -> -created.indexOf(each.path())));
    }
    Map<PublishedOperation, String> failed = new HashMap<>();
    for (boolean progress = true; progress && !left.isEmpty(); ) {
      int before = left.size();
      failed.clear();
      for (PublishedOperation operation : List.copyOf(left)) {
        Optional<String> fault = attempt(operation);
        if (fault.isPresent()) {
          failed.put(operation, fault.get());
        } else {
          left.remove(operation);
          created.add(operation.path());
        }
      }
      progress = left.size() < before;
      succeeded += before - left.size();
    }
    failed.forEach((operation, fault) -> faults.put(name(operation), operation + ": " + fault));
  }

  private static String name(PublishedOperation operation) {
    return operation
        .described()
        .path("operationId")
        .asText()
        .replaceFirst("(Legacy)?(Alias)*$", "");
  }

  private String answer(String operation, String pointer) {
    return answers.getOrDefault(operation, MissingNode.getInstance()).at(pointer).asText();
  }

  /** The fault of an example; empty when it succeeds for the owner or an administrator. */
  private Optional<String> attempt(PublishedOperation operation) throws Exception {
    Optional<String> fault = send(operation);
    if (fault.isPresent() && fault.get().startsWith("403")) {
      return send(administrator(operation));
    }
    return fault;
  }

  /** The same operation with the token of an administrator. */
  private PublishedOperation administrator(PublishedOperation operation) {
    return ofAdministrator.values().stream()
        .flatMap(List::stream)
        .filter(each -> each.toString().equals(operation.toString()))
        .findFirst()
        .orElseThrow();
  }

  private Map<String, String> given(String name) {
    Map<String, String> given = new HashMap<>();
    Optional.ofNullable(GIVEN.get(name))
        .ifPresent(from -> given.put(from.parameter(), answer(from.operation(), from.pointer())));
    if (name.equals("getJobOutput")) {
      given.put("name", answer("getJob", "/outputs/0/name"));
    }
    return given;
  }

  private Optional<String> send(PublishedOperation operation) throws Exception {
    String name = name(operation);
    try {
      for (ExampleRequest request : ExampleRequest.of(operation, given(name))) {
        Optional<String> fault = send(name, request);
        if (fault.isPresent()) {
          return fault;
        }
      }
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.of(e.getMessage());
    }
  }

  private Optional<String> send(String name, ExampleRequest request) throws Exception {
    PublishedOperation operation = request.operation();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(server + request.target()))
            .header("Authorization", "Bearer " + operation.token());
    request.headers().forEach(builder::header);
    if (!request.mediaType().isEmpty()) {
      builder.header("Content-Type", request.mediaType());
    }
    builder.method(operation.method(), HttpRequest.BodyPublishers.ofString(request.body()));
    members.begin();
    HttpResponse<InputStream> response =
        HTTP.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
    String type = response.headers().firstValue("Content-Type").orElse("");
    try (InputStream in = response.body()) {
      boolean endless = type.startsWith("text/event-stream");
      String body = endless ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      members
          .undocumented(operation, request.mediaType(), request.body())
          .forEach(member -> undocumented.add(name + " " + member));
      if (response.statusCode() >= 400) {
        return Optional.of(
            response.statusCode() + " to " + request + "\n  " + request.body() + "\n  " + body);
      }
      recorder.note(operation, response.statusCode(), type, body);
      if (type.contains("json")
          && !type.contains("ndjson")
          && !request.headers().containsKey("Accept")) {
        answers.put(name, Json.parse(body));
      }
      var answered = DocumentCheck.Answered.of(operation.method(), operation.path(), response);
      operation
          .check()
          .undocumented(operation.path(), answered, body)
          .forEach(member -> sentUndocumented.add(name + " " + member));
      return operation
          .check()
          .fault(operation.path(), answered, endless ? "event: none" : body)
          .map(text -> request + ": " + text);
    }
  }
}
