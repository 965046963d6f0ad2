package io.glebe.api.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.PartnerSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A platform with two partners: its own sandbox, and the sandbox of another platform, which a file
 * names.
 */
class SeveralPartnersTest {
  private static final String KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
  private static final String ONE_FARM =
      "{'organizations': [{'id': 'org-1', 'farms': [{'id': 'farm-12'}]}]}";

  @TempDir private static Path data;
  private static Platform platform;
  private static String token;

  private static Settings withPartners(Path folder, String partners) throws IOException {
    Path file = folder.resolve("partners.json");
    Files.writeString(file, partners.replace('\'', '"'));
    return TestPlatform.settings(folder.resolve("data"))
        .with(PartnerSettings.PARTNER_KEYS, KEY)
        .with(PartnerSettings.PARTNERS_FILE, file.toString());
  }

  private static String other(String name) {
    String elsewhere = TestPlatform.shared().uri(SandboxPartner.PATH).toString();
    return ("{'name': '%s', 'url': '%s', 'authorizeUrl': '%s/authorize', 'tokenUrl': '%s/token',"
            + " 'clientId': '%s', 'clientSecret': '%s', 'paging': 'header'}")
        .formatted(
            name, elsewhere, elsewhere, elsewhere, SandboxPartner.CLIENT, SandboxPartner.SECRET);
  }

  @BeforeAll
  static void start() throws IOException {
    platform =
        Platform.start(
            withPartners(data, "[" + other("green machines") + "]")
                .with(PartnerSettings.PARTNER_IMPORT_RECORDS, "10"));
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api&user=owner"
            + "&scope=farm-read+farm-write";
    token =
        Json.parseObject(form(platform.address() + "/dev/identity/token", form).body())
            .path("access_token")
            .asText();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static HttpResponse<String> sent(HttpRequest.Builder request) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<String> form(String address, String form) {
    return sent(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  private static HttpResponse<String> send(String method, String path, String body) {
    return sent(
        HttpRequest.newBuilder(URI.create(platform.address() + "/v1" + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token));
  }

  private static String code(String sandbox) {
    String back =
        form(sandbox + "/authorize", "account=demo&redirect_uri=http://localhost/back")
            .headers()
            .firstValue("Location")
            .orElseThrow();
    return back.substring(back.indexOf("code=") + "code=".length()).split("&", -1)[0];
  }

  private static void connect(String partner, String sandbox) {
    String grant = "{'code': '" + code(sandbox) + "', 'redirectUri': 'http://localhost/back'}";
    HttpResponse<String> connected = send("POST", "/vendors/" + partner + "/access-token", grant);
    assertThat(connected.statusCode()).as(connected.body()).isIn(200, 201);
  }

  private static int fieldsOf(String provider) {
    String path = "/fields?limit=1000&externalProvider=" + provider;
    return Json.parseObject(send("GET", path, "").body()).path("items").size();
  }

  @Test
  void aPersonConnectsToEachPartnerAndImportsFromEachUnderItsName() {
    connect("partner", platform.address() + SandboxPartner.PATH);
    HttpResponse<String> unconnected = send("GET", "/vendors/green%20machines/organizations", "");
    assertThat(unconnected.statusCode()).isEqualTo(409);
    assertThat(unconnected.body()).contains("/v1/vendors/green%20machines/access-token");
    connect("green%20machines", TestPlatform.shared().uri(SandboxPartner.PATH).toString());
    for (String partner : new String[] {"partner", "green%20machines"}) {
      assertThat(send("GET", "/vendors/" + partner + "/organizations", "").statusCode())
          .isEqualTo(200);
      HttpResponse<String> imported = send("POST", "/vendors/" + partner + "/import", ONE_FARM);
      assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
    }
    assertThat(fieldsOf("partner")).isEqualTo(3);
    assertThat(fieldsOf("green%20machines")).isEqualTo(3);
    String again = send("POST", "/vendors/green%20machines/import", ONE_FARM).body();
    assertThat(Json.parseObject(again).path("created").asInt()).as(again).isZero();
  }

  @Test
  @Tag("GLEBE_PARTNER_IMPORT_RECORDS")
  void anImportOfTooManyRecordsImportsNothing() {
    connect("partner", platform.address() + SandboxPartner.PATH);
    int before = fieldsOf("partner");
    String all = "{'organizations': [{'id': 'org-1'}]}";
    HttpResponse<String> refused = send("POST", "/vendors/partner/import", all);
    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(refused.body()).contains("more than 10 records");
    assertThat(fieldsOf("partner")).isEqualTo(before);
    assertThat(send("POST", "/vendors/partner/import", ONE_FARM).statusCode()).isEqualTo(200);
  }

  @Test
  void anUnknownPartnerIsNotFoundAndTheAnswerNamesTheKnownOnes() {
    HttpResponse<String> unknown = send("GET", "/vendors/blue/organizations", "");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("partner, green machines");
  }

  @Test
  void aFaultyFileFailsTheStart(@TempDir Path folder) throws IOException {
    Settings twice = withPartners(folder, "[" + other("partner") + "]");
    assertThatThrownBy(() -> Platform.start(twice).close())
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("two partners have the name partner");
    Settings incomplete = withPartners(folder, "[{'name': 'blue'}]");
    assertThatThrownBy(() -> Platform.start(incomplete).close())
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("GLEBE_PARTNERS_FILE");
  }
}
