package io.glebe.core.access;

import java.util.List;
import java.util.Optional;
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

  /** The only collections that the scopes open; empty for all. */
  private final Optional<Set<String>> collections;

  private final boolean[] everyEntity = new boolean[Action.values().length];

  private ScopeRights(Set<String> patterns) {
    this(patterns, Optional.empty());
  }

  private ScopeRights(Set<String> patterns, Optional<Set<String>> collections) {
    this.patterns = Set.copyOf(patterns);
    this.collections = collections;
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

  /** The same permissions, for these collections of the spatio-temporal API only. */
  ScopeRights only(Set<String> ids) {
    return new ScopeRights(patterns, Optional.of(Set.copyOf(ids)));
  }

  /** Whether the scopes open this collection of the spatio-temporal API. */
  public boolean opens(String collection) {
    return collections.isEmpty() || collections.get().contains(collection);
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
