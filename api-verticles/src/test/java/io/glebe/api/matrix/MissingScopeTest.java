package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.http.Guard;
import io.glebe.api.sensors.SensorTargets;
import io.glebe.api.spatio.SpatioTargets;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every operation refuses an owner whose token lacks the scope of the required permissions, or
 * lists nothing of the farm.
 */
class MissingScopeTest {
  private static final String CHALLENGE = "Bearer realm=\"glebe\", error=\"insufficient_scope\"";

  private final List<Target> targets = new ArrayList<>();
  private final People people;
  private final String secret;

  MissingScopeTest() {
    FarmTargets farm = new FarmTargets(System.nanoTime());
    people = new People(farm.farm());
    secret = farm.secret();
    String owner = people.token(people.all().getFirst(), "sensor-api");
    targets.addAll(farm.all());
    targets.addAll(new SpatioTargets(farm.farm(), secret).all());
    targets.addAll(new SensorTargets(farm.farm(), owner, secret).all());
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

  /** Lists over all farms leave out the records that the caller may not read. */
  private boolean isListWithoutTheRecords(Target target, HttpResponse<String> response) {
    return response.statusCode() == 200
        && target.route().operation().guard() != Guard.FARM
        && !target.route().template().contains("{")
        && target.route().operation().permissions().anyOf().stream()
            .allMatch(MissingScopeTest::isRead)
        && !response.body().contains(secret);
  }

  @Test
  void everyOperationRefusesATokenWithoutTheRequiredScope() {
    List<String> faults = new ArrayList<>();
    int walked = 0;
    for (Target target : targets) {
      if (target.route().operation().permissions().anyOf().isEmpty()) {
        continue;
      }
      walked++;
      HttpResponse<String> response = Transport.HTTP_1.exchange(target, token(target));
      String challenge = response.headers().firstValue("WWW-Authenticate").orElse("none");
      boolean challenged = response.statusCode() == 403 && challenge.equals(CHALLENGE);
      if (!challenged && !isListWithoutTheRecords(target, response)) {
        faults.add(target + ": " + response.statusCode() + ", " + challenge);
      }
    }

    assertThat(faults).isEmpty();
    assertThat(walked).isGreaterThan(300);
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
