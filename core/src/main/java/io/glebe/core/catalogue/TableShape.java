package io.glebe.core.catalogue;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The database layout of the records of an entity.
 *
 * @param table name of the table
 * @param geometry the attribute whose bounding box is indexed
 * @param links attributes whose values are stored in the table of references
 * @param texts attributes with their own index because lists are filtered by them
 */
public record TableShape(
    String table, Optional<String> geometry, List<String> links, List<String> texts) {
  /** Filters of many different values. */
  private static final Set<Filters.Kind> TEXTS =
      Set.of(Filters.Kind.TEXT, Filters.Kind.ENTITY, Filters.Kind.AUDITED);

  /** Returns the layout of an entity's table. */
  public static TableShape of(EntityType type) {
    List<String> links =
        type.attributes().values().stream()
            .filter(TableShape::isLink)
            .map(Attribute::name)
            .toList();
    List<String> texts =
        Filters.derive(type).values().stream()
            .filter(f -> TEXTS.contains(f.kind()) && f.attribute().isPresent())
            .map(Filters.Filter::name)
            .toList();
    Optional<String> geometry =
        type.attributes().values().stream()
            .filter(a -> a.type() instanceof ValueType.Geometry)
            .map(Attribute::name)
            .findFirst();
    return new TableShape(type.path().replace('-', '_'), geometry, links, texts);
  }

  private static boolean isLink(Attribute a) {
    return a.referredEntity().isPresent() || a.type() instanceof ValueType.AnyReference;
  }
}
