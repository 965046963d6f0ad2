package io.glebe.core.record.person;

import static io.glebe.core.record.RecordFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.StoredRecord;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PersonViewTest {
  private static final UUID PERSON = UUID.randomUUID();
  private static final UUID READER = UUID.randomUUID();
  private static final UUID HERE = UUID.randomUUID();
  private static final UUID ELSEWHERE = UUID.randomUUID();
  private static final UUID ROLE = UUID.randomUUID();
  private static final UUID OTHER_ROLE = UUID.randomUUID();

  private static Caller caller(UUID user, Grants.Builder grants) {
    return new Caller(
        CallerKind.PERSON,
        "https://id.example",
        user.toString(),
        Optional.of("console"),
        "farm-api",
        Set.of(),
        ScopeRights.ALL,
        grants.user(user).build());
  }

  private static Caller member() {
    return caller(READER, new Grants.Builder().member(HERE));
  }

  private static StoredRecord person(String status, Optional<UUID> inviter) {
    String text =
        "{'displayName': 'Ana', 'email': 'ana@glebe.example', 'status': '%s', 'organizationIds':"
                .formatted(status)
            + " ['%s', '%s'], 'roleIds': ['%s', '%s'], 'x': 1%s}"
                .formatted(
                    HERE,
                    ELSEWHERE,
                    ROLE,
                    OTHER_ROLE,
                    status.equals("INVITED") ? "" : ", 'subject': 'ana'");
    OffsetDateTime now = OffsetDateTime.of(2026, 11, 22, 8, 0, 0, 0, ZoneOffset.UTC);
    return new StoredRecord(
        PERSON,
        RecordOwner.NONE,
        Json.write(json(text)),
        7,
        new StoredRecord.Provenance(
            now, now, "USER", inviter, Optional.empty(), Optional.of("console")));
  }

  private static ObjectNode seen(Caller caller, StoredRecord person) {
    return new PersonView(caller)
        .seen(person, Set.of(ROLE), Map.of(PERSON, "2026-11-22T08:00:00Z"))
        .attributes();
  }

  @Test
  void otherMembersReadTheNameAndTheEntriesOfTheirOrganizations() {
    ObjectNode expected = Json.object().put("displayName", "Ana");
    expected.putArray("organizationIds").add(HERE.toString());
    expected.putArray("roleIds").add(ROLE.toString());
    assertThat(seen(member(), person("ACTIVE", Optional.empty()))).isEqualTo(expected);
  }

  @Test
  void aRoleOnAFarmShowsTheEntriesOfItsOrganization() {
    Grants.Builder farm =
        new Grants.Builder()
            .farm(UUID.randomUUID(), Optional.of(ELSEWHERE), Set.of(Permission.of("task:read")));
    assertThat(
            seen(caller(READER, farm), person("ACTIVE", Optional.empty())).path("organizationIds"))
        .extracting(id -> id.asText())
        .containsExactly(ELSEWHERE.toString());
  }

  @Test
  void anAttributeWithoutVisibleEntriesIsAbsent() {
    ObjectNode seen =
        new PersonView(caller(READER, new Grants.Builder()))
            .seen(person("ACTIVE", Optional.empty()), Set.of(), Map.of())
            .attributes();
    assertThat(seen).isEqualTo(Json.object().put("displayName", "Ana"));
  }

  @Test
  void thePersonAndAdministratorsReadAllAttributesAndTheLastSignIn() {
    StoredRecord person = person("ACTIVE", Optional.empty());
    ObjectNode all = person.attributes().put("lastSignInAt", "2026-11-22T08:00:00Z");
    Grants.Builder everywhere = new Grants.Builder().everywhere(Set.of(Permission.of("user:read")));
    assertThat(seen(caller(PERSON, new Grants.Builder()), person)).isEqualTo(all);
    assertThat(seen(caller(READER, everywhere), person)).isEqualTo(all);
  }

  @Test
  void theInviterReadsAllAttributesUntilTheInvitationIsAccepted() {
    Optional<UUID> inviter = Optional.of(READER);
    ObjectNode invited = seen(member(), person("INVITED", inviter));
    assertThat(invited.has("email") && invited.has("x")).isTrue();
    assertThat(invited.path("organizationIds").toString()).isEqualTo("[\"" + HERE + "\"]");
    assertThat(invited.path("roleIds").toString()).isEqualTo("[\"" + ROLE + "\"]");
    assertThat(seen(member(), person("ACTIVE", inviter)).has("email")).isFalse();
    assertThat(seen(member(), person("INVITED", Optional.of(HERE))).has("email")).isFalse();
  }

  @Test
  void versionAndProvenanceAreUnchanged() {
    StoredRecord person = person("ACTIVE", Optional.empty());
    StoredRecord seen = new PersonView(member()).seen(person, Set.of(), Map.of());
    assertThat(seen.etag()).isEqualTo("\"7\"");
    assertThat(seen.provenance()).isEqualTo(person.provenance());
  }

  @Test
  void recordsOfOtherEntitiesAreUnchanged() {
    Catalogue.standard().types().stream()
        .filter(type -> !type.name().equals("User"))
        .forEach(
            type -> assertThat(PersonViewFilter.isWhole(member(), type)).as(type.name()).isTrue());
    assertThat(PersonViewFilter.isWhole(member(), Catalogue.standard().get("User"))).isFalse();
    assertThat(PersonViewFilter.isWhole(Caller.system(), Catalogue.standard().get("User")))
        .isTrue();
  }
}
