package io.glebe.api.farm;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.core.json.Json;
import io.vertx.core.http.HttpMethod;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the refusals of every route of the farm API. The routes come from the route table and the
 * checks from their declarations, so a new route is tested without a change here.
 */
final class EveryFarmRouteTest {
  private static final FarmWorld HERE = new FarmWorld();

  /** Another farm of the same owner. */
  private static final FarmWorld FAR = new FarmWorld();

  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

  /** Any user with a User record may create these records and then owns them. */
  private static final Set<String> FOR_EVERYBODY = Set.of("postOrganization", "postFarm");

  private static final String UPPER_CASE = "0000000A-0000-4000-8000-000000000000";

  private final List<String> faults = new ArrayList<>();

  private static Stream<Route> routes() {
    return FarmWorld.routes().stream();
  }

  private static Stream<Route> writes() {
    return routes().filter(route -> !route.method().equals(HttpMethod.GET));
  }

  /** Routes whose path parameters all have a record on the test farm. */
  private static Stream<Route> leading() {
    return routes().filter(HERE::holds);
  }

  private static boolean takesJson(Route route) {
    return route.operation().body().isJson();
  }

  private static HttpResponse<String> send(
      String user, Route route, String path, String body, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    if (!body.isEmpty() && !all.contains("Content-Type")) {
      all.addAll(List.of("Content-Type", FarmWorld.type(route)));
    }
    return TestFarm.send(user, route.method().name(), path, body, all.toArray(String[]::new));
  }

  private HttpResponse<String> here(String user, Route route, String... headers) {
    return send(user, route, HERE.path(route), body(route), headers);
  }

  /** The body with double quotes; forms have quotes of their own. */
  private static String body(Route route) {
    return HERE.body(route).replace('\'', '"');
  }

  /**
   * Records a fault if the response has another status, is no problem document or reveals a secret.
   */
  private void expect(HttpResponse<String> answer, Integer... statuses) {
    String type = answer.headers().firstValue("Content-Type").orElse("");
    String where =
        answer.request().method()
            + " "
            + answer.uri().getPath()
            + " "
            + answer.uri().getQuery()
            + " "
            + answer.statusCode()
            + " "
            + answer.body().substring(0, Math.min(200, answer.body().length()));
    if (!List.of(statuses).contains(answer.statusCode())
        || !type.startsWith("application/problem+json")
        || Json.parseObject(answer.body()).path("detail").asText().isBlank()) {
      faults.add(where);
    }
  }

  private static boolean isRevealed(String body) {
    return body.contains(HERE.secret) || body.contains(FAR.secret);
  }

  private void noFaults() {
    assertThat(faults).isEmpty();
  }

  @Test
  void aCallerWithoutAccessToTheFarmReadsAndChangesNothing() {
    new TestFarm("neighbour");
    leading()
        .forEach(
            route -> {
              boolean described =
                  route.template().matches(".*\\{collectionId}(/queryables|/items)?");
              HttpResponse<String> answer = here("neighbour", route);
              if (!described) {
                expect(answer, 403, 404);
              }
              if (isRevealed(answer.body())) {
                faults.add("told: " + route.template());
              }
            });
    routes()
        .filter(route -> route.method().equals(HttpMethod.GET))
        .filter(route -> FarmWorld.parameters(route).isEmpty())
        .map(route -> here("neighbour", route))
        .filter(answer -> isRevealed(answer.body()))
        .forEach(answer -> faults.add("told: " + answer.uri()));
    noFaults();
  }

  @Test
  void aReaderCannotWriteByAnyRoute() {
    HERE.home.assign("viewer", "VIEWER");
    writes()
        .filter(route -> HERE.holds(route) || FarmWorld.parameters(route).isEmpty())
        .filter(route -> !FOR_EVERYBODY.contains(route.operation().id()))
        .filter(route -> !route.operation().id().equals("applyOutbox"))
        .filter(route -> !route.area().equals("partner"))
        .forEach(route -> expect(here("viewer", route), 403));
    noFaults();
  }

  @Test
  void anInvalidIdInAnyPathParameterIsMalformed() {
    routes()
        .filter(route -> !route.area().equals("partner"))
        .forEach(
            route ->
                FarmWorld.parameters(route).stream()
                    .filter(name -> !name.equals("collectionId"))
                    .forEach(
                        name -> {
                          for (String id : List.of("nonsense", UPPER_CASE)) {
                            String path = HERE.path(route, Map.of(name, id));
                            expect(send("owner", route, path, body(route)), 400);
                          }
                        }));
    noFaults();
  }

  private static boolean isChosenByTheClient(Route route, String parameter) {
    boolean isNew = parameter.equals("id") || parameter.equals("attachmentId");
    return isNew && route.method().equals(HttpMethod.PUT);
  }

  @Test
  void anUnknownIdInAnyPathParameterIsNotFound() {
    leading()
        .forEach(
            route ->
                FarmWorld.parameters(route).stream()
                    .filter(name -> !isChosenByTheClient(route, name))
                    .forEach(
                        name -> {
                          String path =
                              HERE.path(route, Map.of(name, UUID.randomUUID().toString()));
                          expect(send("owner", route, path, body(route)), 404);
                        }));
    noFaults();
  }

  @Test
  void everyLinkOfANestedPathIsChecked() {
    List<Route> nested =
        leading()
            .filter(route -> FarmWorld.parameters(route).size() > 1)
            .filter(route -> !route.area().equals("features"))
            .filter(route -> !route.operation().id().startsWith("putAttachment")) // a new id
            .toList();
    assertThat(nested).hasSizeGreaterThan(20);
    for (Route route : nested) {
      for (String name : FarmWorld.parameters(route)) {
        String path = HERE.path(route, Map.of(name, FAR.value(route, name)));
        String body = route.method().equals(HttpMethod.PUT) ? "{\"unit\":\"t\"}" : body(route);
        HttpResponse<String> answer = send("owner", route, path, body);
        expect(answer, 404);
        if (FarmWorld.parameters(route).contains("farmId") && name.equals("fieldId")) {
          assertThat(answer.body()).contains("this farm has no field with this id");
        }
      }
    }
    noFaults();
  }

  @Test
  void bodiesOfAWrongFormOrMediaTypeAreRefused() {
    routes()
        .filter(EveryFarmRouteTest::takesJson)
        .forEach(
            route -> {
              String path = HERE.path(route);
              for (String body : List.of("{", "[]", "")) {
                expect(send("owner", route, path, body), 400);
              }
              expect(send("owner", route, path, "{}", "Content-Type", "text/plain"), 415);
            });
    routes()
        .filter(route -> route.operation().body().kind() == Body.Kind.STREAM)
        .forEach(
            route -> {
              String path = HERE.path(route);
              expect(send("owner", route, path, "{}", "Content-Type", "application/json"), 415);
              expect(
                  send("owner", route, path, "x", "Content-Type", "multipart/form-data"), 400, 415);
              expect(send("owner", route, path, "no form"), 400);
            });
    noFaults();
  }

  @Test
  void anUnsupportedMediaTypeInAcceptIs406() {
    List<String> bytes = List.of("*/*", "text/event-stream");
    routes()
        .filter(route -> route.method().equals(HttpMethod.GET))
        .filter(
            route ->
                route.operation().answers().stream()
                    .noneMatch(answer -> bytes.contains(answer.mediaType())))
        .filter(route -> HERE.holds(route) || FarmWorld.parameters(route).isEmpty())
        .forEach(route -> expect(here("owner", route, "Accept", "application/xml"), 406));
    noFaults();
  }

  @Test
  void parametersOfListsAreChecked() {
    List<Route> lists =
        routes()
            .filter(route -> route.method().equals(HttpMethod.GET))
            .filter(
                route ->
                    route.operation().parameters().stream()
                        .map(Parameter::name)
                        .anyMatch("limit"::equals))
            .filter(route -> !route.operation().id().equals("streamChanges"))
            .toList();
    assertThat(lists).hasSizeGreaterThan(50);
    for (Route route : lists) {
      for (String query : List.of("limit=0", "cursor=nonsense", "colour=red")) {
        expect(send("owner", route, HERE.path(route) + "?" + query, ""), 400);
      }
      if (!route.operation().id().equals("listFarmFeatures")) { // reduces it to the maximum
        expect(send("owner", route, HERE.path(route) + "?limit=10001", ""), 400);
      }
      boolean after =
          route.operation().parameters().stream()
              .map(Parameter::name)
              .anyMatch("updatedAfter"::equals);
      if (after) {
        expect(send("owner", route, HERE.path(route) + "?updatedAfter=yesterday", ""), 400);
      }
    }
    noFaults();
  }

  @Test
  void outdatedVersionsAndInvalidHeadersAreRefused() {
    writes()
        .filter(HERE::holds)
        .filter(
            route ->
                route.operation().parameters().stream()
                    .map(Parameter::name)
                    .anyMatch("If-Match"::equals))
        .forEach(
            route -> {
              boolean creates = route.method().equals(HttpMethod.POST);
              if (!creates) {
                expect(here("owner", route, "If-Match", "\"999\""), 412);
                expect(here("owner", route, "If-None-Match", "*"), 400, 412);
              }
              expect(here("owner", route, "If-Match", "999"), 400);
              expect(here("owner", route, "Processing-Job-Id", "nonsense"), 400);
              if (!route.operation().id().equals("putAttachment")) { // the file is there already
                String job = UUID.randomUUID().toString();
                expect(here("owner", route, "Processing-Job-Id", job), 403, 422);
              }
              expect(here("owner", route, "Change-Reason", "x".repeat(2001)), 422);
            });
    noFaults();
  }

  /** Whether the method belongs to another route whose parameter matches this path. */
  private static boolean fitsAnother(String method, String template) {
    return routes()
        .filter(route -> route.method().name().equals(method))
        .anyMatch(route -> template.matches(route.template().replaceAll("\\{[^}]*}", "[^/]+")));
  }

  @Test
  void anUnsupportedMethodIs405WithTheAllowedMethods() {
    Map<String, List<Route>> paths = routes().collect(Collectors.groupingBy(Route::template));
    paths.forEach(
        (template, served) -> {
          String path = HERE.path(served.getFirst());
          Set<String> methods = new TreeSet<>(METHODS);
          served.forEach(route -> methods.remove(route.method().name()));
          for (String method : methods) {
            HttpResponse<String> answer = TestFarm.send("owner", method, path, "");
            Set<String> allowed =
                Set.of(answer.headers().firstValue("Allow").orElse("").split(", "));
            if (answer.statusCode() == 405 && !allowed.contains(method)) {
              served.stream()
                  .map(route -> route.method().name())
                  .filter(name -> !allowed.contains(name))
                  .forEach(name -> faults.add(template + " does not allow " + name));
            } else if (answer.statusCode() != 400 || !fitsAnother(method, template)) {
              faults.add(method + " " + template + " " + answer.statusCode());
            }
          }
        });
    noFaults();
  }
}
