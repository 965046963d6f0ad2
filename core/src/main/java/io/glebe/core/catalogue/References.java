package io.glebe.core.catalogue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The references between entities, available in both directions. */
public final class References {
  /**
   * A reference attribute.
   *
   * @param from entity that holds the attribute
   * @param to referenced entity
   * @param blocks whether it blocks the deletion of the referenced record
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
                boolean blocks = !a.dangling() && !isAlwaysOwned(catalogue.get(to), type, a);
                Edge edge = new Edge(type.name(), a.name(), to, a.many(), blocks);
                of(outgoing, type.name()).add(edge);
                of(incoming, to).add(edge);
              });
    }
  }

  /** Whether each record with the reference is deleted with the referenced one. */
  private static boolean isAlwaysOwned(EntityType to, EntityType from, Attribute attribute) {
    return to.owned().stream()
        .anyMatch(
            owned ->
                owned.entity().equals(from.name())
                    && owned.attribute().equals(attribute.name())
                    && owned.onlyIf().isEmpty());
  }

  /** Returns the references that records of the entity hold, in the order of the attributes. */
  public List<Edge> from(String entity) {
    return List.copyOf(outgoing.get(entity));
  }

  /** Returns the references to records of the entity, in catalogue order. */
  public List<Edge> to(String entity) {
    return List.copyOf(incoming.get(entity));
  }

  /**
   * Returns the references that block the deletion of a record of the entity: all except dangling
   * ones and those of records that are always deleted with it. Where an ownership has a condition,
   * the records that do not fulfil it block.
   */
  public List<Edge> blocking(String entity) {
    return of(incoming, entity).stream().filter(Edge::blocks).toList();
  }
}
