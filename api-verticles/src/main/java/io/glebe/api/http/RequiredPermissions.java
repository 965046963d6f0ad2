package io.glebe.api.http;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.problem.Problem;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The permissions that an operation requires. Immutable.
 *
 * @param anyOf at least one of them is required; empty where a valid token is enough, or where a
 *     service decides
 * @param description how a service decides; empty for a fixed list
 * @param byRoleOnly whether nothing but a role grants the permissions, so that a caller without any
 *     such role is refused before the body is read
 */
public record RequiredPermissions(List<Permission> anyOf, String description, boolean byRoleOnly) {
  /** A valid token is enough, or none is needed. */
  public static final RequiredPermissions NONE = new RequiredPermissions(List.of(), "", false);

  public RequiredPermissions {
    anyOf = List.copyOf(anyOf);
  }

  /** At least one of these permissions. */
  public static RequiredPermissions anyOf(Permission... permissions) {
    if (permissions.length == 0) {
      throw new IllegalArgumentException("an operation needs at least one permission");
    }
    return new RequiredPermissions(List.of(permissions), "", false);
  }

  /** A service decides for each request, for example by the collection that the body names. */
  public static RequiredPermissions decidedBy(String description) {
    return new RequiredPermissions(List.of(), description, false);
  }

  /**
   * The same permissions, where nothing but a role grants them: not the creation of the object, not
   * being the person whom it concerns.
   */
  public RequiredPermissions grantedByRoleOnly() {
    return new RequiredPermissions(anyOf, description, true);
  }

  /** Whether a valid token, or no token, is enough. */
  public boolean isNone() {
    return anyOf.isEmpty() && description.isEmpty();
  }

  /** Whether permissions are required and none of them is in the given set. */
  public boolean areAllMissing(Predicate<Permission> granted) {
    return !anyOf.isEmpty() && anyOf.stream().noneMatch(granted);
  }

  /**
   * Fails with 403 if the scopes of the token grant none of the permissions, or if only roles grant
   * them and the caller has none of these anywhere, so that a request that cannot succeed is
   * refused before its body is read. The service decides about the roles where the caller has some.
   */
  public void requireScope(Caller caller) {
    if (areAllMissing(caller.scope()::allows)) {
      Access.requireUser(caller);
      throw Problem.forbidden("the scopes of the token do not grant " + this);
    }
    if (byRoleOnly && areAllMissing(permission -> Access.mayAnywhere(caller, permission))) {
      throw Problem.forbidden("no role of the caller grants " + this);
    }
  }

  /** The text of the published contract, for example {@code field:create or field:update}. */
  @Override
  public String toString() {
    if (anyOf.isEmpty()) {
      return description;
    }
    int last = anyOf.size() - 1;
    String first =
        IntStream.range(0, last)
            .mapToObj(i -> anyOf.get(i).toString())
            .collect(Collectors.joining(", "));
    return first.isEmpty() ? anyOf.getLast().toString() : first + " or " + anyOf.getLast();
  }
}
