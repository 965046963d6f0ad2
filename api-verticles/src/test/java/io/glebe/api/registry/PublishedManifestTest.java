package io.glebe.api.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;

/** The manifest that the published document shows is accepted. */
class PublishedManifestTest {
  private static ObjectNode example(JsonNode document, String path, String method) {
    JsonNode media =
        document.path("paths").path(path).path(method).at("/requestBody/content/application~1json");
    JsonNode value = media.path("example");
    for (JsonNode each : media.path("examples")) {
      value = each.path("value");
    }
    assertThat(value.isObject()).as(method + " " + path + ": " + media).isTrue();
    return value.deepCopy();
  }

  @Test
  void theExampleOfAManifestIsRegisteredAndReplacesADraft() {
    StoreClient store = new StoreClient();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri("/store/openapi.json"));
    JsonNode document = Json.parse(TestPlatform.shared().send(request).body());
    ObjectNode first = example(document, "/store/apps", "post");
    String app = store.register(first.put("name", StoreClient.name()));
    ObjectNode next = example(document, "/store/apps/{appId}/versions", "post");
    store.addVersion(app, next.put("name", StoreClient.name()));
    ObjectNode reason = example(document, "/store/apps/{appId}/withdraw", "post");
    assertThat(store.post(StoreClient.DEVELOPER, app + "/withdraw", reason).statusCode())
        .isEqualTo(200);
  }
}
