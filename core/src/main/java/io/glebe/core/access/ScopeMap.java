package io.glebe.core.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps the scopes of each API to the permissions that they grant; configuration of a deployment.
 *
 * <p>Written {@code farm-api: farm-read=*:read farm-write=*:create|*:update; spatio-api: ...}.
 */
public final class ScopeMap {
  private final Map<String, Map<String, List<String>>> audiences;

  private ScopeMap(Map<String, Map<String, List<String>>> audiences) {
    this.audiences = audiences;
  }

  /** Parses the setting; throws {@link IllegalArgumentException} that names the invalid part. */
  public static ScopeMap parse(String text) {
    Map<String, Map<String, List<String>>> audiences = new LinkedHashMap<>();
    for (String api : text.split(";", -1)) {
      if (!api.isBlank()) {
        String[] parts = two(api, ":\\s");
        audiences.put(parts[0], scopes(parts[1]));
      }
    }
    return new ScopeMap(audiences);
  }

  private static Map<String, List<String>> scopes(String text) {
    Map<String, List<String>> scopes = new LinkedHashMap<>();
    for (String scope : text.split("\\s+", 0)) {
      String[] parts = two(scope, "=");
      List<String> patterns = List.of(parts[1].split("\\|"));
      ScopeRights.of(patterns);
      scopes.put(parts[0], patterns);
    }
    return scopes;
  }

  private static String[] two(String text, String separator) {
    String[] parts = text.strip().split(separator, 2);
    if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
      throw new IllegalArgumentException("not a scope mapping: " + text.strip());
    }
    return new String[] {parts[0].strip(), parts[1].strip()};
  }

  /** The scopes of each API. */
  public Map<String, Set<String>> names() {
    return audiences.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                Map.Entry::getKey, e -> Set.copyOf(e.getValue().keySet())));
  }

  /** The permissions that these scopes grant at the API; scopes of other APIs grant nothing. */
  public ScopeRights rights(String audience, Set<String> scopes) {
    if (audience.equals(ViewerScope.AUDIENCE)) {
      return ViewerScope.rights(scopes);
    }
    List<String> patterns = new ArrayList<>();
    audiences
        .getOrDefault(audience, Map.of())
        .forEach(
            (name, granted) -> {
              if (scopes.contains(name)) {
                patterns.addAll(granted);
              }
            });
    return patterns.isEmpty() ? ScopeRights.NONE : ScopeRights.of(patterns);
  }

  /** All scopes of all APIs, in order of declaration. */
  public List<String> all() {
    return audiences.values().stream().flatMap(api -> api.keySet().stream()).distinct().toList();
  }

  /** All APIs, in order of declaration. */
  public List<String> audiences() {
    return List.copyOf(audiences.keySet());
  }
}
