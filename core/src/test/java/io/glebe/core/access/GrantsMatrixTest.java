package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.catalogue.Permissions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares every role, set of scopes and permission on own and foreign farms with a table. */
class GrantsMatrixTest {
  private static final List<List<String>> SCOPES =
      List.of(
          List.of("openid"),
          List.of("farm-read"),
          List.of("farm-write"),
          List.of("farm-read", "farm-write"));
  private static AccessFixture fixture;
  private static Map<String, Set<String>> table;

  @BeforeAll
  static void open() throws IOException {
    fixture = new AccessFixture();
    table = table();
    for (String role : table.keySet()) {
      UUID user = fixture.user("holder-of-" + role);
      fixture.onboarding.assign(user, fixture.farm, role).await();
    }
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  /** The permissions of each role, from a table written by hand. */
  private static Map<String, Set<String>> table() throws IOException {
    Map<String, Set<String>> roles = new HashMap<>();
    List<String> lines = new ArrayList<>();
    try (InputStream in = GrantsMatrixTest.class.getResourceAsStream("/access/starter-roles.txt")) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).forEach(lines::add);
    }
    String[] head = lines.getFirst().split(" ", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(" ", -1);
      for (int i = 1; i < cells.length; i++) {
        Set<String> permissions = roles.computeIfAbsent(head[i], r -> new HashSet<>());
        for (char letter : cells[i].replace("-", "").toCharArray()) {
          permissions.add(cells[0] + ":" + word(letter));
        }
      }
    }
    return roles;
  }

  private static String word(char letter) {
    return switch (letter) {
      case 'c' -> "create";
      case 'r' -> "read";
      case 'u' -> "update";
      case 'd' -> "delete";
      default -> throw new IllegalArgumentException("letter " + letter);
    };
  }

  /** The expected decision: role on this farm and scope. */
  private static boolean allowed(String role, List<String> scopes, String permission, UUID farm) {
    boolean reading = permission.endsWith(":read");
    boolean scope = scopes.contains(reading ? "farm-read" : "farm-write");
    return farm.equals(fixture.farm) && scope && table.get(role).contains(permission);
  }

  @Test
  void rolesAndScopesTogetherDetermineTheAccessToEveryFarm() {
    List<String> faults = new ArrayList<>();
    int cases = 0;
    for (String role : table.keySet()) {
      for (List<String> scopes : SCOPES) {
        Caller caller = fixture.caller("holder-of-" + role, scopes.toArray(String[]::new));
        for (String permission : Permissions.standard().all()) {
          for (UUID farm : List.of(fixture.farm, fixture.sisterFarm, fixture.foreignFarm)) {
            cases++;
            boolean may = Access.may(caller, Permission.of(permission), farm);
            boolean listed = Access.farms(caller, Permission.of(permission)).contains(farm);
            if (may != allowed(role, scopes, permission, farm) || listed != may) {
              faults.add(role + " " + scopes + " " + permission);
            }
          }
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(cases).isEqualTo(7 * 4 * 191 * 3);
  }

  @Test
  void anAssignmentAppliesToTheOrganizationOfTheFarmOnly() {
    for (String role : table.keySet()) {
      for (List<String> scopes : SCOPES) {
        Caller caller = fixture.caller("holder-of-" + role, scopes.toArray(String[]::new));
        for (String permission : Permissions.standard().all()) {
          Permission p = Permission.of(permission);
          boolean expected = allowed(role, scopes, permission, fixture.farm);
          assertThat(Access.mayInOrganization(caller, p, fixture.organization))
              .as("%s %s %s", role, scopes, permission)
              .isEqualTo(expected);
          assertThat(Access.mayInOrganization(caller, p, fixture.otherOrganization)).isFalse();
          assertThat(Access.mayAnywhere(caller, p)).isEqualTo(expected);
          assertThat(Access.mayOnPlatform(caller, p)).isFalse();
        }
      }
    }
  }

  @Test
  void anUnknownSubjectHasNoRightsWithAnyScopes() {
    Caller unknown = fixture.caller("nobody-knows-me", "farm-read", "farm-write");
    assertThat(unknown.userId()).isEmpty();
    for (String permission : Permissions.standard().all()) {
      Permission p = Permission.of(permission);
      assertThat(Access.may(unknown, p, fixture.farm)).isFalse();
      assertThat(Access.mayAnywhere(unknown, p)).isFalse();
      assertThat(Access.mayAsSelf(unknown, p)).isFalse();
      assertThat(Access.farms(unknown, p).isEmpty()).isTrue();
    }
  }
}
