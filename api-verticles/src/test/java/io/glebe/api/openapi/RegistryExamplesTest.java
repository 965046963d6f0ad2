package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
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
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published examples of the app registry and of the service registry, sent in the order of the
 * life of an app and of a service.
 */
final class RegistryExamplesTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** The field in the example of an order. */
  private static final String FIELD = "01a20aff-b3df-7f10-be05-dbb2d7558996";

  @TempDir private static Path folder;
  private static Platform platform;
  private static String server;

  private final Map<String, String> given = new HashMap<>();
  private final Set<String> sent = new TreeSet<>();
  private AnswerRecorder recorder = AnswerRecorder.of("/store", "http://localhost:8080");

  @BeforeAll
  static void start() throws IOException {
    platform =
        Platform.start(
            TestPlatform.settings(Files.createDirectory(folder.resolve("data")))
                .with(ProcessSettings.SAMPLE, "true"));
    server = platform.address();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static Map<String, PublishedOperation> byId(List<PublishedOperation> operations) {
    return operations.stream()
        .filter(each -> !each.described().path("tags").path(0).asText().equals("documentation"))
        .collect(
            Collectors.toMap(
                each -> each.described().path("operationId").asText(), Function.identity()));
  }

  /** Sends the examples of these operations, each of which must succeed as its document says. */
  private JsonNode send(Map<String, PublishedOperation> operations, String... ids)
      throws IOException, InterruptedException {
    JsonNode answer = Json.object();
    for (String id : ids) {
      PublishedOperation operation = operations.get(id);
      ExampleRequest request = ExampleRequest.of(operation, given).getFirst();
      String body = request.body().replace(FIELD, given.getOrDefault("fieldId", FIELD));
      HttpRequest.Builder builder =
          HttpRequest.newBuilder(URI.create(server + request.target()))
              .header("Authorization", "Bearer " + operation.token())
              .method(operation.method(), HttpRequest.BodyPublishers.ofString(body));
      if (!request.mediaType().isEmpty()) {
        builder.header("Content-Type", request.mediaType());
      }
      HttpResponse<InputStream> response =
          HTTP.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        String text =
            operation.streams() ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        assertThat(response.statusCode()).as(request + " " + text).isLessThan(300);
        var answered = DocumentCheck.Answered.of(operation.method(), operation.path(), response);
        assertThat(
                operation
                    .check()
                    .fault(operation.path(), answered, text.isEmpty() ? "event: none" : text))
            .as(request.toString())
            .isEmpty();
        recorder.note(
            operation,
            response.statusCode(),
            response.headers().firstValue("Content-Type").orElse(""),
            text);
        answer = text.isEmpty() ? answer : Json.parse(text);
      }
      sent.add(id);
    }
    return answer;
  }

  @Test
  void everyExampleOfTheAppRegistrySucceeds() throws Exception {
    recorder = AnswerRecorder.of("/store", server);
    Map<String, PublishedOperation> developer = byId(ServedDocuments.store(server, "developer"));
    Map<String, PublishedOperation> reviewer = byId(ServedDocuments.store(server, "reviewer"));
    given.put("appId", send(developer, "registerApp").path("appId").asText());
    send(developer, "listApps", "getApp", "replaceAppVersion", "getAppVersion");
    send(developer, "submitAppVersion");
    send(reviewer, "listAppReviews", "rejectAppVersion");
    given.put("number", send(developer, "addAppVersion").path("number").asText());
    send(developer, "submitAppVersion", "withdrawAppVersion");
    given.put("number", send(developer, "addAppVersion").path("number").asText());
    send(developer, "submitAppVersion");
    send(reviewer, "approveAppVersion");
    send(developer, "listAppVersions", "withdrawApp");
    assertThat(sent).isEqualTo(developer.keySet());
    assertThat(recorder.finish()).as("answers with another form than their examples").isEmpty();
  }

  @Test
  void everyExampleOfTheServiceRegistrySucceeds() throws Exception {
    recorder = AnswerRecorder.of("/services", server);
    Map<String, PublishedOperation> maintainer =
        byId(ServedDocuments.services(server, "maintainer"));
    Map<String, PublishedOperation> owner = byId(ServedDocuments.services(server, "owner"));
    given.put("serviceId", send(maintainer, "onboardService").path("id").asText());
    send(maintainer, "listServices", "getService", "replaceService");
    JsonNode renewed = send(maintainer, "renewServiceSecret");
    given.put("client_id", renewed.path("clientId").asText());
    given.put("client_secret", renewed.path("clientSecret").asText());
    String token = send(maintainer, "signInService").path("access_token").asText();
    Map<String, PublishedOperation> service = new HashMap<>();
    owner.forEach((id, each) -> service.put(id, withToken(each, token)));
    JsonNode field = field();
    given.put("farmId", field.path("farmId").asText());
    given.put("fieldId", field.path("id").asText());
    given.put("endsAt", Instant.now().plus(Duration.ofDays(1)).toString());

    order(owner);
    JsonNode message = send(service, "listMessages").path("items").path(0);
    given.put("messageId", message.path("id").asText());
    send(service, "streamMessages", "acknowledgeMessage");
    send(owner, "getCommission", "listCommissions");
    send(service, "completeCommission");
    send(owner, "listServiceResults");
    order(owner);
    send(service, "failCommission");
    order(owner);
    send(owner, "cancelCommission");
    order(owner);
    letDie(service, owner);
    assertThat(send(owner, "redeliverCommission").at("/delivery/state").asText())
        .isEqualTo("WAITING");
    send(maintainer, "disableService", "enableService"); // which ends the token
    assertThat(sent).isEqualTo(owner.keySet());
    assertThat(recorder.finish()).as("answers with another form than their examples").isEmpty();
  }

  private void order(Map<String, PublishedOperation> owner) throws Exception {
    given.put("commissionId", send(owner, "orderCommission").path("id").asText());
  }

  /** Lets the tries of the message of the last order end without an acknowledgement. */
  private void letDie(
      Map<String, PublishedOperation> service, Map<String, PublishedOperation> owner)
      throws Exception {
    send(service, "listMessages");
    String expire =
        "update service.message set tries = 1000, due_at = now() - interval '1 second'"
            + " where commission_id = $1::uuid";
    UUID commission = UUID.fromString(given.get("commissionId"));
    platform.infrastructure().database().query(expire, commission).await();
    await().until(() -> send(owner, "getCommission").at("/delivery/state").asText().equals("DEAD"));
  }

  private static PublishedOperation withToken(PublishedOperation operation, String token) {
    return new PublishedOperation(
        operation.check(), token, operation.path(), operation.method(), operation.described());
  }

  /** A field of the owner. */
  private static JsonNode field() throws IOException, InterruptedException {
    String token = ServedDocuments.operations(server, "owner").get("/v1").getFirst().token();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + "/v1/fields?limit=1"))
            .header("Authorization", "Bearer " + token)
            .build();
    String text = HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return Json.parse(text).path("items").path(0);
  }
}
