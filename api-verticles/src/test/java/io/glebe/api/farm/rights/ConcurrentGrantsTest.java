package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;

/** Sends two changes concurrently; each one is allowed alone, but not both together. */
class ConcurrentGrantsTest {
  private static final int ROUNDS = 8;

  private final FarmPerson owner = new FarmPerson();
  private final TestFarm farm = new TestFarm(owner.subject);

  private String role(String permissions) {
    UUID id = UUID.randomUUID();
    TestFarm.system(
        "Role",
        id,
        "{'name': 'Own', 'organizationId': '%s', 'permissions': [%s]}"
            .formatted(farm.organization, permissions));
    return id.toString();
  }

  private static String assigned(FarmPerson person, UUID farm, Object role) {
    UUID id = UUID.randomUUID();
    TestFarm.system(
        "AccessAssignment",
        id,
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}".formatted(person.id, farm, role));
    return id.toString();
  }

  private static boolean bothSucceed(
      Callable<HttpResponse<String>> first, Callable<HttpResponse<String>> second)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<HttpResponse<String>> one = threads.submit(afterBarrier(start, first));
      Future<HttpResponse<String>> other = threads.submit(afterBarrier(start, second));
      assertThat(one.get().statusCode()).as(one.get().body()).isIn(200, 201, 204, 403, 409, 422);
      assertThat(other.get().statusCode())
          .as(other.get().body())
          .isIn(200, 201, 204, 403, 409, 422);
      return one.get().statusCode() < 300 && other.get().statusCode() < 300;
    }
  }

  private static <T> Callable<T> afterBarrier(CyclicBarrier start, Callable<T> call) {
    return () -> {
      start.await();
      return call.call();
    };
  }

  @RepeatedTest(ROUNDS)
  void aConcurrentRoleReductionAndDepartureKeepOneUserWhoCanGrantAccess() throws Exception {
    FarmPerson other = new FarmPerson();
    FarmPerson leaving = new FarmPerson();
    String own = assigned(leaving, farm.farm, TestFarm.role("OWNER"));
    owner.items("/v1/access-assignments").stream()
        .filter(held -> held.path("userId").asText().equals(owner.id.toString()))
        .map(held -> "/v1/access-assignments/" + held.path("id").asText())
        .forEach(held -> assertThat(owner.send("DELETE", held, "").statusCode()).isEqualTo(204));
    String role = role("'accessAssignment:create', 'accessAssignment:read', 'role:update'");
    assigned(other, farm.farm, role);
    boolean both =
        bothSucceed(
            () -> leaving.send("DELETE", "/v1/access-assignments/" + own, ""),
            () -> other.send("PATCH", "/v1/roles/" + role, "{'permissions': ['role:update']}"));
    assertThat(both).as("both succeed").isFalse();
  }

  @RepeatedTest(ROUNDS)
  void aRoleIsNotExtendedDuringAnAssignmentOnAFarmWithoutThosePermissions() throws Exception {
    UUID elsewhere = UUID.randomUUID();
    TestFarm.system(
        "Farm",
        elsewhere,
        "{'name': 'B', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
            .formatted(farm.organization));
    FarmPerson thief = new FarmPerson();
    assigned(thief, farm.farm, TestFarm.role("OWNER"));
    assigned(thief, elsewhere, TestFarm.role("MANAGER"));
    String role = role("'farm:read'");
    UUID id = UUID.randomUUID();
    String body =
        Json.write(
            Json.object()
                .put("id", id.toString())
                .put("userId", thief.id.toString())
                .put("farmId", elsewhere.toString())
                .put("roleId", role)
                .put("originType", "USER"));
    boolean both =
        bothSucceed(
            () -> thief.send("PUT", "/v1/access-assignments/" + id, body),
            () ->
                thief.send(
                    "PATCH", "/v1/roles/" + role, "{'permissions': ['farm:read', 'farm:delete']}"));
    assertThat(both).as("both succeed").isFalse();
  }

  @RepeatedTest(ROUNDS)
  void aRoleOfTheOldOrganizationIsNotAssignedDuringTheMoveOfAFarm() throws Exception {
    TestFarm other = new TestFarm(owner.subject);
    FarmPerson colleague = new FarmPerson().on(farm, "OWNER");
    String role = role("'farm:read'");
    UUID id = UUID.randomUUID();
    String body =
        Json.write(
            Json.object()
                .put("id", id.toString())
                .put("userId", new FarmPerson().on(farm, "VIEWER").id.toString())
                .put("farmId", farm.farm.toString())
                .put("roleId", role)
                .put("originType", "USER"));
    String move = "{'organizationId': '%s'}".formatted(other.organization);
    boolean both =
        bothSucceed(
            () -> colleague.send("PUT", "/v1/access-assignments/" + id, body),
            () -> owner.send("PATCH", "/v1/farms/" + farm.farm, move));
    assertThat(both).as("both succeed").isFalse();
  }
}
