package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.database.Database;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.database.fixture.ManyObservations;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of the sensor service on a platform with little memory for responses. */
final class SensorMemoryTest {
  private static final int OBSERVATIONS = 20_000;
  private static final int PAGE = 10_000;
  private static final int CLIENTS = 40;
  private static final String TOKEN = "glebe-dev-token";

  @TempDir private static Path folder;
  private static Platform platform;
  private static String list;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws Exception {
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(MemorySettings.RESPONSE_MEMORY, "16M")
                .with(MemorySettings.RESPONSE_MEMORY_OF_CALLER, "12M"));
    SpatioClient.founded(platform);
    long datastream = DatastreamRow.ofFarm(database(), SpatioClient.FARM);
    ManyObservations.store(database(), datastream, OBSERVATIONS, 60, 2);
    list = "Datastreams(" + datastream + ")/Observations?$top=" + PAGE + "&$count=true";
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static Database database() {
    return platform.infrastructure().database();
  }

  private static URI uri(String path) {
    return URI.create(platform.address() + "/sta/v1.1/" + path);
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + TOKEN);
  }

  private static double held() {
    return platform
        .infrastructure()
        .meters()
        .registry()
        .get("glebe.http.memory.held")
        .tag("kind", "responses")
        .gauge()
        .value();
  }

  private static void nothingIsHeld() {
    await().until(() -> held() == 0);
    await().until(() -> inTransactions() == 0);
  }

  private static long inTransactions() {
    return database()
        .query(
            """
            select count(*) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
            """)
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void fortyClientsGetTheirListOrARefusalAndNothingIsHeldAfterwards() {
    List<CompletableFuture<HttpResponse<String>>> all =
        IntStream.range(0, CLIENTS)
            .mapToObj(i -> http.sendAsync(request(list).build(), BodyHandlers.ofString()))
            .toList();
    List<HttpResponse<String>> answers = all.stream().map(CompletableFuture::join).toList();

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .contains(200)
        .isSubsetOf(200, 429, 503);
    for (HttpResponse<String> answer : answers) {
      if (answer.statusCode() == 200) {
        JsonNode page = Json.parse(answer.body());
        assertThat(page.path("@iot.count").asInt()).isEqualTo(OBSERVATIONS);
        assertThat(page.path("value")).hasSize(PAGE);
      } else {
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      }
    }
    nothingIsHeld();
  }

  @Test
  void clientsThatNeverReadHoldNoMoreThanTheBudget() throws IOException {
    List<RawConnection> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      RawConnection client = new RawConnection(uri(""));
      clients.add(client);
      client.say(
          "GET " + uri(list).getRawPath() + "?" + uri(list).getRawQuery() + " HTTP/1.1",
          "Host: 127.0.0.1",
          "Authorization: Bearer " + TOKEN,
          "");
    }
    await().until(() -> held() > 1 << 20);
    assertThat(held()).isLessThanOrEqualTo(12 << 20);
    for (RawConnection client : clients) {
      client.close();
    }
    nothingIsHeld();
  }

  @Test
  void theReadsOfABatchShareTheMemoryOfTheBatch() throws Exception {
    ArrayNode requests = Json.array();
    for (int i = 0; i < 8; i++) {
      requests.addObject().put("id", "r" + i).put("method", "get").put("url", list);
    }
    ObjectNode body = Json.object();
    body.set("requests", requests);
    HttpResponse<String> answer =
        http.send(
            request("$batch")
                .header("Content-Type", Json.MEDIA_TYPE)
                .POST(BodyPublishers.ofString(Json.write(body)))
                .build(),
            BodyHandlers.ofString());

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode responses = Json.parse(answer.body()).path("responses");
    assertThat(responses).hasSize(8);
    assertThat(responses.at("/0/body/value")).hasSize(PAGE);
    assertThat(responses.findValuesAsText("status"))
        .contains("200", "413")
        .isSubsetOf("200", "413");
    nothingIsHeld();
  }
}
