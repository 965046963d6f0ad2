package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Operations read the parameters and the parts of forms that they declare, and refuse values
 * outside of the declared schemas. A parameter or part that an operation reads and does not declare
 * fails the request, see {@link io.glebe.api.http.DeclaredParameters}.
 */
class DeclaredParametersTest {
  /** A text that is no number, no time, no id and none of the words of an enumeration. */
  private static final String OTHER = "~";

  /** Texts of which one has the form of each parameter with a pattern. */
  private static final List<String> FORMED = List.of("a", "4326", "a%3A1");

  private static final Set<String> CLOSED_FORMATS = Set.of("uuid", "date-time", "date");
  private static final Set<String> COLOUR_RAMPS = Set.of("colormap", "colormap_name");

  /** Operations on the path of any entity, which need a path. */
  private static final Set<String> DEEP = Set.of("readSensorPath", "deleteAtSensorPath");

  /** Parameters that these requests do not reach, and why. */
  private static final Map<String, Set<String>> NOT_REACHED =
      Map.of(
          "only administrators of the platform may",
          Set.of(
              "deleteServiceAccount name",
              "putServiceAccount name",
              "getMqttMapping name",
              "putMqttMapping name",
              "deleteMqttMapping name",
              "tryMqttMapping name",
              "revokeToken id"),
          "only the partner's tests have a connected partner",
          Set.of(
              "listPartnerFarms cursor",
              "listPartnerFarms organizationId",
              "listPartnerFields cursor",
              "listPartnerFields organizationId",
              "listPartnerFields farmId",
              "listPartnerOrganizations cursor"),
          "only the service itself may",
          Set.of(
              "listMessages serviceId",
              "listMessages cursor",
              "listMessages limit",
              "streamMessages serviceId",
              "streamMessages cursor",
              "streamMessages Last-Event-ID",
              "acknowledgeMessage serviceId",
              "acknowledgeMessage messageId",
              "completeCommission serviceId",
              "completeCommission commissionId",
              "failCommission serviceId",
              "failCommission commissionId"),
          "requests without a token are in other tests",
          Set.of("problemType slug"),
          "only the last bytes attach a file",
          Set.of("patchAttachmentUpload Change-Reason", "patchAttachmentUpload Processing-Job-Id"),
          "the job must have ended",
          Set.of("getJobOutput Range"));

  private static final int SERVER_FAULT = 500;
  private static final List<String> ORDER = List.of("GET", "POST", "PATCH", "PUT", "DELETE");

  private final People people;
  private final List<Target> targets;

  DeclaredParametersTest() {
    FarmTargets farm = new FarmTargets(System.nanoTime());
    people = new People(farm.farm());
    String owner = people.token(people.all().getFirst(), "sensor-api");
    List<Route> routes =
        routes().stream().filter(route -> route.operation().guard().needsToken()).toList();
    targets =
        new ScopeTargets(farm, owner, routes)
            .all().stream().sorted(Comparator.comparingInt(DeclaredParametersTest::rank)).toList();
  }

  /** Reads first, and a list is deleted after its entries. */
  private static int rank(Target target) {
    return 1_000 * ORDER.indexOf(target.method()) - target.route().template().length();
  }

  private static List<Route> routes() {
    return TestPlatform.shared().platform().routes().routes().stream()
        .filter(route -> !route.surface().equals(Surface.ROOT))
        .toList();
  }

  private HttpResponse<String> send(Target target) {
    return Transport.HTTP_1.exchange(target, owner(target));
  }

  private String owner(Target target) {
    Route route = target.route();
    return people.token(people.caller(route), route.operation().guard().audience());
  }

  /** Whether a schema has values that a parser can refuse. */
  private static boolean isClosed(JsonNode schema) {
    JsonNode item = schema.has("items") ? schema.get("items") : schema;
    return item.has("enum")
        || schema.has("pattern")
        || Set.of("integer", "number", "boolean").contains(item.path("type").asText())
        || CLOSED_FORMATS.contains(item.path("format").asText());
  }

  @Test
  void aValueOutsideOfTheDeclaredSchemaIsRefusedByName() {
    List<String> faults = new ArrayList<>();
    int checked = 0;
    for (Target target : targets) {
      for (Parameter parameter : target.route().operation().parameters()) {
        if (target.reads() && parameter.isQuery() && isClosed(parameter.schema())) {
          checked++;
          HttpResponse<String> response = send(target.asking(parameter.name(), OTHER));
          boolean isUnknownRamp =
              response.statusCode() == 404 && COLOUR_RAMPS.contains(parameter.name());
          boolean isRefused =
              response.statusCode() == 400 && response.body().contains(parameter.name());
          if (!isRefused && !isUnknownRamp) {
            faults.add(target + " " + parameter.name() + ": " + response.statusCode());
          }
        }
      }
    }

    assertThat(faults).isEmpty();
    assertThat(checked).isGreaterThan(700);
  }

  @Test
  void everyDeclaredParameterIsReadAndNoOther() {
    List<String> failures = new ArrayList<>();
    for (Target target : targets) {
      if (Transport.HTTP_1.send(target, owner(target)).status() == SERVER_FAULT) {
        failures.add(target.toString());
      }
      sendForms(target, failures);
      requestAll(target, failures);
    }
    for (Route route : routes()) {
      if (DEEP.contains(route.operation().id())) {
        String path = "/sta/v1.1/Things(1)/Datastreams";
        MatrixPlace farm = MatrixPlace.FARM;
        requestAll(new Target(route, path, "", "", List.of(), farm, farm), failures);
      }
    }

    assertThat(failures).isEmpty();
    assertThat(unread()).isEmpty();
  }

  private void sendForms(Target target, List<String> failures) {
    for (DocumentedBody form : target.route().operation().bodies()) {
      Map<String, String> parts = new LinkedHashMap<>();
      form.partNames().forEach(name -> parts.put(name, "2026-05-01T10:00:00Z"));
      if (!parts.isEmpty() && send(target.withForm(parts)).statusCode() == SERVER_FAULT) {
        failures.add(target + " " + parts.keySet());
      }
    }
  }

  private void requestAll(Target target, List<String> failures) {
    for (Parameter parameter : target.route().operation().parameters()) {
      // a filter that cannot be read deletes nothing
      boolean harmless = target.reads() || parameter.name().equals("$filter");
      if (harmless && parameter.isQuery() && !parameter.isOpen()) {
        String name = parameter.name().replace("$", "%24");
        for (String value : values(parameter.schema())) {
          if (send(target.asking(name, value)).statusCode() == SERVER_FAULT) {
            failures.add(target + " " + name);
          }
        }
      }
    }
  }

  /**
   * A value that most parsers refuse, and one that is not refused before the operation reads it.
   */
  private static List<String> values(JsonNode schema) {
    String pattern = schema.path("pattern").asText();
    return pattern.isEmpty() || schema.has("format")
        ? List.of(OTHER)
        : Stream.concat(Stream.of(OTHER), FORMED.stream().filter(text -> text.matches(pattern)))
            .toList();
  }

  /** The parameters and parts that no request has read, each behind its operation. */
  private static Set<String> unread() {
    Map<String, Set<String>> unread = new HashMap<>();
    for (Route route : routes()) {
      Set<String> here = new HashSet<>(route.declared().unread());
      if (route.surface().equals(Surface.SENSOR)) {
        here.removeAll(Set.of("id", "path")); // the service parses the whole path
      }
      unread.merge(route.operation().id(), here, DeclaredParametersTest::both);
    }
    Set<String> names = new TreeSet<>();
    unread.forEach((operation, all) -> all.forEach(name -> names.add(operation + " " + name)));
    NOT_REACHED.values().forEach(names::removeAll);
    return names;
  }

  /** What no route of the operation has read. */
  private static Set<String> both(Set<String> one, Set<String> other) {
    Set<String> common = new HashSet<>(one);
    common.retainAll(other);
    return common;
  }
}
