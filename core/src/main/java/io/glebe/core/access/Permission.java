package io.glebe.core.access;

import java.util.Objects;
import java.util.Optional;

/**
 * The right to do one thing with one kind of record, written {@code field:read}.
 *
 * @param entity permission prefix of the entity, e.g. {@code accessAssignment}
 * @param action what is done
 */
public record Permission(String entity, Action action) implements Comparable<Permission> {
  public Permission {
    Objects.requireNonNull(entity);
    Objects.requireNonNull(action);
  }

  /** Parses {@code entity:action}; an {@link IllegalArgumentException} when it reads otherwise. */
  public static Permission of(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a permission: " + text));
  }

  /** Parses {@code entity:action} from outside; empty when it reads otherwise. */
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
