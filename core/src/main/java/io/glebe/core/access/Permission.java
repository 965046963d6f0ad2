package io.glebe.core.access;

import java.util.Objects;
import java.util.Optional;

/**
 * The right to perform one action on one kind of record, written {@code field:read}.
 *
 * @param entity permission prefix of the entity, e.g. {@code accessAssignment}
 * @param action the action
 */
public record Permission(String entity, Action action) implements Comparable<Permission> {
  public Permission {
    Objects.requireNonNull(entity);
    Objects.requireNonNull(action);
  }

  /** The permission to create records of an entity. */
  public static Permission create(String entity) {
    return new Permission(entity, Action.CREATE);
  }

  /** The permission to read records of an entity. */
  public static Permission read(String entity) {
    return new Permission(entity, Action.READ);
  }

  /** The permission to update records of an entity. */
  public static Permission update(String entity) {
    return new Permission(entity, Action.UPDATE);
  }

  /** The permission to delete records of an entity. */
  public static Permission delete(String entity) {
    return new Permission(entity, Action.DELETE);
  }

  /** Parses {@code entity:action}; throws {@link IllegalArgumentException} for any other text. */
  public static Permission of(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a permission: " + text));
  }

  /** Parses {@code entity:action} from input; empty for any other text. */
  public static Optional<Permission> parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 1 || text.indexOf(':', colon + 1) >= 0 || text.startsWith("*")) {
      return Optional.empty();
    }
    return Action.of(text.substring(colon + 1))
        .map(action -> new Permission(text.substring(0, colon), action));
  }

  @Override
  public int compareTo(Permission other) {
    int byEntity = entity.compareTo(other.entity);
    return byEntity != 0 ? byEntity : action.compareTo(other.action);
  }

  @Override
  public String toString() {
    return entity + ":" + action.word();
  }
}
