package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.json.Json;
import io.glebe.core.sample.SampleIds;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleLoaderTest {
  @TempDir private Path data;

  @Test
  void theSampleFarmHasRecordsAndAnImage() throws Exception {
    var settings = TestPlatform.settings(data).with(ProcessSettings.SAMPLE, "true");
    try (Platform platform = Platform.start(settings);
        HttpClient client = HttpClient.newHttpClient()) {
      String path =
          "/v1/farms/" + SampleIds.FARM + "/fields/" + SampleIds.field(7) + "/records?limit=100";
      String token = token(client, platform);
      JsonNode items =
          Json.parseObject(get(client, token, platform.address() + path)).path("items");
      assertThat(items)
          .extracting(i -> i.path("type").asText())
          .containsExactly("SOIL_SAMPLE", "FERTILISATION", "SCOUTING");
      JsonNode image = items.get(2).path("attachments").get(0);
      assertThat(image.path("width").asInt()).isEqualTo(320);
      assertThat(get(client, token, image.path("streamUrl").asText())).contains("PNG");
      JsonNode parcels =
          Json.parseObject(
              get(
                  client,
                  "glebe-dev-token",
                  platform.address()
                      + "/api/v2/collections/demo-parcels/items?limit=5&facetby=crop"
                      + "&filter=status%3D%27verified%27%20AND%20area%3E10"));
      assertThat(parcels.path("features")).hasSize(5);
      assertThat(parcels.path("facets").path("crop")).isNotEmpty();
      devicesLeadToTheirThings(client, token, platform);
      everyTaskHasAPersonAndADate(client, token, platform);
    }
  }

  private static void everyTaskHasAPersonAndADate(
      HttpClient client, String token, Platform platform) throws Exception {
    Map<String, String> names = new HashMap<>();
    Json.parseObject(get(client, token, platform.address() + "/v1/workers"))
        .path("items")
        .forEach(one -> names.put(one.path("id").asText(), one.path("name").asText()));
    JsonNode tasks =
        Json.parseObject(get(client, token, platform.address() + "/v1/tasks")).path("items");
    assertThat(tasks)
        .hasSize(5)
        .allSatisfy(task -> assertThat(task.has("dueAt")).isTrue())
        .extracting(task -> names.get(task.path("assignedWorkerIds").path(0).asText()))
        .containsOnly("Farm worker", "Farm manager");
  }

  private static void devicesLeadToTheirThings(HttpClient client, String token, Platform platform)
      throws Exception {
    JsonNode devices =
        Json.parseObject(get(client, token, platform.address() + "/v1/devices")).path("items");
    int joined = 0;
    for (JsonNode device : devices) {
      if (device.has("sensorThingsUrl")) {
        String address = device.path("sensorThingsUrl").asText();
        JsonNode thing = Json.parseObject(get(client, "glebe-dev-token", address));
        assertThat(thing.at("/properties/fieldId")).isEqualTo(device.path("fieldId"));
        joined++;
      }
    }
    assertThat(joined).isEqualTo(2);
  }

  private static String token(HttpClient client, Platform platform) throws Exception {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api"
            + "&scope=farm-read&user=owner";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(platform.address() + "/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    String answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return Json.parseObject(answer).path("access_token").asText();
  }

  private static String get(HttpClient client, String token, String address) throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(address))
                .header("Authorization", "Bearer " + token)
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }
}
