package io.glebe.core.access;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The scope of tokens for viewers: pictures of some collections. It has an audience of its own,
 * which no other token names, so that such a token is valid for pictures only, and no other token
 * is valid in its place.
 */
public final class ViewerScope {
  /** The audience of tokens for viewers. */
  public static final String AUDIENCE = "viewer";

  private static final String PREFIX = "view:";

  private ViewerScope() {}

  /** The scopes of a token for these collections. */
  public static Set<String> of(Set<String> collections) {
    return collections.stream().map(id -> PREFIX + id).collect(Collectors.toUnmodifiableSet());
  }

  /** The rights of these scopes. */
  static ScopeRights rights(Set<String> scopes) {
    return ScopeRights.of(List.of(new Permission("data", Action.READ).toString()))
        .only(
            scopes.stream()
                .filter(scope -> scope.startsWith(PREFIX))
                .map(scope -> scope.substring(PREFIX.length()))
                .collect(Collectors.toUnmodifiableSet()));
  }
}
