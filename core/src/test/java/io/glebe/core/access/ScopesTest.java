package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing and printing of scopes, permissions and accessible owners. */
class ScopesTest {
  private static final ScopeMap MAP =
      ScopeMap.parse(
          "farm-api: farm-read=*:read farm-write=*:create|*:update; sensor-api: sensor-read=thing:*;");

  private static boolean opens(ScopeRights rights, String permission) {
    return rights.allows(Permission.of(permission));
  }

  @Test
  void aScopeGrantsItsPatternsForItsOwnApiOnly() {
    ScopeRights both = MAP.rights("farm-api", Set.of("farm-read", "farm-write", "openid"));
    assertThat(opens(both, "field:read")).isTrue();
    assertThat(opens(both, "field:create")).isTrue();
    assertThat(opens(both, "field:delete")).isFalse();
    ScopeRights read = MAP.rights("farm-api", Set.of("farm-read", "sensor-read"));
    assertThat(opens(read, "thing:update")).isFalse();
    assertThat(opens(MAP.rights("sensor-api", Set.of("sensor-read")), "thing:update")).isTrue();
    assertThat(opens(MAP.rights("sensor-api", Set.of("sensor-read")), "field:read")).isFalse();
    assertThat(MAP.rights("sensor-api", Set.of("farm-read")).isEmpty()).isTrue();
    assertThat(MAP.rights("elsewhere", Set.of("farm-read")).isEmpty()).isTrue();
  }

  @Test
  void theMapListsItsApisAndScopesInOrder() {
    assertThat(MAP.audiences()).containsExactly("farm-api", "sensor-api");
    assertThat(MAP.all()).containsExactly("farm-read", "farm-write", "sensor-read");
    assertThat(MAP.names())
        .isEqualTo(
            Map.of(
                "farm-api", Set.of("farm-read", "farm-write"),
                "sensor-api", Set.of("sensor-read")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "farm-api",
        "farm-api: ",
        "farm-api: farm-read",
        "farm-api: farm-read=",
        "farm-api: farm-read=everything",
        "farm-api: farm-read=*:look",
        "farm-api: farm-read=:read",
        "farm-api: farm-read=a:b:read"
      })
  void anInvalidMappingIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScopeMap.parse(text))
        .withMessageStartingWith("not a ");
  }

  @Test
  void aPatternGrantsAnEntityAnActionOrOnePermission() {
    assertThat(opens(ScopeRights.of(List.of("task:*")), "task:delete")).isTrue();
    assertThat(opens(ScopeRights.of(List.of("task:*")), "taskList:delete")).isFalse();
    assertThat(opens(ScopeRights.of(List.of("field:update")), "field:update")).isTrue();
    assertThat(opens(ScopeRights.of(List.of("field:update")), "field:read")).isFalse();
    assertThat(opens(ScopeRights.of(List.of("*:*")), "auditLog:read")).isTrue();
    assertThat(ScopeRights.NONE.isEmpty()).isTrue();
    assertThat(ScopeRights.of(List.of("b:read", "a:*"))).hasToString("[a:*, b:read]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "field", ":read", "field:", "field:look", "a:b:read", "*:read"})
  void anInvalidPermissionIsNotParsed(String text) {
    assertThat(Permission.parse(text)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Permission.of(text))
        .withMessage("not a permission: " + text);
  }

  @Test
  void permissionsAreOrderedByEntityAndThenByAction() {
    Set<Permission> sorted =
        new TreeSet<>(
            List.of(
                Permission.of("task:read"),
                Permission.of("field:delete"),
                Permission.of("field:create")));
    assertThat(sorted)
        .extracting(Permission::toString)
        .containsExactly("field:create", "field:delete", "task:read");
  }

  @Test
  void accessibleOwnersContainTheirIdsOnly() {
    UUID one = UUID.randomUUID();
    UUID two = UUID.randomUUID();
    AccessibleOwners reach = new AccessibleOwners(false, Set.of(one, two));
    assertThat(reach.contains(one)).isTrue();
    assertThat(reach.contains(UUID.randomUUID())).isFalse();
    assertThat(reach.isEmpty()).isFalse();
    assertThat(reach.array()).containsExactlyInAnyOrder(one, two);
    assertThat(AccessibleOwners.NOTHING.contains(one)).isFalse();
    assertThat(AccessibleOwners.NOTHING.isEmpty()).isTrue();
    assertThat(AccessibleOwners.EVERYTHING.contains(one)).isTrue();
    assertThat(AccessibleOwners.EVERYTHING.isEmpty()).isFalse();
  }
}
