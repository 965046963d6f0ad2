package io.glebe.api.spatio.item;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.Guest;
import io.glebe.api.spatio.HeldRequest;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients that begin a load of features and do not go on. */
@Execution(ExecutionMode.SAME_THREAD)
final class FeatureLoadsTest {
  private static final int CONNECTIONS =
      Settings.defaults().get(StorageSettings.DATABASE_BACKGROUND_POOL);
  private static final int PLACES =
      Settings.defaults().get(SpatioSettings.FEATURE_LOADS_PER_CALLER);
  private static final String LINES = "application/x-ndjson";

  private final SpatioClient client = new SpatioClient("/api/v2");
  private final List<HeldRequest> held = new ArrayList<>();

  @AfterEach
  void leave() throws IOException {
    for (HeldRequest request : held) {
      request.close();
    }
  }

  private static byte[] lines(int features) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < features; i++) {
      lines.append(
          "{\"type\":\"Feature\",\"id\":\"f%d\",\"geometry\":null,\"properties\":{}}\n"
              .formatted(i));
    }
    return lines.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private HeldRequest begin(String collection) throws IOException {
    HeldRequest request =
        HeldRequest.half(
            client, "POST", "/collections/" + collection + "/items", LINES, lines(10_000));
    held.add(request);
    return request;
  }

  private static HttpResponse<byte[]> observe(UUID farm) {
    long datastream =
        DatastreamRow.ofFarm(TestPlatform.shared().platform().infrastructure().database(), farm);
    return SpatioClient.exchange(
        HttpRequest.newBuilder(
                TestPlatform.shared().uri("/sta/v1.1/Datastreams(" + datastream + ")/Observations"))
            .header("Authorization", "Bearer glebe-dev-token")
            .header("Content-Type", Json.MEDIA_TYPE)
            .POST(HttpRequest.BodyPublishers.ofString("{\"result\": 1}")));
  }

  @Test
  void neitherObservationsNorOtherLoadsWaitForThem() throws IOException {
    String stalled = client.collection();
    List<HeldRequest> loads = new ArrayList<>(List.of(begin(stalled)));
    for (int i = 0; i < CONNECTIONS; i++) {
      loads.add(begin(client.collection()));
    }

    expect(201, observe(SpatioClient.FARM));
    expect(
        200,
        client.post(
            "/collections/" + stalled + "/items",
            LINES,
            new String(lines(3), StandardCharsets.US_ASCII)));

    for (HeldRequest load : loads) {
      assertThat(load.finish()).isEqualTo(200);
    }
    expect(200, client.get("/collections/" + stalled + "/items/f9999"));
  }

  @Test
  @Tag("GLEBE_FEATURE_LOADS_PER_CALLER")
  void oneCallerHasAShareOfThePlaces() throws IOException {
    String collection = client.collection();
    int more = 8;
    for (int i = 0; i < PLACES + more; i++) {
      begin(collection);
    }
    await().until(() -> refused().size() == more);
    assertThat(refused()).containsOnly(429);
    HttpResponse<byte[]> refusal = client.post("/collections/" + collection + "/items", LINES, "");
    expect(429, refusal);
    assertThat(refusal.headers().firstValue("Retry-After")).isPresent();

    Guest other = new Guest();
    ObjectNode body = Json.object().put("id", "others-" + other.farm).put("title", "Others");
    other.made("POST", "/api/v2/collections", body.put("farmId", other.farm.toString()));
    ObjectNode feature = Json.object().put("type", "Feature").put("id", "a");
    feature.putNull("geometry").putObject("properties");
    other.made("POST", "/api/v2/collections/others-" + other.farm + "/items", feature);
  }

  /** The statuses of the requests that have been answered. */
  private List<Integer> refused() throws IOException {
    List<Integer> statuses = new ArrayList<>();
    for (HeldRequest request : held) {
      request.answered().ifPresent(statuses::add);
    }
    return statuses;
  }
}
