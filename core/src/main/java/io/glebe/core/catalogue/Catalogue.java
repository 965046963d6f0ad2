package io.glebe.core.catalogue;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All entity types, in the order of their declaration.
 *
 * <pre>{@code
 * EntityType field = Catalogue.standard().get("Field");
 * field.permission(Operation.READ);   // field:read
 * }</pre>
 */
public final class Catalogue {
  private final Map<String, EntityType> byName = new LinkedHashMap<>();
  private final Map<String, EntityType> byPath = new LinkedHashMap<>();

  Catalogue(Collection<EntityType> types) {
    types.forEach(
        t -> {
          byName.put(t.name(), t);
          byPath.put(t.path(), t);
        });
  }

  /** Returns the catalogue on the class path, which is loaded once. */
  public static Catalogue standard() {
    return Standard.CATALOGUE;
  }

  private static final class Standard {
    static final Catalogue CATALOGUE = CatalogueLoader.load();
  }

  public List<EntityType> types() {
    return List.copyOf(byName.values());
  }

  public Optional<EntityType> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the entity type of the collection at {@code path}, such as {@code audit-logs}. */
  public Optional<EntityType> atPath(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** Returns the type with this name; throws when it does not exist. */
  public EntityType get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no entity " + name));
  }
}
