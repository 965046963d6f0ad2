package io.glebe.api.devidentity;

import io.glebe.core.access.ScopeMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The scopes of the development identity: those of sign-in and those of the APIs. */
final class ScopeNames {
  private static final Set<String> SIGN_IN = Set.of("openid", "profile", "email", "offline_access");

  private final Map<String, Set<String>> byAudience;
  private final List<String> audiences;
  private final List<String> all;

  ScopeNames(ScopeMap map) {
    byAudience = map.names();
    audiences = map.audiences();
    all = map.all();
  }

  /** The words of a scope parameter, in order. */
  static Set<String> split(String scope) {
    Set<String> words = new LinkedHashSet<>(List.of(scope.trim().split(" +")));
    words.remove("");
    return words;
  }

  /** The given scopes that require the consent of a person. */
  Set<String> ofApis(Collection<String> scopes) {
    return scopes.stream()
        .filter(scope -> !SIGN_IN.contains(scope))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether every scope is a sign-in scope or a scope that the client may request. */
  boolean within(Collection<String> scopes, DevClient client) {
    return scopes.stream()
        .allMatch(
            scope ->
                SIGN_IN.contains(scope)
                    || (all.contains(scope) && client.scopes().contains(scope)));
  }

  /** The scopes of the given API; empty for an unknown API. */
  Set<String> at(String audience) {
    return byAudience.getOrDefault(audience, Set.of());
  }

  /** The APIs that use any of the given scopes. */
  List<String> audiencesOf(Collection<String> scopes) {
    return audiences.stream()
        .filter(audience -> scopes.stream().anyMatch(at(audience)::contains))
        .toList();
  }

  /** Every scope, for the discovery document. */
  List<String> supported() {
    List<String> supported = new ArrayList<>(List.of("openid", "profile", "email"));
    supported.addAll(all);
    return supported;
  }
}
