package io.glebe.core.access;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The permissions which the scopes of an app grant, as patterns: {@code *:read}, {@code task:*},
 * {@code field:update}.
 */
public final class ScopeRights {
  /** All permissions, for the platform itself. */
  public static final ScopeRights ALL = new ScopeRights(Set.of("*:*"));

  /** No permission. */
  public static final ScopeRights NONE = new ScopeRights(Set.of());

  private final Set<String> patterns;
  private final boolean[] everyEntity = new boolean[Action.values().length];

  private ScopeRights(Set<String> patterns) {
    this.patterns = Set.copyOf(patterns);
    for (Action action : Action.values()) {
      everyEntity[action.ordinal()] =
          patterns.contains("*:*") || patterns.contains("*:" + action.word());
    }
  }

  /** The rights of these patterns; throws {@link IllegalArgumentException} for an invalid one. */
  public static ScopeRights of(List<String> patterns) {
    for (String pattern : patterns) {
      String[] parts = pattern.split(":", -1);
      boolean valid =
          parts.length == 2
              && !parts[0].isEmpty()
              && (parts[1].equals("*") || Action.of(parts[1]).isPresent());
      if (!valid) {
        throw new IllegalArgumentException("not a permission pattern: " + pattern);
      }
    }
    return new ScopeRights(new TreeSet<>(patterns));
  }

  /** Whether the scopes grant this permission. */
  public boolean allows(Permission permission) {
    return everyEntity[permission.action().ordinal()]
        || patterns.contains(permission.toString())
        || patterns.contains(permission.entity() + ":*");
  }

  /** Whether the scopes grant no permission. */
  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  @Override
  public String toString() {
    return new TreeSet<>(patterns).toString();
  }
}
