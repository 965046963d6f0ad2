package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.http.Route;
import io.glebe.api.sensors.SensorTargets;
import io.glebe.api.spatio.SpatioTargets;
import io.vertx.core.http.HttpMethod;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Every cacheable response names in Vary the headers on which it depends. Checks each route that
 * reads, with valid parameters, and its 304 and HEAD responses.
 */
class CacheableResponsesTest {
  private static final Set<String> ALWAYS = Set.of("accept", "accept-encoding", "origin");
  private static final Set<String> BEHIND_A_TOKEN = Set.of("authorization", "cookie");

  /** Operations whose streams do not end. */
  private static final Set<String> ENDLESS = Set.of("datastreamLive", "streamChanges");

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final List<String> faults = new ArrayList<>();
  private final Set<String> kept = new TreeSet<>();
  private final Set<String> types = new TreeSet<>();

  @AfterAll
  static void stop() {
    CLIENT.close();
  }

  private static HttpResponse<byte[]> send(
      String method, String path, String token, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (Exception e) {
      throw new IllegalStateException(path, e);
    }
  }

  private void check(Route route, String path, String token) {
    if (ENDLESS.contains(route.operation().id())) {
      return;
    }
    HttpResponse<byte[]> plain = send("GET", path, token);
    check(route, plain);
    check(route, send("HEAD", path, token));
    plain
        .headers()
        .firstValue("ETag")
        .ifPresent(etag -> check(route, send("GET", path, token, "If-None-Match", etag)));
  }

  private void check(Route route, HttpResponse<byte[]> answer) {
    String control = answer.headers().firstValue("Cache-Control").orElse("");
    if (control.contains("no-store")) {
      return;
    }
    boolean protectedData = route.operation().guard().needsToken();
    Set<String> missing = new TreeSet<>(ALWAYS);
    if (protectedData) {
      missing.addAll(BEHIND_A_TOKEN);
    }
    missing.removeAll(vary(answer));
    boolean shared = protectedData && !control.contains("private");
    if (!missing.isEmpty() || shared || control.isEmpty()) {
      faults.add(
          "%s %s %d: Vary lacks %s, Cache-Control: %s"
              .formatted(
                  answer.request().method(),
                  route.template(),
                  answer.statusCode(),
                  missing,
                  control));
    }
    kept.add(route.operation().id());
    answer.headers().firstValue("Content-Type").ifPresent(types::add);
  }

  private static Set<String> vary(HttpResponse<?> answer) {
    return answer.headers().allValues("Vary").stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  @Test
  void responsesThatNeedATokenVaryByTokenAndSession() {
    FarmTargets farm = new FarmTargets(System.nanoTime());
    People people = new People(farm.farm());
    MatrixPerson owner = people.all().getFirst();
    List<Target> targets = new ArrayList<>(farm.all());
    targets.addAll(new SpatioTargets(farm.farm(), farm.secret()).all());
    targets.addAll(
        new SensorTargets(farm.farm(), people.token(owner, "sensor-api"), farm.secret()).all());
    for (Target target : targets) {
      if (target.reads()) {
        String audience = target.route().operation().guard().audience();
        String token = people.token(owner, audience);
        check(target.route(), target.path(), token);
        if (target.route().operation().id().equals("collection.getTile")) {
          check(target.route(), vectorTile(target.path()), token);
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(kept)
        .hasSizeGreaterThan(150)
        .contains("collection.getTile", "getLegend", "getStoredTileset", "listFarm");
    assertThat(types).contains("image/png", "application/vnd.mapbox-vector-tile");
  }

  /** The path of the tile that contains the feature of the matrix. */
  private static String vectorTile(String path) {
    return path.replaceAll("\\?.*", "")
        .replace("/WebMercatorQuad/", "/WebMercatorQuad-Vector/")
        .replace("5826", "5828");
  }

  @Test
  void publicPagesAndDocumentsNameTheirHeadersInVary() {
    for (Route route : TestPlatform.shared().platform().routes().routes()) {
      if (route.method().equals(HttpMethod.GET) && !route.operation().guard().needsToken()) {
        String path =
            route
                .template()
                .replaceAll("/problems/v1/\\{[^}]*}", "/problems/v1/not-found")
                .replaceAll("/console/\\{[^}]*}", "/console/index.html")
                .replaceAll("/docs/\\{[^}]*}", "/docs/index.html")
                .replaceAll("\\{[^}]*}", "x");
        check(route, path.isEmpty() ? "/" : path, "");
      }
    }
    assertThat(faults).isEmpty();
    assertThat(kept).hasSizeGreaterThan(10);
  }
}
