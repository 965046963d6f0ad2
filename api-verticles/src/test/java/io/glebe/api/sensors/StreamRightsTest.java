package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.json.Json;
import io.glebe.core.record.write.WriteRequest;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An open stream ends when its permission or its token becomes invalid. */
final class StreamRightsTest {
  private static final String END = "end";

  private final TestPlatform test = TestPlatform.shared();
  private final Platform platform = test.platform();
  private final IdentityModule identity = platform.identity();
  private final Onboarding onboarding =
      new Onboarding(platform.infrastructure().database(), platform.records().records());
  private final HttpClient client = HttpClient.newHttpClient();
  private final UUID farm = UUID.randomUUID();
  private UUID assignment;
  private HashedTokens.Issued reading;
  private HashedTokens.Issued writing;
  private long datastream;

  @BeforeEach
  void createFarmWithDatastreamAndReader() {
    onboarding.roles().await();
    UUID organization = UUID.randomUUID();
    onboarding.organization(organization, "Business").await();
    ObjectNode doc = Json.object().put("name", "Farm");
    onboarding.farm(farm, doc.put("organizationId", organization.toString())).await();
    writing = person("writer-" + farm, "OWNER").token();
    Person listener = person("listener-" + farm, "VIEWER");
    assignment = listener.assignment();
    reading = listener.token();
    datastream = datastream();
  }

  private record Person(UUID assignment, HashedTokens.Issued token) {}

  private Person person(String subject, String role) {
    UUID user =
        onboarding
            .user(new Onboarding.NewUser(subject, Optional.empty(), "Somebody", Optional.empty()))
            .await();
    UUID given = onboarding.assign(user, farm, role).await();
    return new Person(given, token(subject));
  }

  private HashedTokens.Issued token(String subject) {
    return tokens()
        .issue(
            new HashedTokens.Order(
                "streams",
                identity.recordIssuer(),
                subject,
                Set.of("sensor-api", "farm-api"),
                Set.of("sensor-read", "sensor-write", "farm-read", "farm-write"),
                Optional.empty()),
            Optional.empty())
        .await();
  }

  private HashedTokens tokens() {
    return new HashedTokens(platform.infrastructure().database(), InstantSource.system(), () -> {});
  }

  private long datastream() {
    return DatastreamRow.ofFarm(platform.infrastructure().database(), farm);
  }

  @AfterEach
  void close() {
    client.shutdownNow();
  }

  /** The lines of an open stream; the last one is {@link #END}. */
  private BlockingQueue<String> open(String path) throws Exception {
    HttpResponse<java.io.InputStream> answer =
        client.send(
            HttpRequest.newBuilder(test.uri(path))
                .header("Authorization", "Bearer " + reading.token())
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (var in =
                  new BufferedReader(
                      new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                  lines.add(line);
                }
              } catch (java.io.IOException e) {
                // the connection was closed, which is also an end
              }
              lines.add(END);
            });
    return lines;
  }

  private void observe(int result) {
    HttpResponse<String> answer =
        test.send(
            HttpRequest.newBuilder(
                    test.uri("/sta/v1.1/Datastreams(" + datastream + ")/Observations"))
                .header("Authorization", "Bearer " + writing.token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"result\": " + result + "}")));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private static String next(BlockingQueue<String> lines, String start) throws Exception {
    for (String line = ""; line != null; line = lines.poll(1, TimeUnit.MINUTES)) {
      if (line.startsWith(start)) {
        return line;
      }
    }
    throw new AssertionError("nothing that starts with " + start);
  }

  private void listensUntil(Runnable taken) throws Exception {
    BlockingQueue<String> lines = open("/sta/v1.1/Datastreams(" + datastream + ")/live");
    next(lines, "retry");
    observe(1);
    assertThat(next(lines, "data: ")).contains("\"result\":1");
    taken.run();
    long from = System.nanoTime();
    observe(2);
    for (String line = lines.poll(1, TimeUnit.MINUTES);
        !END.equals(line);
        line = lines.poll(1, TimeUnit.MINUTES)) {
      assertThat(line).isNotNull().doesNotContain("\"result\":2");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void aLiveStreamEndsWithTheAssignment() throws Exception {
    listensUntil(
        () ->
            platform
                .records()
                .records()
                .delete(
                    WriteRequest.of(
                        Caller.system(), Catalogue.standard().get("AccessAssignment"), assignment))
                .await());
  }

  @Test
  void aLiveStreamEndsWithTheToken() throws Exception {
    listensUntil(this::revoke);
  }

  /** Revokes the token over HTTP, as an administrator does. */
  private void revoke() {
    HttpResponse<String> token =
        test.send(
            HttpRequest.newBuilder(test.uri("/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "grant_type=urn%3Aglebe%3Aparams%3Aoauth%3Agrant-type%3Adevelopment"
                            + "&user=admin&scope=farm-read+farm-write")));
    String bearer = Json.parseObject(token.body()).path("access_token").asText();
    HttpResponse<String> gone =
        test.send(
            HttpRequest.newBuilder(test.uri("/v1/admin/tokens/" + reading.id()))
                .header("Authorization", "Bearer " + bearer)
                .DELETE());
    assertThat(gone.statusCode()).isEqualTo(204);
  }

  @Test
  void aStreamOfChangesEndsWithTheToken() throws Exception {
    BlockingQueue<String> lines = open("/v1/changes?collections=sites");
    next(lines, "retry");
    revoke();
    UUID site = UUID.randomUUID();
    ObjectNode doc = Json.object().put("id", site.toString()).put("originType", "USER");
    doc.put("farmId", farm.toString()).put("name", "Barn");
    HttpResponse<String> made =
        test.send(
            HttpRequest.newBuilder(test.uri("/v1/sites/" + site))
                .header("Authorization", "Bearer " + writing.token())
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(Json.write(doc))));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    for (String line = lines.poll(1, TimeUnit.MINUTES);
        !END.equals(line);
        line = lines.poll(1, TimeUnit.MINUTES)) {
      assertThat(line).isNotNull().doesNotContain(site.toString());
    }
  }
}
