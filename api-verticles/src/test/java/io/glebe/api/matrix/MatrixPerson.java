package io.glebe.api.matrix;

import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.StarterRoles;
import java.util.Optional;
import java.util.Set;

/**
 * A caller of the matrix: a role, its relation to the home farm and the scopes of the app.
 *
 * @param subject {@code sub} at the identity provider; empty for a caller without a token
 * @param role code of a starter role; empty for none
 * @param known whether there is a User record
 * @param administrator whether the caller administers the platform
 * @param scope {@code read}, {@code write} or both
 */
record MatrixPerson(
    String subject,
    Optional<String> role,
    MatrixRelation relation,
    boolean known,
    boolean administrator,
    Set<String> scope) {

  private static final Set<String> ADMINISTERED =
      Set.of("organization", "user", "role", "accessAssignment", "dataType", "codeMapping");
  private static final Set<String> CATALOGUES = Set.of("serviceCatalogue", "processingService");

  /** Whether the platform must grant the request to this target. */
  boolean may(Target target) {
    if (subject.isEmpty()) {
      return false;
    }
    boolean inScope = target.permissions().stream().allMatch(this::inScope);
    return switch (target.place()) {
      case TOKEN -> inScope;
      case PERSON -> known && inScope;
      case ADMINISTRATION -> known && inScope && administrator;
      default -> known && target.permissions().stream().allMatch(p -> holds(p, target.place()));
    };
  }

  /** Whether the response may contain the secret of the home farm. */
  boolean maySeeSecret(Target target) {
    return known
        && !target.permissions().isEmpty()
        && target.permissions().stream().allMatch(p -> holds(p, target.secretOwner()));
  }

  private boolean holds(Permission permission, MatrixPlace place) {
    boolean reads = permission.action() == Action.READ;
    boolean byRole =
        switch (place) {
          case LIST -> granted(permission, true);
          case PLATFORM -> reads && granted(permission, true);
          case ADMINISTRATION, CREATOR -> false;
          default -> granted(permission, false);
        };
    return inScope(permission) && (administers(permission) || byRole);
  }

  private boolean inScope(Permission permission) {
    return scope.contains(permission.action() == Action.READ ? "read" : "write");
  }

  /**
   * The permissions of an administrator on all records; deliberately repeats {@code Onboarding}.
   */
  private boolean administers(Permission permission) {
    return administrator
        && (ADMINISTERED.contains(permission.entity())
            || CATALOGUES.contains(permission.entity())
            || permission.entity().equals("farm") && permission.action() != Action.DELETE
            || permission.toString().equals("auditLog:read"));
  }

  private boolean granted(Permission permission, boolean anywhere) {
    boolean own = anywhere && relation == MatrixRelation.SHARED && grants("OWNER", permission);
    boolean home = relation == MatrixRelation.OWN || relation == MatrixRelation.SHARED;
    return own || (home || anywhere) && role.filter(code -> grants(code, permission)).isPresent();
  }

  private static boolean grants(String role, Permission permission) {
    return StarterRoles.standard().role(role).permissions().contains(permission.toString());
  }

  @Override
  public String toString() {
    String who =
        administrator
            ? "ADMINISTRATOR"
            : role.orElse(known ? "MEMBER" : subject.isEmpty() ? "NOBODY" : "STRANGER");
    return who + "/" + relation + "/" + String.join("+", scope.stream().sorted().toList());
  }
}
