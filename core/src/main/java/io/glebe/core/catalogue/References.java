package io.glebe.core.catalogue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which attributes refer to which entities, read in both directions. */
public final class References {
  /**
   * An attribute that refers.
   *
   * @param from entity that holds the attribute
   * @param to entity referred to
   * @param blocks whether it stands in the way of deleting the record referred to
   */
  public record Edge(String from, String attribute, String to, boolean many, boolean blocks) {
    @Override
    public String toString() {
      return from + "." + attribute;
    }
  }

  private static final References STANDARD = new References(Catalogue.standard());

  private final Map<String, List<Edge>> outgoing = new LinkedHashMap<>();
  private final Map<String, List<Edge>> incoming = new LinkedHashMap<>();

  public References(Catalogue catalogue) {
    catalogue
        .types()
        .forEach(
            t -> {
              outgoing.put(t.name(), new ArrayList<>());
              incoming.put(t.name(), new ArrayList<>());
            });
    catalogue.types().forEach(t -> edges(catalogue, t));
  }

  public static References standard() {
    return STANDARD;
  }

  private static List<Edge> of(Map<String, List<Edge>> edges, String entity) {
    return Objects.requireNonNull(edges.get(entity), () -> "there is no entity " + entity);
  }

  private void edges(Catalogue catalogue, EntityType type) {
    for (Attribute a : type.attributes().values()) {
      a.referredEntity()
          .ifPresent(
              to -> {
                boolean owned =
                    catalogue.get(to).owned().stream()
                        .anyMatch(
                            o -> o.entity().equals(type.name()) && o.attribute().equals(a.name()));
                Edge edge = new Edge(type.name(), a.name(), to, a.many(), !a.dangling() && !owned);
                of(outgoing, type.name()).add(edge);
                of(incoming, to).add(edge);
              });
    }
  }

  /** References that records of the entity hold, in the order of the attributes. */
  public List<Edge> from(String entity) {
    return List.copyOf(outgoing.get(entity));
  }

  /** References to records of the entity, in catalogue order. */
  public List<Edge> to(String entity) {
    return List.copyOf(incoming.get(entity));
  }

  /**
   * References that block the deletion of a record of the entity: all but owned and dangling ones.
   */
  public List<Edge> blocking(String entity) {
    return of(incoming, entity).stream().filter(Edge::blocks).toList();
  }
}
