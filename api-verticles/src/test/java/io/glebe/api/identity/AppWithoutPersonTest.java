package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.api.registry.StoreClient;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.Uuids;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Apps and service accounts that call the farm API as themselves, by client credentials. */
class AppWithoutPersonTest extends OidcFlow {
  private static final Map<String, String> GRANT =
      Map.of("grant_type", "client_credentials", "scope", "farm-read farm-write");

  private final StoreClient store = new StoreClient();
  private TestApp registered = app;
  private String path = "";

  @Override
  TestApp app() {
    return registered;
  }

  private void approve(boolean clientCredentials) {
    TestApp keys = TestApp.withNamedKey("app");
    ObjectNode manifest =
        StoreClient.manifest(StoreClient.name(), StoreClient.pair(), "farm-read", "farm-write");
    manifest.set("publicKeys", Json.parseObject(keys.jwks()).path("keys"));
    manifest.put("clientCredentials", clientCredentials);
    path = store.register(manifest);
    store.submit(path + "/versions/1");
    store.approveByTwo(path + "/versions/1");
    registered = keys.named(store.app(path).path("clientId").asText());
    awaitClient("ENABLED");
  }

  private void awaitClient(String state) {
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> assertThat(store.app(path).at("/client/state").asText()).isEqualTo(state));
  }

  private static String bearer(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(Browser.json(answer).has("refresh_token")).isFalse();
    return Browser.json(answer).path("access_token").asText();
  }

  private static HttpResponse<String> call(
      String bearer, String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .header("Authorization", "Bearer " + bearer)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return TestPlatform.shared().send(headers.length == 0 ? request : request.headers(headers));
  }

  private static int read(String bearer, TestFarm farm) {
    return call(bearer, "GET", "/v1/farms/" + farm.farm, "").statusCode();
  }

  @Test
  void anAppHasTheRolesOfItsOwnUserRecordAndNoOthers() {
    approve(true);
    String bearer = bearer(token(GRANT));
    TestFarm farm = new TestFarm("owner");
    TestFarm other = new TestFarm("owner");
    assertThat(read(bearer, farm)).as("without a User record").isEqualTo(403);
    farm.assign(registered.id(), "VIEWER");
    assertThat(read(bearer, farm)).isEqualTo(200);
    assertThat(read(bearer, other)).isEqualTo(403);
    assertThat(task(bearer, farm, UUID.randomUUID()).statusCode()).isEqualTo(403);
  }

  private static HttpResponse<String> task(
      String bearer, TestFarm farm, UUID id, String... headers) {
    ObjectNode body = TestFarm.json("{'name': 'Check', 'status': 'PLANNED'}");
    body.put("id", id.toString()).put("farmId", farm.farm.toString()).put("originType", "SERVICE");
    return call(bearer, "PUT", "/v1/tasks/" + id, Json.write(body), headers);
  }

  private static String job(String bearer, TestFarm farm) {
    UUID catalogue = UUID.randomUUID();
    UUID service = UUID.randomUUID();
    TestFarm.system("ServiceCatalogue", catalogue, "{'name': 'C'}");
    TestFarm.system(
        "ProcessingService",
        service,
        "{'name': 'S', 'provider': 'P', 'serviceCatalogueId': '" + catalogue + "'}");
    UUID job = Uuids.timeOrdered();
    ObjectNode body = TestFarm.json("{'status': 'RUNNING', 'originType': 'SERVICE'}");
    body.put("id", job.toString()).put("serviceId", service.toString());
    body.put("farmId", farm.farm.toString());
    HttpResponse<String> made = call(bearer, "PUT", "/v1/processing-jobs/" + job, Json.write(body));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return job.toString();
  }

  @Test
  void eachWriteOfAnAppNamesAJobOfTheSameApp() {
    approve(true);
    String bearer = bearer(token(GRANT));
    TestFarm farm = new TestFarm("owner");
    farm.assign(registered.id(), "OWNER");
    HttpResponse<String> withoutJob = task(bearer, farm, UUID.randomUUID());
    assertThat(withoutJob.statusCode()).as(withoutJob.body()).isEqualTo(422);
    assertThat(withoutJob.body()).contains("V03", "Processing-Job-Id");
    String others = job(TestFarm.token("owner"), farm);
    assertThat(task(bearer, farm, UUID.randomUUID(), "Processing-Job-Id", others).statusCode())
        .isEqualTo(422);
    String job = job(bearer, farm);
    HttpResponse<String> written = task(bearer, farm, UUID.randomUUID(), "Processing-Job-Id", job);
    assertThat(written.statusCode()).as(written.body()).isEqualTo(201);
    assertThat(Browser.json(written).path("clientId").asText()).isEqualTo(registered.id());
  }

  @Test
  void theTokenOfAServiceAccountIsForTheSensorServiceOnly() {
    String name = "account-" + UUID.randomUUID();
    TestPlatform.shared()
        .platform()
        .identity()
        .accounts()
        .put(name, "a-long-password", Set.of("sensor-read"))
        .await();
    Map<String, String> form =
        Map.of(
            "grant_type", "client_credentials",
            "client_id", name,
            "client_secret", "a-long-password");
    String bearer = bearer(browser.post(URI.create(tokenEndpoint), form));
    TestFarm farm = new TestFarm("owner");
    farm.assign(name, "OWNER");
    assertThat(read(bearer, farm)).isEqualTo(401);
    assertThat(call(bearer, "GET", "/sta/v1.1/Things", "").statusCode()).isEqualTo(200);
  }

  @Test
  void anAppDoesNotUseTheAppRegistryAndLosesItsTokensByItsWithdrawal() {
    approve(true);
    String bearer = bearer(token(GRANT));
    TestFarm farm = new TestFarm("owner");
    farm.assign(registered.id(), "VIEWER");
    assertThat(call(bearer, "GET", "/store/apps", "").statusCode()).isEqualTo(403);
    assertThat(read(bearer, farm)).isEqualTo(200);
    store.withdraw(path);
    assertThat(read(bearer, farm)).isEqualTo(401);
    awaitClient("DISABLED");
    isError(token(GRANT), 401, "invalid_client");
  }

  @Test
  void anAppWhoseManifestDoesNotSayItGetsNoTokenForItself() {
    approve(false);
    isError(token(GRANT), 400, "unauthorized_client");
  }

  @Test
  void aNewVersionCanEndIt() {
    approve(true);
    bearer(token(GRANT));
    ObjectNode manifest = (ObjectNode) store.version(path + "/versions/1").path("manifest");
    assertThat(manifest.path("clientCredentials").asBoolean()).isTrue();
    String second = store.addVersion(path, manifest.deepCopy().put("clientCredentials", false));
    store.submit(second);
    store.approveByTwo(second);
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> isError(token(GRANT), 400, "unauthorized_client"));
  }
}
