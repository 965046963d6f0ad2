package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A parameter that an operation does not declare would silently give another result. */
class UnknownParameterTest {
  private static final String NOWHERE = "00000000-0000-4000-8000-000000000000";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final People PEOPLE = new People(new FarmTargets(System.nanoTime()).farm());

  private static List<Route> routes() {
    return TestPlatform.shared().platform().routes().routes();
  }

  private static boolean isOpen(Operation operation) {
    return operation.parameters().stream().anyMatch(Parameter::isOpen);
  }

  private static HttpResponse<String> send(Route route, String query)
      throws IOException, InterruptedException {
    String path = route.template().replace("({id})", "(1)").replaceAll("\\{[^}]*}", NOWHERE);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path + "?" + query))
            .method(route.method().name(), HttpRequest.BodyPublishers.noBody());
    if (route.operation().guard().needsToken()) {
      String audience = route.operation().guard().audience();
      request.header("Authorization", "Bearer " + PEOPLE.token(PEOPLE.caller(route), audience));
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void everyOperationRefusesAParameterThatItDoesNotDeclare() throws Exception {
    List<String> faults = new ArrayList<>();
    int checked = 0;
    for (Route route : routes()) {
      if (!isOpen(route.operation())) {
        HttpResponse<String> response = send(route, "colour=red");
        checked++;
        if (response.statusCode() != 400 || !response.body().contains("colour")) {
          faults.add(route.method() + " " + route.template() + ": " + response.statusCode());
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(checked).isGreaterThan(400);
  }

  @Test
  void theCaseOfANameCounts() throws Exception {
    List<String> faults = new ArrayList<>();
    int checked = 0;
    for (Route route : routes()) {
      List<String> names = route.operation().queryNames();
      if (!isOpen(route.operation()) && !names.isEmpty()) {
        String name = names.getFirst();
        String body = send(route, name.toUpperCase(Locale.ROOT) + "=1").body();
        checked++;
        if (!body.contains("did you mean " + name + "?")) {
          faults.add(route.method() + " " + route.template() + ": " + body);
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(checked).isGreaterThan(100);
  }

  @Test
  void theRefusalNamesTheNearestDeclaredParameter() throws Exception {
    for (Route route : routes()) {
      if (route.template().equals("/v1/tasks") && route.method().name().equals("GET")) {
        assertThat(send(route, "updateAfter=2026-01-01T00:00:00Z").body())
            .contains("did you mean updatedAfter?");
      }
    }
  }

  @Test
  void theRefusalNamesAllDeclaredParametersWhereNoneIsNear() throws Exception {
    List<String> faults = new ArrayList<>();
    int checked = 0;
    for (Route route : routes()) {
      List<String> names = route.operation().queryNames();
      if (!isOpen(route.operation()) && route.template().contains("/aggregate/")) {
        String body = send(route, "colour=red").body();
        checked++;
        if (!names.stream().allMatch(body::contains)) {
          faults.add(route.method() + " " + route.template() + ": " + body);
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(checked).isPositive();
  }

  @Test
  void onlyFeaturesAndTilesAcceptTheNamesOfProperties() {
    assertThat(open(false))
        .extracting(Operation::id)
        .containsOnly("listFarmFeatures", "collection.getTile", "getTileJson");
  }

  /** Pages and files, and what RFC 6749 and OpenID Connect ask of a sign-in. */
  @Test
  void onlyPagesAndSignInsIgnoreParameters() {
    assertThat(open(true))
        .extracting(Operation::id)
        .containsExactlyInAnyOrder(
            "browse",
            "browseFile",
            "guide",
            "console",
            "consoleFile",
            "consoleSignedIn",
            "consoleBackChannelLogout",
            "openidConfiguration",
            "jwks",
            "authorize",
            "authorizeDecision",
            "token",
            "endSession",
            "endSessionConfirmed",
            "sandboxauthorize",
            "sandboxdecide",
            "sandboxtoken");
  }

  private static Stream<Operation> open(boolean isPage) {
    return routes().stream()
        .filter(route -> route.surface().equals(Surface.ROOT) == isPage)
        .map(Route::operation)
        .filter(UnknownParameterTest::isOpen);
  }
}
