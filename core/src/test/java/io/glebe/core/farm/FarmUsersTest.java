package io.glebe.core.farm;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteResult;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** People of a farm, and farms with their fields. */
class FarmUsersTest {
  private static final RecordFixture FIXTURE = new RecordFixture();

  private final FarmUsers users = new FarmUsers(FIXTURE.database, FIXTURE.records);
  private final UUID farm = farm();
  private final Caller owner = FIXTURE.person(FIXTURE.user, "console", Set.of(farm));

  @AfterAll
  static void close() {
    FIXTURE.close();
  }

  private static UUID farm() {
    UUID id = UUID.randomUUID();
    FIXTURE.farm(id, FIXTURE.organization, FIXTURE.user);
    return id;
  }

  private static StoredRecord stored(String entity, UUID id) {
    return FIXTURE.records.get(Caller.system(), type(entity), id).await();
  }

  private WriteResult add(Caller caller, String body) {
    return users.add(caller, stored("Farm", farm), json(body), UnaryOperator.identity());
  }

  private Problem refusal(Caller caller, String body) {
    Problem refused = catchThrowableOfType(Problem.class, () -> add(caller, body));
    assertThat(refused).as("refusal").isNotNull();
    return refused;
  }

  private static String address() {
    return UUID.randomUUID() + "@farm.example";
  }

  @Test
  void anUnknownPersonIsInvitedOnce() {
    String email = address();

    WriteResult first = add(owner, "{'email': ' " + email + " ', 'role': 'WORKER'}");
    WriteResult again =
        add(owner, "{'email': '" + email.toUpperCase(Locale.ROOT) + "', 'role': 'WORKER'}");

    ObjectNode assignment = first.stored().attributes();
    assertThat(assignment.path("farmId").asText()).isEqualTo(farm.toString());
    ObjectNode user =
        stored("User", UUID.fromString(assignment.path("userId").asText())).attributes();
    assertThat(user.path("email").asText()).isEqualTo(email);
    assertThat(user.path("status").asText()).isEqualTo("INVITED");
    assertThat(again.outcome()).isEqualTo(WriteResult.Outcome.UNCHANGED);
    assertThat(again.stored().id()).isEqualTo(first.stored().id());
    ObjectNode more =
        add(owner, "{'email': '" + email + "', 'role': 'VIEWER'}").stored().attributes();
    assertThat(more.path("userId")).as("the same person").isEqualTo(assignment.path("userId"));
  }

  @Test
  void aKnownPersonIsAddedByAddressOrById() {
    UUID known = UUID.randomUUID();
    String email = address();
    FIXTURE.system(
        "User",
        known,
        "{'displayName': 'K', 'subject': '%s', 'status': 'ACTIVE', 'email': '%s'}"
            .formatted(known, email));

    WriteResult byAddress = add(owner, "{'email': '" + email + "', 'role': 'WORKER'}");

    assertThat(byAddress.stored().attributes().path("userId").asText()).isEqualTo(known.toString());
    WriteResult byId =
        add(owner, "{'userId': '%s', 'roleId': '%s'}".formatted(known, FIXTURE.ownerRole));
    assertThat(byId.stored().attributes().path("roleId").asText())
        .isEqualTo(FIXTURE.ownerRole.toString());
  }

  @Test
  void faultyRequestsAreRefusedAtTheirMember() {
    String email = "'email': '" + address() + "'";
    assertThat(refusal(owner, "{'role': 'WORKER'}").violations().getFirst().where())
        .isEqualTo("/userId");
    assertThat(refusal(owner, "{'userId': 'X', 'role': 'WORKER'}").violations().getFirst().where())
        .isEqualTo("/userId");
    for (String member : List.of("userId", "email", "roleId", "role")) {
      String address = member.equals("email") ? "'userId': '" + UUID.randomUUID() + "'" : email;
      String role =
          member.equals("role") ? "'roleId': '" + FIXTURE.ownerRole + "'" : "'role': 'WORKER'";
      String body = "{%s, %s, '%s': {}}".formatted(address, role, member);
      assertThat(refusal(owner, body).violations().getFirst().where()).isEqualTo("/" + member);
    }
    assertThat(refusal(owner, "{" + email + "}").violations().getFirst().where())
        .isEqualTo("/roleId");
    assertThat(refusal(owner, "{" + email + ", 'role': 'KING'}").detail()).contains("KING");
    assertThat(
            refusal(owner, "{%s, 'roleId': '%s'}".formatted(email, UUID.randomUUID()))
                .violations()
                .getFirst()
                .where())
        .isEqualTo("/roleId");
  }

  @Test
  void onlyThoseWhoMayAssignAddPeople() {
    String email = "{'email': '" + address() + "', 'role': 'WORKER'}";
    Caller worker = FIXTURE.person(UUID.randomUUID(), "console", Set.of(farm), "WORKER");
    Caller neighbour = FIXTURE.person(UUID.randomUUID(), "console", Set.of(UUID.randomUUID()));

    assertThat(refusal(worker, email).status()).isEqualTo(403);
    assertThat(refusal(neighbour, email).status()).isEqualTo(403);
  }

  @Test
  void accessThatEndsGivesAccessThatEndsToo() {
    Instant end = Instant.parse("2099-01-01T00:00:00Z");
    Set<Permission> all =
        StarterRoles.standard().role("OWNER").permissions().stream()
            .map(Permission::of)
            .collect(Collectors.toSet());
    Grants grants =
        new Grants.Builder()
            .user(FIXTURE.user)
            .farm(farm, Optional.of(FIXTURE.organization), all, end)
            .build();

    WriteResult added = add(owner.with(grants), "{'email': '" + address() + "', 'role': 'VIEWER'}");

    assertThat(Instant.parse(added.stored().attributes().path("endsAt").asText())).isEqualTo(end);
  }

  @Test
  void farmsAreReadWithTheFieldsThatTheCallerMayRead() {
    UUID field = UUID.randomUUID();
    FIXTURE.system(
        "Field",
        field,
        FIXTURE.fieldBody("Hill").replace(FIXTURE.farm.toString(), farm.toString()));
    Farms farms = new Farms(FIXTURE.records);
    List<StoredRecord> one = List.of(stored("Farm", farm));
    Caller neighbour = FIXTURE.person(UUID.randomUUID(), "console", Set.of(UUID.randomUUID()));
    MemoryBudget memory = new MemoryBudget("tests", 1 << 20, 1 << 20);
    try (MemoryBudget.Lease lease = memory.lease("reader")) {
      ObjectNode read = Json.parseObject(farms.withFields(owner, one, lease).getFirst());
      assertThat(read.path("id").asText()).isEqualTo(farm.toString());
      assertThat(read.path("fields")).hasSize(1);
      assertThat(read.at("/fields/0/id").asText()).isEqualTo(field.toString());
      assertThat(memory.held()).isPositive();
      assertThat(farms.withFields(neighbour, one, lease))
          .containsExactly(stored("Farm", farm).text());
    }
    assertThat(memory.held()).isZero();
  }
}
