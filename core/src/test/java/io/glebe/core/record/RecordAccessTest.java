package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests read and write access to records of farms, organizations, the platform and persons. */
class RecordAccessTest {
  private static final RecordFixture FARM = new RecordFixture();

  @AfterAll
  static void close() {
    FARM.close();
  }

  /** Creates a person with a User record and without any role. */
  private static Caller newcomer() {
    UUID id = UUID.randomUUID();
    FARM.user(id, "newcomer");
    return FARM.person(id, "console", Set.of());
  }

  private static Caller with(Caller caller, Grants.Builder grants, String... scope) {
    return new Caller(
        CallerKind.PERSON,
        caller.issuer(),
        caller.subject(),
        caller.clientId(),
        caller.audience(),
        Set.of(),
        ScopeRights.of(List.of(scope)),
        grants.build());
  }

  private static Grants.Builder grants(Caller caller) {
    return new Grants.Builder().user(caller.userId().orElseThrow());
  }

  private static Set<Permission> permissions(String... names) {
    return Set.of(names).stream().map(Permission::of).collect(java.util.stream.Collectors.toSet());
  }

  private static void forbidden(Future<?> result) {
    assertThat(problem(result).type()).isEqualTo(ProblemType.FORBIDDEN);
  }

  private static WriteRequest organization(Caller caller, UUID id) {
    return FARM.request(caller, "Organization", id, json("{'name': 'New', 'originType': 'USER'}"));
  }

  private static WriteRequest farm(Caller caller, UUID organization) {
    return FARM.request(
        caller,
        "Farm",
        UUID.randomUUID(),
        json(
            "{'name': 'First', 'timezone': 'UTC', 'defaultCurrency': 'EUR', 'originType': 'USER',"
                + " 'organizationId': '"
                + organization
                + "'}"));
  }

  private static WriteRequest renamed(Caller caller, String entity, UUID id) {
    return WriteRequest.of(caller, type(entity), id, json("{'name': 'Renamed'}"));
  }

  @Test
  void theCreatorOfAnOrganizationMayChangeItUntilItHasItsFirstFarm() {
    Caller maker = newcomer();
    Caller other = newcomer();
    UUID id = UUID.randomUUID();
    FARM.records.put(organization(maker, id)).await();
    FARM.records.patch(renamed(maker, "Organization", id)).await();
    forbidden(FARM.records.patch(renamed(other, "Organization", id)));
    forbidden(FARM.records.put(farm(other, id)));
    FARM.records.put(farm(maker, id)).await();
    forbidden(FARM.records.put(farm(maker, id)));
    forbidden(FARM.records.patch(renamed(maker, "Organization", id)));
  }

  @Test
  void aFarmOfAnUnknownOrganizationIsInvalidAndNotForbidden() {
    assertThat(problem(FARM.records.put(farm(newcomer(), UUID.randomUUID()))).type())
        .isEqualTo(ProblemType.INVALID_RECORD);
  }

  @Test
  void anOrganizationIsNotCreatedWithoutTheScope() {
    Caller reader = newcomer();
    forbidden(
        FARM.records.put(organization(with(reader, grants(reader), "*:read"), UUID.randomUUID())));
    Caller stranger =
        new Caller(
            CallerKind.PERSON,
            "i",
            "s",
            Optional.of("app"),
            "farm-api",
            Set.of(),
            ScopeRights.ALL,
            Grants.NONE);
    forbidden(FARM.records.put(organization(stranger, UUID.randomUUID())));
  }

  @Test
  void platformRecordsAreReadWithAnyRoleAndWrittenWithAPlatformRole() {
    UUID id = UUID.randomUUID();
    String body =
        "{'name': 'Note', 'code': 'NOTE_"
            + id.toString().substring(0, 8).toUpperCase(java.util.Locale.ROOT)
            + "', 'payloadSchema': {}, 'originType': 'USER'}";
    WriteRequest byOwner = FARM.request(FARM.owner(), "DataType", id, json(body));
    forbidden(FARM.records.put(byOwner));
    Caller curator =
        with(
            FARM.owner(),
            grants(FARM.owner())
                .platform(permissions("dataType:create", "dataType:update", "dataType:read")),
            "*:*");
    FARM.records.put(FARM.request(curator, "DataType", id, json(body))).await();
    FARM.records.patch(renamed(curator, "DataType", id)).await();
    forbidden(FARM.records.patch(renamed(FARM.owner(), "DataType", id)));
    assertThat(FARM.records.get(FARM.owner(), type("DataType"), id).await().id()).isEqualTo(id);
    forbidden(FARM.records.get(newcomer(), type("DataType"), id));
  }

  @Test
  void aUserRecordIsChangedOnlyByItsUserOrAnAdministrator() {
    UUID colleague = UUID.randomUUID();
    FARM.system(
        "User",
        colleague,
        "{'displayName': 'colleague', 'subject': 'colleague', 'organizationIds': ['"
            + FARM.organization
            + "']}");
    FARM.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '"
            + colleague
            + "', 'farmId': '"
            + FARM.farm
            + "', 'roleId': '"
            + FARM.ownerRole
            + "'}");
    Caller officer =
        with(
            newcomer(),
            grants(newcomer()).organization(FARM.organization, permissions("user:update")),
            "*:*");
    Caller curator =
        with(newcomer(), grants(newcomer()).platform(permissions("user:update")), "*:*");
    for (Caller other : List.of(newcomer(), FARM.owner(), officer, curator)) {
      forbidden(FARM.records.patch(displayName(other, colleague)));
    }
    Caller administrator =
        with(newcomer(), grants(newcomer()).everywhere(permissions("user:update")), "*:*");
    assertThat(FARM.records.patch(displayName(administrator, colleague)).await().outcome())
        .isEqualTo(WriteResult.Outcome.UPDATED);
    Caller self = with(newcomer(), new Grants.Builder().user(colleague), "*:*");
    WriteRequest renamed =
        WriteRequest.of(self, type("User"), colleague, json("{'displayName': 'Me'}"));
    assertThat(FARM.records.patch(renamed).await().outcome())
        .isEqualTo(WriteResult.Outcome.UPDATED);
  }

  private static WriteRequest displayName(Caller caller, UUID user) {
    return WriteRequest.of(caller, type("User"), user, json("{'locale': 'sl-SI'}"));
  }

  @Test
  void anUnknownIdIsNotFoundOnlyForReadersOfTheCollection() {
    UUID none = UUID.randomUUID();
    assertThat(problem(FARM.records.get(FARM.owner(), type("Task"), none)).type())
        .isEqualTo(ProblemType.NOT_FOUND);
    forbidden(FARM.records.get(newcomer(), type("Task"), none));
    assertThat(problem(FARM.records.get(newcomer(), type("User"), none)).type())
        .as("everybody has a User record to read")
        .isEqualTo(ProblemType.NOT_FOUND);
  }

  @Test
  void limitsOutOfRangeAreRefused() {
    for (int limit : List.of(0, -1, 1001)) {
      assertThat(
              problem(FARM.records.list(FARM.owner(), type("Task"), ListQuery.first(limit)))
                  .status())
          .isEqualTo(400);
    }
  }

  @Test
  void theAuditLogRefusesWrites() {
    var refusal =
        problem(
            FARM.records.put(
                FARM.request(FARM.owner(), "AuditLog", UUID.randomUUID(), json("{}"))));
    assertThat(refusal.status()).isEqualTo(405);
    assertThat(refusal.headers()).containsEntry("Allow", "GET, HEAD");
  }

  @Test
  void ownRecordsAreReadWithoutARole() {
    UUID user = UUID.randomUUID();
    FARM.user(user, "new");
    Caller fresh = FARM.person(user, "console", Set.of());
    assertThat(FARM.walk(fresh, "User", 10)).containsExactly(user.toString());
    FARM.records.get(fresh, type("User"), user).await();
    assertThat(problem(FARM.records.get(fresh, type("User"), FARM.user)).status()).isEqualTo(403);
    assertThat(FARM.walk(fresh, "AccessAssignment", 10)).isEmpty();
  }
}
