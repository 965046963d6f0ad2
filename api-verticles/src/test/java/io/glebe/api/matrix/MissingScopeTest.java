package io.glebe.api.matrix;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.http.Route;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every operation refuses an owner whose token lacks the scope of the required permissions, or
 * lists nothing of the farm.
 */
class MissingScopeTest {
  private static final String CHALLENGE = "Bearer realm=\"glebe\", error=\"insufficient_scope\"";

  private static final String NO_FARM_DATA = "tells nothing of a farm";
  private static final String ITS_ENTITIES =
      "the path or the body names entities, each with its own";

  /** Operations without a declared permission that a token could lack, and why. */
  private static final String OF_THE_SERVICE = "only the service itself may";

  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("landing", NO_FARM_DATA),
          Map.entry("conformance", NO_FARM_DATA),
          Map.entry("listTileMatrixSets", NO_FARM_DATA),
          Map.entry("getTileMatrixSet", NO_FARM_DATA),
          Map.entry("listColourRamps", NO_FARM_DATA),
          Map.entry("featuresLanding", NO_FARM_DATA),
          Map.entry("featuresConformance", NO_FARM_DATA),
          Map.entry("getFeatureQueryables", NO_FARM_DATA),
          Map.entry("listFeatureCollections", "shows the extent of what the caller may read"),
          Map.entry("getFeatureCollection", "shows the extent of what the caller may read"),
          Map.entry("streamChanges", "sends only the collections that the caller may read"),
          Map.entry("getCallerPermissions", "lists what roles and scopes grant, nothing else"),
          Map.entry("applyOutbox", "each operation in the body has its own permission"),
          Map.entry("listMessages", OF_THE_SERVICE),
          Map.entry("streamMessages", OF_THE_SERVICE),
          Map.entry("acknowledgeMessage", OF_THE_SERVICE),
          Map.entry("completeCommission", OF_THE_SERVICE),
          Map.entry("failCommission", OF_THE_SERVICE),
          Map.entry("sensorRoot", NO_FARM_DATA),
          Map.entry("listDeviceTemplates", NO_FARM_DATA),
          Map.entry("sensorBatch", ITS_ENTITIES),
          Map.entry("readSensorPath", ITS_ENTITIES),
          Map.entry("createAtSensorPath", ITS_ENTITIES),
          Map.entry("updateAtSensorPath", ITS_ENTITIES),
          Map.entry("replaceAtSensorPath", ITS_ENTITIES),
          Map.entry("deleteAtSensorPath", ITS_ENTITIES));

  private final List<Target> targets = new ArrayList<>();
  private final People people;

  MissingScopeTest() {
    FarmTargets farm = new FarmTargets(System.nanoTime());
    people = new People(farm.farm());
    String owner = people.token(people.all().getFirst(), "sensor-api");
    targets.addAll(new ScopeTargets(farm, owner, routes()).all());
  }

  private static List<Route> routes() {
    return TestPlatform.shared().platform().routes().routes().stream()
        .filter(route -> route.operation().guard().needsToken())
        .toList();
  }

  private static boolean isRead(Permission permission) {
    return permission.action() == Action.READ;
  }

  /** A token of an owner without the scope that the permissions need. */
  private String token(Target target) {
    List<Permission> permissions = target.route().operation().permissions().anyOf();
    boolean reads = permissions.stream().anyMatch(MissingScopeTest::isRead);
    Set<String> other = Set.of(reads ? "write" : "read");
    MatrixPerson person =
        people.all().stream()
            .filter(p -> p.role().isPresent() && p.relation() == MatrixRelation.OWN)
            .filter(p -> p.scope().equals(other))
            .findFirst()
            .orElseThrow();
    return people.token(person, target.route().operation().guard().audience());
  }

  /** Observations of many datastreams are answered one by one, with a link or an error. */
  private static boolean isRefusalOfTheRow(Target target, HttpResponse<String> response) {
    return target.route().operation().id().equals("createObservations")
        && response.body().matches("\\[\"error: [^\"]*\"]");
  }

  @Test
  void everyOperationRefusesATokenWithoutTheRequiredScope() {
    List<String> faults = new ArrayList<>();
    int walked = 0;
    for (Target target : targets) {
      if (!declares(target)) {
        continue;
      }
      walked++;
      HttpResponse<String> response = Transport.HTTP_1.exchange(target, token(target));
      String challenge = response.headers().firstValue("WWW-Authenticate").orElse("none");
      boolean challenged = response.statusCode() == 403 && challenge.equals(CHALLENGE);
      if (!challenged && !isRefusalOfTheRow(target, response)) {
        faults.add(target + ": " + response.statusCode() + ", " + challenge);
      }
    }

    assertThat(faults).isEmpty();
    assertThat(walked).isGreaterThan(300);
  }

  @Test
  void onlyTheOperationsOfTheTableAreLeftOut() {
    Set<String> walked =
        targets.stream().filter(MissingScopeTest::declares).map(Target::toString).collect(toSet());
    Set<String> left =
        routes().stream()
            .filter(route -> !walked.contains(route.method().name() + " " + route.template()))
            .map(route -> route.operation().id())
            .collect(toSet());

    assertThat(left).containsExactlyInAnyOrderElementsOf(LEFT_OUT.keySet());
  }

  private static boolean declares(Target target) {
    return !target.route().operation().permissions().anyOf().isEmpty();
  }

  @Test
  void everyOperationWithPermissionsNeedsAToken() {
    List<String> open =
        TestPlatform.shared().platform().routes().routes().stream()
            .filter(route -> !route.operation().permissions().anyOf().isEmpty())
            .filter(route -> !route.operation().guard().needsToken())
            .map(route -> route.method() + " " + route.template())
            .toList();

    assertThat(open).as("operations with permissions, but without a token").isEmpty();
  }
}
