package io.glebe.core.record.table;

import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.DependencyOrder;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.catalogue.TableShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The table of an entity type, derived from its declaration.
 *
 * @param name the table with its schema
 * @param rank position of the collection in the order in which one transaction locks several
 * @param farmAttribute the attribute that the column farm_id repeats
 * @param organizationAttribute the attribute that the column organization_id repeats
 * @param geometry the attribute whose bounding box is stored
 */
public record RecordTable(
    EntityType type,
    String name,
    int rank,
    Optional<String> farmAttribute,
    Optional<String> organizationAttribute,
    Optional<String> geometry) {

  private static final Map<String, RecordTable> ALL = all();

  public static RecordTable of(EntityType type) {
    return of(type.name());
  }

  public static RecordTable of(String entity) {
    return Objects.requireNonNull(ALL.get(entity), entity);
  }

  private static Map<String, RecordTable> all() {
    Map<String, RecordTable> tables = new HashMap<>();
    DependencyOrder order = DependencyOrder.standard();
    for (EntityType type : Catalogue.standard().types()) {
      TableShape shape = TableShape.of(type);
      tables.put(
          type.name(),
          new RecordTable(
              type,
              "record." + shape.table(),
              order.rank(type),
              farmAttribute(type),
              organizationAttribute(type),
              shape.geometry()));
    }
    return Map.copyOf(tables);
  }

  private static Optional<String> farmAttribute(EntityType type) {
    for (OwnerPath way : type.reaches()) {
      if (way instanceof OwnerPath.ThroughFarm through && through.chain().size() == 1) {
        return Optional.of(through.chain().getFirst());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> organizationAttribute(EntityType type) {
    if (type.reaches().getFirst() instanceof OwnerPath.FarmItself) {
      return Optional.of("organizationId");
    }
    return type.via().filter(via -> type.attribute(via).filter(a -> !a.many()).isPresent());
  }

  /** Returns the column that repeats this reference, which then needs no link. */
  public Optional<String> columnOf(String attribute) {
    if (farmAttribute.filter(attribute::equals).isPresent()) {
      return Optional.of("farm_id");
    }
    return organizationAttribute.filter(attribute::equals).map(a -> "organization_id");
  }

  /** Returns whether every record belongs to a farm. */
  public boolean farmOnly() {
    OwnerPath first = type.reaches().getFirst();
    return type.reaches().size() == 1
        && (first instanceof OwnerPath.ThroughFarm || first instanceof OwnerPath.FarmItself);
  }

  /** Returns all tables, in dependency order. */
  public static List<RecordTable> inOrder() {
    return DependencyOrder.standard().types().stream().map(RecordTable::of).toList();
  }
}
