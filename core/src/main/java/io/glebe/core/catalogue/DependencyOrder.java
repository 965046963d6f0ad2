package io.glebe.core.catalogue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The order in which collections are synchronised, written in one transaction and locked. A
 * referenced entity comes before the entities that refer to it: always for required references, and
 * as far as possible for optional ones. The audit log is last.
 */
public final class DependencyOrder {
  private static final String LAST = "AuditLog";
  private static final DependencyOrder STANDARD = new DependencyOrder(Catalogue.standard());

  private final List<EntityType> order;

  public DependencyOrder(Catalogue catalogue) {
    List<EntityType> declared = catalogue.types();
    List<EntityType> rest = new ArrayList<>(declared);
    rest.removeIf(t -> t.name().equals(LAST));
    List<EntityType> ordered = new ArrayList<>();
    while (!rest.isEmpty()) {
      EntityType next = next(rest, declared);
      ordered.add(next);
      rest.remove(next);
    }
    catalogue.find(LAST).ifPresent(ordered::add);
    order = List.copyOf(ordered);
  }

  public static DependencyOrder standard() {
    return STANDARD;
  }

  /** Returns all entity types; referenced types come first. */
  public List<EntityType> types() {
    return order;
  }

  /** Returns the collection paths in this order. */
  public List<String> paths() {
    return order.stream().map(EntityType::path).toList();
  }

  /** Returns the position of an entity in the order, from 0. */
  public int rank(EntityType type) {
    return order.indexOf(type);
  }

  private static EntityType next(List<EntityType> rest, List<EntityType> declared) {
    Set<String> waiting = new HashSet<>();
    rest.forEach(t -> waiting.add(t.name()));
    return rest.stream()
        .filter(t -> open(t, waiting, true) == 0)
        .min(
            Comparator.comparingLong((EntityType t) -> open(t, waiting, false))
                .thenComparingInt(declared::indexOf))
        .orElseThrow(
            () -> new IllegalStateException("catalogue: required references form a cycle"));
  }

  /** Counts the waiting entities that {@code type} refers to. */
  private static long open(EntityType type, Set<String> waiting, boolean requiredOnly) {
    return type.attributes().values().stream()
        .filter(a -> a.required() || !requiredOnly)
        .flatMap(a -> a.referredEntity().stream())
        .filter(e -> !e.equals(type.name()) && waiting.contains(e))
        .distinct()
        .count();
  }
}
