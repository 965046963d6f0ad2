package io.glebe.core.catalogue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The initial roles of every deployment and the example scopes, resolved to plain permissions. */
public final class StarterRoles {
  /** A role with its code and its permissions in catalogue order. */
  public record StarterRole(String code, String description, List<String> permissions) {}

  private static final StarterRoles STANDARD = new StarterRoles(Permissions.standard());

  private final Map<String, StarterRole> roles = new LinkedHashMap<>();
  private final Map<String, List<String>> scopes = new LinkedHashMap<>();

  StarterRoles(Permissions permissions) {
    Declaration d =
        new Declaration("starter-roles", CatalogueLoader.resource("starter-roles.yaml"));
    d.children("roles").forEach((code, r) -> roles.put(code, role(code, r, permissions)));
    d.lists("scopes").forEach((name, grant) -> scopes.put(name, resolve(permissions, grant)));
    d.done();
  }

  public static StarterRoles standard() {
    return STANDARD;
  }

  /** Returns all starter roles in the order of their declaration, OWNER first. */
  public List<StarterRole> roles() {
    return List.copyOf(roles.values());
  }

  public StarterRole role(String code) {
    if (!roles.containsKey(code)) {
      throw new IllegalArgumentException("no starter role " + code);
    }
    return roles.get(code);
  }

  /**
   * Returns the default meaning of the scopes of the farm API; a deployment may configure others.
   */
  public Map<String, List<String>> scopes() {
    return Map.copyOf(scopes);
  }

  private static StarterRole role(String code, Declaration d, Permissions permissions) {
    Set<String> granted = new LinkedHashSet<>(resolve(permissions, d.texts("grant")));
    for (String wildcard : d.texts("minus")) {
      for (String permission : permissions.expand(wildcard)) {
        if (!granted.remove(permission)) {
          throw d.fault("revokes " + permission + ", which was not granted");
        }
      }
    }
    StarterRole role = new StarterRole(code, d.requiredText("description"), List.copyOf(granted));
    d.done();
    return role;
  }

  private static List<String> resolve(Permissions permissions, List<String> wildcards) {
    Set<String> granted = new LinkedHashSet<>();
    wildcards.forEach(w -> granted.addAll(permissions.expand(w)));
    List<String> ordered = new ArrayList<>(permissions.all());
    ordered.retainAll(granted);
    return List.copyOf(ordered);
  }
}
