package io.glebe.core.feature;

import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import java.util.List;
import java.util.Optional;

/**
 * A collection of features.
 *
 * @param id its name in paths
 * @param type the entity type of its records
 */
public record FeatureKind(String id, String title, String description, EntityType type) {
  private static final List<FeatureKind> ALL =
      List.of(
          kind("fields", "Fields", "Managed land with its boundaries", "Field"),
          kind("regions", "Regions", "Parts of fields, freely nested", "Region"),
          kind("sites", "Sites", "Yards, stores and other fixed places", "Site"));

  private static FeatureKind kind(String id, String title, String description, String entity) {
    return new FeatureKind(id, title, description, Catalogue.standard().get(entity));
  }

  public static List<FeatureKind> all() {
    return ALL;
  }

  public static Optional<FeatureKind> of(String id) {
    return ALL.stream().filter(kind -> kind.id.equals(id)).findFirst();
  }
}
