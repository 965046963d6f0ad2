package io.glebe.api.matrix;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.http.Surface;
import io.glebe.api.sensors.SensorTargets;
import io.glebe.api.spatio.SpatioTargets;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Checks that each response matches role, relation and scopes, and that none reveals a secret. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermissionMatrixTest {
  private static final Set<Integer> REFUSED = Set.of(401, 403, 404);

  /** The tested share of the matrix; {@code ./glebe test -Pmatrix} tests all of it. */
  private static final double SHARE =
      Double.parseDouble(System.getProperty("glebe.matrix.share", "0.2"));

  private static final int CALLERS = 4;

  /** Operations that the tests of their own area check. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          // a stream that does not end
          "datastreamLive",
          // data of the caller's own account at the partner
          "connectPartner",
          "listPartnerOrganizations",
          "listPartnerFarms",
          "listPartnerFields",
          "importFromPartner",
          // other paths of operations tested here, and entities without a farm
          "sensorRoot",
          "listDeviceTemplates",
          "sensorBatch",
          "readSensorPath",
          "createAtSensorPath",
          "updateAtSensorPath",
          "replaceAtSensorPath",
          "deleteAtSensorPath",
          // deletions of whole collections, tested by StaUpdateTest
          "deleteThings",
          "deleteLocations",
          "deleteHistoricalLocations",
          "deleteDatastreams",
          "deleteSensors",
          "deleteObservedProperties",
          "deleteObservations",
          "deleteFeaturesOfInterest",
          "createHistoricalLocationEntity",
          "createSensorEntity",
          "createObservedPropertyEntity",
          "getObservedPropertyEntity",
          "updateObservedPropertyEntity",
          "replaceObservedPropertyEntity",
          "deleteObservedPropertyEntity",
          "createFeatureOfInterestEntity",
          "createObservations",
          "createComposite",
          // the app registry, tested by RegistryRightsTest
          "listApps",
          "registerApp",
          "getApp",
          "withdrawApp",
          "listAppVersions",
          "addAppVersion",
          "getAppVersion",
          "replaceAppVersion",
          "submitAppVersion",
          "withdrawAppVersion",
          "listAppReviews",
          "approveAppVersion",
          "rejectAppVersion",
          // the service registry, tested by ServiceOnboardingTest and CommissionRightsTest
          "listServices",
          "getService",
          "onboardService",
          "replaceService",
          "renewServiceSecret",
          "disableService",
          "enableService",
          "orderCommission",
          "listCommissions",
          "getCommission",
          "cancelCommission",
          "redeliverCommission",
          "completeCommission",
          "failCommission",
          "listMessages",
          "streamMessages",
          "acknowledgeMessage",
          "listServiceResults",
          // what the roles of the caller grant, tested by CallerPermissionsTest
          "getCallerPermissions",
          // own browsers that are notified, tested by AlarmSubscriptionsTest
          "createAlarmSubscription",
          "deleteAlarmSubscription",
          // tokens for viewers, tested by ViewerTokenTest
          "createViewerToken",
          "listViewerTokens",
          "revokeViewerToken",
          // resources that the collection of the matrix does not have
          "getUpload",
          "restoreSnapshot",
          "getJob",
          "dismissJob",
          "getJobOutput");

  /** Differs between runs, so that the records have other ids. */
  private final long seed = Long.getLong("glebe.matrix.seed", System.nanoTime());

  private final Random random = new Random(seed);
  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final List<Target> targets = new ArrayList<>();
  private final People people;
  private final String secret;

  PermissionMatrixTest() {
    FarmTargets farm = new FarmTargets(random.nextLong());
    people = new People(farm.farm());
    secret = farm.secret();
    String owner = people.token(people.all().getFirst(), "sensor-api");
    targets.addAll(farm.all());
    targets.addAll(new SpatioTargets(farm.farm(), secret).all());
    targets.addAll(new SensorTargets(farm.farm(), owner, secret).all());
  }

  private void check(Target target, MatrixPerson person, Transport transport) {
    boolean may = person.may(target);
    if (may && !target.repeatable()) {
      return;
    }
    String audience = target.route().operation().guard().audience();
    Transport.Answer answer = transport.send(target, people.token(person, audience));
    requests.incrementAndGet();
    boolean refused = REFUSED.contains(answer.status()) || !may && isOutOfReach(target, answer);
    boolean fault = answer.status() >= 500 || may == refused;
    boolean leaked = !person.maySeeSecret(target) && answer.body().contains(secret);
    if (fault || leaked) {
      faults.add(
          "%s %s over %s: %s %d %s"
              .formatted(
                  person,
                  target,
                  transport,
                  leaked ? "told" : may ? "must pass" : "must not pass",
                  answer.status(),
                  answer.body().substring(0, Math.min(160, answer.body().length()))));
    }
  }

  /** Whether the body was refused only because it refers to a record that the caller cannot see. */
  private static boolean isOutOfReach(Target target, Transport.Answer answer) {
    if (target.route().surface().equals(Surface.SENSOR)) {
      return answer.status() == 400 && isUnseenThing(target, answer);
    }
    return answer.status() == 422 && answer.body().contains("out of reach");
  }

  /** Whether the single fault is the reference to the Thing that the body names. */
  private static boolean isUnseenThing(Target target, Transport.Answer answer) {
    JsonNode sent = Json.parse(target.body());
    JsonNode thing = sent.at(sent.has("Thing") ? "/Thing/@iot.id" : "/Things/0/@iot.id");
    JsonNode fault = Json.parse(answer.body()).at("/violations/0");
    return target.method().equals("POST")
        && thing.isIntegralNumber()
        && Json.parse(answer.body()).path("violations").size() == 1
        && fault.path("rule").asText().equals("reference")
        && fault.path("detail").asText().equals("there is no Thing " + thing.asLong());
  }

  @Test
  void everyRoleHasExactlyTheAccessOfItsPermissions() throws Exception {
    List<Future<?>> cells = new ArrayList<>();
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      for (Target target : targets) {
        for (MatrixPerson person : people.all()) {
          for (Transport transport : Transport.values()) {
            if (transport.carries(target) && random.nextDouble() < SHARE) {
              cells.add(callers.submit(() -> check(target, person, transport)));
            }
          }
        }
      }
    }
    for (Future<?> cell : cells) {
      cell.get();
    }
    assertThat(faults)
        .as(
            "%d operations, %d people, %d cells, seed %d",
            targets.size(), people.all().size(), requests.get(), seed)
        .isEmpty();
  }

  @Test
  void everyOperationIsTested() {
    Set<String> known = targets.stream().map(t -> t.route().operation().id()).collect(toSet());
    List<String> forgotten =
        TestPlatform.shared().platform().routes().routes().stream()
            .filter(route -> route.operation().guard().needsToken())
            .map(route -> route.operation().id())
            .filter(id -> !known.contains(id))
            .distinct()
            .toList();
    assertThat(forgotten).containsExactlyInAnyOrderElementsOf(ELSEWHERE);
  }
}
