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
 */
public record RequiredPermissions(List<Permission> anyOf, String description) {
  /** A valid token is enough, or none is needed. */
  public static final RequiredPermissions NONE = new RequiredPermissions(List.of(), "");

  public RequiredPermissions {
    anyOf = List.copyOf(anyOf);
  }

  /** At least one of these permissions. */
  public static RequiredPermissions anyOf(Permission... permissions) {
    if (permissions.length == 0) {
      throw new IllegalArgumentException("an operation needs at least one permission");
    }
    return new RequiredPermissions(List.of(permissions), "");
  }

  /** A service decides for each request, for example by the collection that the body names. */
  public static RequiredPermissions decidedBy(String description) {
    return new RequiredPermissions(List.of(), description);
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
   * Fails with 403 if the scopes of the token grant none of the permissions, so that a request that
   * cannot succeed is refused before its body is read. The service decides about the roles.
   */
  public void requireScope(Caller caller) {
    if (areAllMissing(caller.scope()::allows)) {
      Access.requireUser(caller);
      throw Problem.forbidden("the scopes of the token do not grant " + this);
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
