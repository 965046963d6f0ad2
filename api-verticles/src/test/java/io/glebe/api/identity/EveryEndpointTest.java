package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.TokenEndpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Action;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks for every route of the route table that it requires its credentials. */
class EveryEndpointTest {
  /** Operations that need no token according to the contract. */
  private static final List<String> OPEN =
      List.of(
          "/",
          "/health",
          "/metrics",
          "/v1/openapi.json",
          "/v1/openapi-3.0.json",
          "/api/v2/openapi.json",
          "/api/v2/openapi-3.0.json",
          "/sta/v1.1/openapi.json",
          "/sta/v1.1/openapi-3.0.json",
          "/store/openapi.json",
          "/store/openapi-3.0.json",
          "/services/openapi.json",
          "/services/openapi-3.0.json",
          "/services/token",
          "/docs",
          "/v1/context.jsonld",
          "/problems/v1",
          "/console",
          "/dev/identity",
          "/dev/partner");

  /** Operations that need only a valid token, even of a person without access to the platform. */
  private static final Pattern TOKEN_IS_ENOUGH =
      Pattern.compile(
          "/v1/permissions|/v1/features(/conformance|/collections(/\\{[^/]*}(/queryables)?)?)?");

  private final TestPlatform platform = TestPlatform.shared();
  private final Browser browser = new Browser();

  private Stream<Route> guarded() {
    return platform.platform().routes().routes().stream()
        .filter(route -> route.operation().guard().needsToken());
  }

  private static String path(Route route) {
    return route.template().replaceAll("\\{[^}]*\\}", "00000000-0000-4000-8000-000000000000");
  }

  private HttpResponse<String> send(Route route, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(platform.uri(path(route)))
            .method(route.method().name(), HttpRequest.BodyPublishers.noBody());
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return browser.send(request);
  }

  private String token(String user, String audience) {
    return Browser.json(
            browser.post(
                platform.uri("/dev/identity/token"),
                Map.of(
                    "grant_type", TokenEndpoint.DEVELOPMENT_GRANT,
                    "user", user,
                    "audience", audience)))
        .path("access_token")
        .asText();
  }

  private static boolean below(String template, List<String> prefixes) {
    return prefixes.stream()
        .anyMatch(
            prefix ->
                template.equals(prefix)
                    || !prefix.equals("/") && template.startsWith(prefix + "/"));
  }

  @Test
  void everyProtectedEndpointIs401WithAChallengeWithoutAToken() {
    List<String> faults = new ArrayList<>();
    guarded()
        .forEach(
            route -> {
              HttpResponse<String> answer = send(route);
              String challenge = answer.headers().firstValue("WWW-Authenticate").orElse("");
              if (answer.statusCode() != 401
                  || !challenge.startsWith("Bearer")
                  || challenge.contains("error")) {
                faults.add(route.method() + " " + route.template() + " " + answer.statusCode());
              }
            });
    assertThat(faults).isEmpty();
  }

  @Test
  void aTokenOfAnotherApiIsRefusedByEveryEndpoint() {
    Map<Guard, String> wrong =
        Map.of(
            Guard.FARM, token("owner", "spatio-api"),
            Guard.SPATIO, token("owner", "sensor-api"),
            Guard.SENSOR, token("owner", "farm-api"));
    List<String> faults = new ArrayList<>();
    guarded()
        .forEach(
            route -> {
              String bearer = "Bearer " + wrong.get(route.operation().guard());
              int status = send(route, "Authorization", bearer).statusCode();
              if (status != 401) {
                faults.add(route.method() + " " + route.template() + " " + status);
              }
            });
    assertThat(faults).isEmpty();
  }

  @Test
  void onlyTheListedEndpointsAreOpen() {
    List<String> faults =
        platform.platform().routes().routes().stream()
            .filter(route -> !route.operation().guard().needsToken())
            .map(Route::template)
            .filter(template -> !below(template, OPEN))
            .toList();
    assertThat(faults).isEmpty();
  }

  @Test
  void aPersonWithoutAccessReadsNothingInTheFarmApi() {
    String bearer = "Bearer " + token("stranger", "farm-api");
    List<String> faults = new ArrayList<>();
    guarded()
        .filter(route -> route.operation().guard() == Guard.FARM)
        .filter(route -> route.method().name().equals("GET"))
        .filter(route -> !TOKEN_IS_ENOUGH.matcher(route.template()).matches())
        .forEach(
            route -> {
              int status = send(route, "Authorization", bearer).statusCode();
              boolean needsParameters = status == 400;
              if (status != 403 && !needsParameters) {
                faults.add(route.template() + " " + status);
              }
            });
    assertThat(faults).isEmpty();
  }

  /** Operations with a body that nobody may use without a role; public data may be read so. */
  private static boolean writes(Route route) {
    return route.operation().body().kind() != Body.Kind.NONE
        && !route.operation().permissions().isNone()
        && route.operation().permissions().anyOf().stream()
            .noneMatch(permission -> permission.action() == Action.READ);
  }

  private int announced(Route route, String bearer) throws IOException {
    List<String> types = route.operation().body().mediaTypes();
    try (RawConnection connection = new RawConnection(platform.uri("/"))) {
      connection.say(
          route.method() + " " + path(route) + " HTTP/1.1",
          "Host: 127.0.0.1",
          "Authorization: " + bearer,
          "Content-Type: " + (types.isEmpty() ? "application/json" : types.getFirst()),
          "Content-Length: 1000",
          "Expect: 100-continue",
          "");
      return connection.read(false).status();
    }
  }

  @Test
  void aPersonWithoutAccessIsRefusedBeforeTheBody() throws IOException {
    Map<Guard, String> tokens =
        Map.of(
            Guard.FARM, "Bearer " + token("stranger", "farm-api"),
            Guard.SPATIO, "Bearer " + token("stranger", "spatio-api"),
            Guard.SENSOR, "Bearer " + token("stranger", "sensor-api"));
    List<String> faults = new ArrayList<>();
    List<Route> writing = guarded().filter(EveryEndpointTest::writes).toList();
    for (Route route : writing) {
      int status = announced(route, tokens.get(route.operation().guard()));
      if (status != 403) {
        faults.add(route.method() + " " + route.template() + " " + status);
      }
    }
    assertThat(writing).hasSizeGreaterThan(150);
    assertThat(faults).isEmpty();
  }
}
