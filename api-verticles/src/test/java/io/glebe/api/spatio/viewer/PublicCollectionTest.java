package io.glebe.api.spatio.viewer;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static io.glebe.api.spatio.viewer.Viewing.send;
import static io.glebe.api.spatio.viewer.Viewing.signIn;
import static io.glebe.api.spatio.viewer.Viewing.view;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.RawConnection.RawResponse;
import io.glebe.api.registry.StoreClient;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A public collection shows pictures to everybody; who shares it decides, at any time. */
class PublicCollectionTest {
  private final Viewing viewing = new Viewing();

  private static String header(HttpResponse<byte[]> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  @Test
  @Tag("GLEBE_PUBLIC_CACHE")
  void everybodySeesPicturesOfAPublicCollectionAndCachesMayShareThem() {
    assertThat(view(viewing.tile()).statusCode()).isEqualTo(401);
    HttpResponse<byte[]> made = expect(200, viewing.access("owner", "public"));
    assertThat(json(made).path("access").asText()).isEqualTo("public");
    for (String prefix : List.of("/api/v2", "")) {
      for (String rest :
          List.of(
              "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI",
              "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI&v=1",
              "/tiles/WebMercatorQuad/tilejson.json",
              "/map/render?width=20",
              "/legend")) {
        HttpResponse<byte[]> shown = expect(200, view(viewing.path(prefix, rest)));
        assertThat(header(shown, "Cache-Control")).as(rest).isEqualTo("public, max-age=600");
        assertThat(header(shown, "Vary")).doesNotContain("Authorization").doesNotContain("Cookie");
      }
    }
    HttpResponse<byte[]> own = send(signIn("owner"), "GET", viewing.tile(), "");
    assertThat(header(own, "Cache-Control")).startsWith("private");
    assertThat(header(own, "Vary")).contains("Authorization");
  }

  @Test
  void nothingButPicturesIsPublic() {
    expect(200, viewing.access("owner", "public"));
    for (String rest :
        List.of(
            "",
            "/items",
            "/layers",
            "/tiles",
            "/map",
            "/style",
            "/point/15.493,46.025",
            "/layers/NDVI/data/binary?datetime=2026-05-01T10:00:00Z")) {
      assertThat(view(viewing.path("/api/v2", rest)).statusCode()).as(rest).isEqualTo(401);
    }
    assertThat(view("/api/v2/collections").statusCode()).isEqualTo(401);
  }

  @Test
  void everybodyWhoIsSignedInReadsAPublicCollection() {
    String one = viewing.path("/api/v2", "");
    assertThat(send(signIn("neighbour"), "GET", one, "").statusCode()).isEqualTo(403);
    expect(200, viewing.access("owner", "public"));
    assertThat(send(signIn("neighbour"), "GET", one, "").statusCode()).isEqualTo(200);
    String list = "/api/v2/collections?limit=1000&filter=id%3D%27" + viewing.collection + "%27";
    assertThat(json(send(signIn("neighbour"), "GET", list, "")).path("collections")).hasSize(1);
    assertThat(send(signIn("neighbour"), "DELETE", one, "").statusCode()).isEqualTo(403);
    assertThat(viewing.access("neighbour", "farm").statusCode()).isEqualTo(403);
  }

  @Test
  void aCollectionThatIsNoLongerPublicIsClosedAtOnce() throws IOException {
    expect(200, viewing.access("owner", "public"));
    try (RawConnection connection = new RawConnection(TestPlatform.shared().uri("/"))) {
      RawResponse first = get(connection);
      RawResponse again = get(connection);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.headers()).containsEntry("Cache-Control", "public, max-age=600");
      if (Boolean.parseBoolean(System.getProperty("glebe.test.fastpath", "true"))) {
        assertThat(again.headers().get("Server-Timing")).doesNotContain("auth");
      }
      expect(200, viewing.access("owner", "farm"));
      assertThat(get(connection).status()).isEqualTo(401);
    }
  }

  private RawResponse get(RawConnection connection) throws IOException {
    connection.say("GET " + viewing.tile() + " HTTP/1.1", "Host: localhost", "");
    return connection.read(true);
  }

  @Test
  void onlyWhoMayGiveOthersAccessMakesACollectionPublic() {
    var platform = TestPlatform.shared().platform();
    Onboarding onboarding =
        new Onboarding(platform.infrastructure().database(), platform.records().records());
    UUID farm = UUID.randomUUID();
    UUID organization = UUID.randomUUID();
    onboarding.roles().await();
    onboarding.organization(organization, "Business").await();
    onboarding
        .farm(
            farm, Json.object().put("name", "Farm").put("organizationId", organization.toString()))
        .await();
    UUID worker =
        onboarding
            .user(new Onboarding.NewUser("worker", Optional.empty(), "Worker", Optional.empty()))
            .await();
    onboarding.assign(worker, farm, "WORKER").await();
    String id = "public-" + farm;
    String body = Json.write(Json.object().put("id", id).put("farmId", farm.toString()));
    String open = body.replace("{", "{\"access\": \"public\", ");
    String bearer = signIn("worker");
    assertThat(send(bearer, "POST", "/api/v2/collections", open).statusCode()).isEqualTo(403);
    expect(201, send(bearer, "POST", "/api/v2/collections", body));
    assertThat(send(bearer, "PUT", "/api/v2/collections/" + id, open).statusCode()).isEqualTo(403);
    expect(200, send(bearer, "PUT", "/api/v2/collections/" + id, body));
  }

  @Test
  void anUnknownWordForTheAccessIsRefused() {
    assertThat(viewing.access("owner", "everybody").statusCode()).isEqualTo(422);
    assertThat(viewing.access("owner", "farm").statusCode()).isEqualTo(200);
  }

  @Test
  void theAuditLogSaysWhenACollectionBecomesPublicAndWhenItIsNoLonger() {
    String subject = "collection '" + viewing.collection + "' is ";
    expect(200, viewing.access("owner", "farm"));
    assertThat(entries()).isEmpty();
    expect(200, viewing.access("owner", "public"));
    expect(200, viewing.access("owner", "public"));
    assertThat(entries()).containsExactly(subject + "public");
    expect(200, viewing.access("owner", "farm"));
    assertThat(entries())
        .containsExactlyInAnyOrder(subject + "public", subject + "no longer public");
  }

  /** The reasons of the entries about the collection, as an administrator reads them. */
  private List<String> entries() {
    UUID entity = UUID.nameUUIDFromBytes(viewing.collection.getBytes(UTF_8));
    String administrator = new StoreClient().token("admin", "glebe-cli");
    return json(send(administrator, "GET", "/v1/audit-logs?entityId=" + entity, ""))
        .path("items")
        .valueStream()
        .map(entry -> entry.path("reason").asText())
        .toList();
  }
}
