package io.glebe.core.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * All permissions: {@code <prefix>:<action>} for every operation of every entity, in catalogue
 * order. Roles may also give those of the app registry and of the service registry, which no
 * wildcard includes.
 */
public final class Permissions {
  /** Permissions of developers in the app registry. */
  public static final List<String> APP_DEVELOPER = List.of("app:create", "app:read", "app:update");

  /** Permissions of reviewers in the app registry. */
  public static final List<String> APP_REVIEWER = List.of("appReview:create", "appReview:read");

  /** Permissions of maintainers in the service registry. */
  public static final List<String> SERVICE_MAINTAINER =
      List.of("registeredService:create", "registeredService:read", "registeredService:update");

  private static final Permissions STANDARD = new Permissions(Catalogue.standard());

  private final Catalogue catalogue;
  private final Set<String> all = new LinkedHashSet<>();

  public Permissions(Catalogue catalogue) {
    this.catalogue = catalogue;
    for (EntityType type : catalogue.types()) {
      for (RecordOperation operation : RecordOperation.values()) {
        if (type.operations().contains(operation)) {
          all.add(type.permission(operation));
        }
      }
    }
  }

  public static Permissions standard() {
    return STANDARD;
  }

  public Set<String> all() {
    return Collections.unmodifiableSet(all);
  }

  public boolean exists(String permission) {
    return all.contains(permission)
        || APP_DEVELOPER.contains(permission)
        || APP_REVIEWER.contains(permission)
        || SERVICE_MAINTAINER.contains(permission);
  }

  /**
   * Returns the permissions that a wildcard includes, in catalogue order: {@code *:read}, {@code
   * P5:*}, {@code task:*} or a plain permission.
   *
   * @throws IllegalArgumentException when it includes none
   */
  public List<String> expand(String wildcard) {
    int colon = wildcard.indexOf(':');
    List<String> permissions = new ArrayList<>();
    if (colon > 0) {
      String subject = wildcard.substring(0, colon);
      String action = wildcard.substring(colon + 1);
      catalogue.types().stream()
          .filter(t -> covers(subject, t))
          .forEach(t -> matching(t, action, permissions));
    }
    if (permissions.isEmpty()) {
      throw new IllegalArgumentException("no permission fits " + wildcard);
    }
    return permissions;
  }

  private static boolean covers(String subject, EntityType type) {
    return subject.equals("*")
        || subject.equals(type.prefix())
        || subject.equals(type.modelPackage().id());
  }

  private static void matching(EntityType type, String action, List<String> into) {
    for (RecordOperation operation : RecordOperation.values()) {
      boolean matches = action.equals("*") || action.equals(operation.action());
      if (matches && type.operations().contains(operation)) {
        into.add(type.permission(operation));
      }
    }
  }
}
