package io.glebe.api.spatio.viewer;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static io.glebe.api.spatio.viewer.Viewing.TOKENS;
import static io.glebe.api.spatio.viewer.Viewing.send;
import static io.glebe.api.spatio.viewer.Viewing.signIn;
import static io.glebe.api.spatio.viewer.Viewing.view;
import static io.glebe.api.spatio.viewer.Viewing.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.RawConnection.RawResponse;
import io.glebe.api.http.Route;
import io.glebe.api.spatio.Guest;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.api.spatio.SpatioRoutes;
import io.glebe.core.access.ViewerScope;
import io.glebe.core.database.Database;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens for viewers open pictures of their collections, and nothing else. */
class ViewerTokenTest {
  private static final Set<String> VIEWABLE =
      Set.of("collection.getTile", "getTileJson", "renderMap", "getLegend");

  private final Viewing viewing = new Viewing();
  private final ObjectNode issued = viewing.issued();
  private final String token = issued.path("token").asText();
  private final String id = issued.path("id").asText();

  private static String problem(HttpResponse<byte[]> answer) {
    return new String(answer.body(), UTF_8);
  }

  private static int status(String path) {
    return view(path).statusCode();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v2", ""})
  void aTokenShowsTilesMapsLegendsAndTileJsonOnBothSurfaces(String prefix) {
    HttpResponse<byte[]> described =
        view(with(viewing.path(prefix, "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI"), token));
    String template = json(expect(200, described)).at("/tiles/0").asText();
    assertThat(template).contains("access_token=" + token).contains(prefix + "/collections/");
    String tile = template.replace("{z}", "17").replace("{x}", "71176").replace("{y}", "46617");
    HttpResponse<byte[]> image =
        view(tile.substring(tile.indexOf("/collections/") - prefix.length()));
    assertThat(expect(200, image).headers().firstValue("Content-Type")).contains("image/png");
    for (String rest : List.of("/map/render?width=20", "/legend?f=png", "/legend")) {
      HttpResponse<byte[]> shown = view(with(viewing.path(prefix, rest), token));
      assertThat(expect(200, shown).headers().firstValue("Cache-Control").orElseThrow())
          .startsWith("private");
      assertThat(shown.headers().firstValue("Referrer-Policy")).contains("no-referrer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v2", ""})
  void aTokenShowsVectorTilesAndTheirTileJson(String prefix) {
    ObjectNode feature = Json.object().put("type", "Feature").put("id", "p");
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(15.493).add(46);
    feature.putObject("properties").put("crop", "wheat");
    String path = viewing.path("", "");
    expect(201, viewing.owner.post(path + "/items", "application/geo+json", Json.write(feature)));
    String all = viewing.path(prefix, "/tiles");
    JsonNode sets = json(viewing.owner.get(path + "/tiles")).path("tilesets");
    String name =
        sets.valueStream()
            .filter(entry -> entry.path("dataType").asText().equals("vector"))
            .map(entry -> entry.path("tileMatrixSetId").asText())
            .findFirst()
            .orElseThrow();
    HttpResponse<byte[]> described =
        view(with(all + "/" + name + "/tilejson.json?crop=wheat", token));
    String template = json(expect(200, described)).at("/tiles/0").asText();
    assertThat(template).contains("&access_token=" + token).containsOnlyOnce("access_token");
    HttpResponse<byte[]> tile = view(with(all + "/" + name + "/5/17/11?crop=wheat", token));
    assertThat(tile.statusCode()).isIn(200, 204);
  }

  @Test
  void noOtherOperationTakesIt() {
    List<String> faults = new ArrayList<>();
    for (Route route : TestPlatform.shared().platform().routes().routes()) {
      if (!route.operation().guard().needsToken()) {
        continue;
      }
      boolean viewable = VIEWABLE.contains(route.operation().id());
      assertThat(route.operation().ofViewers()).as(route.template()).isEqualTo(viewable);
      String path = SpatioRoutes.path(route, SpatioRoutes.values(viewing.collection));
      String method = route.method().name();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(TestPlatform.shared().uri(with(path, token)))
              .method(method, HttpRequest.BodyPublishers.noBody());
      if (!viewable && SpatioClient.exchange(request).statusCode() != 401) {
        faults.add("in the query: " + method + " " + path);
      }
      if (send(token, method, path, "").statusCode() != 401) {
        faults.add("in the header: " + method + " " + path);
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void aSignedInCallerWithATokenInTheQueryIsRefusedWithoutATraceOfIt() {
    String bearer = signIn("owner");
    for (String path :
        List.of(
            viewing.tile(),
            viewing.path("/api/v2", "/items?limit=1"),
            viewing.path("/api/v2", ""),
            "/api/v2/collections?limit=1")) {
      HttpResponse<byte[]> answer = send(bearer, "GET", with(path, token), "");
      assertThat(answer.statusCode()).as(path).isEqualTo(400);
      assertThat(problem(answer) + answer.headers().map()).doesNotContain(token);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "glv_", "glv_a.b", "glebe-dev-token", "aGVsbG8.aGVsbG8.aGVsbG8"})
  void otherTextsAreNoTokens(String text) {
    HttpResponse<byte[]> answer = view(with(viewing.tile(), text));
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @Test
  void aTokenInTheQueryIsNoAccessTokenAndNoneOfTheOwner() {
    assertThat(status(with(viewing.tile(), signIn("owner")))).isEqualTo(401);
    assertThat(status(with(with(viewing.tile(), token), token))).isEqualTo(400);
    String forged =
        token.substring(0, 30) + (token.charAt(30) == 'A' ? 'B' : 'A') + token.substring(31);
    assertThat(status(with(viewing.tile(), forged))).isEqualTo(401);
    assertThat(status(viewing.tile())).isEqualTo(401);
  }

  @Test
  void aTokenShowsItsCollectionsOnly() {
    Viewing other = new Viewing();
    assertThat(status(with(other.tile(), token))).isEqualTo(403);
    expect(200, other.access("owner", "public"));
    assertThat(status(with(other.tile(), token))).isEqualTo(403);
  }

  @Test
  void aRevokedTokenIsRefusedAtOnceAndOnOtherProcesses() {
    IdentityModule second =
        TestPlatform.identityOfAnotherNode(
            TestPlatform.shared().platform(), TestPlatform.shared().platform().settings());
    assertThat(status(with(viewing.tile(), token))).isEqualTo(200);
    assertThat(status(second, token)).isEqualTo(200);
    expect(204, send(signIn("owner"), "DELETE", TOKENS + "/" + id, ""));
    assertThat(status(with(viewing.tile(), token))).isEqualTo(401);
    await()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(status(second, token)).isEqualTo(401));
    assertThat(send(signIn("owner"), "DELETE", TOKENS + "/" + id, "").statusCode()).isEqualTo(404);
  }

  private static int status(IdentityModule node, String token) {
    try {
      node.callers().authenticate(token, ViewerScope.AUDIENCE).await();
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  @Test
  void aTokenEndsAtItsTime() {
    ObjectNode order = viewing.order();
    order.put("expiresAt", Instant.now().plusSeconds(3).toString());
    String brief =
        json(expect(201, send(signIn("owner"), "POST", TOKENS, Json.write(order))))
            .path("token")
            .asText();
    await().untilAsserted(() -> assertThat(status(with(viewing.tile(), brief))).isEqualTo(401));
  }

  /** Gives the token to a new person, because only fixed users sign in here. */
  private UUID movedToAnother() {
    Platform platform = TestPlatform.shared().platform();
    String subject = "maker-" + UUID.randomUUID();
    UUID user =
        onboarding()
            .user(new Onboarding.NewUser(subject, Optional.empty(), "Maker", Optional.empty()))
            .await();
    platform
        .infrastructure()
        .database()
        .query(
            "update identity.viewer_token set subject = $2, user_id = $3 where id = $1",
            UUID.fromString(id),
            subject,
            user)
        .await();
    return user;
  }

  private static Onboarding onboarding() {
    Platform platform = TestPlatform.shared().platform();
    return new Onboarding(platform.infrastructure().database(), platform.records().records());
  }

  @Test
  void aTokenThatAnAppMadeInAnEarlierVersionEnds() throws IOException {
    assertThat(status(with(viewing.tile(), token))).isEqualTo(200);
    Database database = TestPlatform.shared().platform().infrastructure().database();
    database
        .query(
            "update identity.viewer_token set client_id = $2 where id = $1",
            UUID.fromString(id),
            "ext-" + UUID.randomUUID())
        .await();
    String migration = "/db/migration/V141__viewer_tokens_of_apps.sql";
    try (InputStream sql = Database.class.getResourceAsStream(migration)) {
      database.query(new String(sql.readAllBytes(), UTF_8)).await();
    }
    await().untilAsserted(() -> assertThat(status(with(viewing.tile(), token))).isEqualTo(401));
  }

  @Test
  void theRightsOfTheMakerAreTheRightsOfTheToken() {
    UUID user = movedToAnother();
    await().untilAsserted(() -> assertThat(status(with(viewing.tile(), token))).isEqualTo(403));
    UUID assignment = onboarding().assign(user, SpatioClient.FARM, "VIEWER").await();
    await().untilAsserted(() -> assertThat(status(with(viewing.tile(), token))).isEqualTo(200));
    TestFarm.deleteBySystem("AccessAssignment", assignment);
    assertThat(status(with(viewing.tile(), token))).isEqualTo(403);
  }

  @Test
  void aTokenIsRefusedWhileItsMakerIsDisabledAndEndsWithTheSubject() {
    UUID user = movedToAnother();
    onboarding().assign(user, SpatioClient.FARM, "VIEWER").await();
    await().untilAsserted(() -> assertThat(status(with(viewing.tile(), token))).isEqualTo(200));
    TestFarm.patchBySystem("User", user, "{'status': 'DISABLED'}");
    assertThat(status(with(viewing.tile(), token))).isEqualTo(401);
    TestFarm.patchBySystem("User", user, "{'status': 'ACTIVE'}");
    assertThat(status(with(viewing.tile(), token))).isEqualTo(200);
    TestFarm.patchBySystem("User", user, "{'subject': 'other-" + user + "'}");
    await().untilAsserted(() -> assertThat(status(with(viewing.tile(), token))).isEqualTo(401));
  }

  @Test
  void repeatedTilesAreServedFromTheConnectionAndEndWithTheToken() throws IOException {
    String tile = with(viewing.tile(), token);
    try (RawConnection connection = new RawConnection(TestPlatform.shared().uri("/"))) {
      RawResponse first = get(connection, tile);
      assertThat(first.headers().get("Server-Timing")).contains("auth");
      RawResponse again = get(connection, tile);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.headers())
          .containsEntry("Cache-Control", "private, no-cache")
          .containsEntry("Referrer-Policy", "no-referrer");
      if (Boolean.parseBoolean(System.getProperty("glebe.test.fastpath", "true"))) {
        assertThat(again.headers().get("Server-Timing")).doesNotContain("auth");
      }
      expect(204, send(signIn("owner"), "DELETE", TOKENS + "/" + id, ""));
      assertThat(get(connection, tile).status()).isEqualTo(401);
    }
  }

  private static RawResponse get(RawConnection connection, String path) throws IOException {
    connection.say("GET " + path + " HTTP/1.1", "Host: localhost", "");
    return connection.read(true);
  }

  @Test
  void allFaultsOfAnOrderComeAtOnceAndNothingIsMade() {
    int before = own().size();
    ObjectNode order = Json.object().put("name", " ").put("scope", "all");
    order.putArray("collections").add("no/id").add(viewing.collection).add(viewing.collection);
    order.put("expiresAt", "2020-01-01T00:00:00Z");
    HttpResponse<byte[]> answer = send(signIn("owner"), "POST", TOKENS, Json.write(order));
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(json(answer).path("violations").valueStream().map(v -> v.path("pointer").asText()))
        .containsExactlyInAnyOrder(
            "/scope", "/name", "/collections/0", "/collections/2", "/expiresAt");
    ObjectNode unknown = Json.object();
    unknown.putArray("collections").add("there-is-none").add(viewing.collection);
    HttpResponse<byte[]> refused = send(signIn("owner"), "POST", TOKENS, Json.write(unknown));
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(own()).hasSize(before);
  }

  @Test
  void nobodyMakesTokensForCollectionsOutOfReachOrWithoutASignIn() {
    String order = Json.write(viewing.order());
    assertThat(send(signIn("neighbour"), "POST", TOKENS, order).statusCode()).isEqualTo(422);
    assertThat(send(signIn("stranger"), "POST", TOKENS, order).statusCode()).isEqualTo(403);
    assertThat(send("glebe-dev-token", "POST", TOKENS, order).statusCode()).isEqualTo(403);
    assertThat(send(new Guest().bearer, "POST", TOKENS, order).statusCode()).isEqualTo(403);
  }

  @Test
  void aRegisteredAppMakesNoTokensSinceTheyWouldOutliveTheConsent() {
    String order = Json.write(viewing.order());
    String app = signIn("owner", "ext-" + UUID.randomUUID());
    assertThat(send(app, "GET", viewing.tile(), "").statusCode()).isEqualTo(200);
    HttpResponse<byte[]> refused = send(app, "POST", TOKENS, order);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(problem(refused)).contains("a registered app");
  }

  @Test
  void theMakerListsAndEndsTheTokenAndOthersDoNot() {
    assertThat(own()).contains(id);
    assertThat(problem(send(signIn("owner"), "GET", TOKENS, ""))).doesNotContain(token);
    assertThat(ids(send(signIn("neighbour"), "GET", TOKENS, ""))).doesNotContain(id);
    String showing = TOKENS + "?collection=" + viewing.collection;
    assertThat(ids(expect(200, send(signIn("owner"), "GET", showing, "")))).containsExactly(id);
    assertThat(send(signIn("neighbour"), "GET", showing, "").statusCode()).isEqualTo(403);
    assertThat(send(signIn("neighbour"), "DELETE", TOKENS + "/" + id, "").statusCode())
        .isEqualTo(404);
    assertThat(status(with(viewing.tile(), token))).isEqualTo(200);
  }

  private static List<String> own() {
    return ids(expect(200, send(signIn("owner"), "GET", TOKENS, "")));
  }

  private static List<String> ids(HttpResponse<byte[]> page) {
    return json(page).path("items").valueStream().map(item -> item.path("id").asText()).toList();
  }
}
