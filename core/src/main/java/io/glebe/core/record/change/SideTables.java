package io.glebe.core.record.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.table.BusinessKeyRows;
import io.glebe.core.record.table.ReferenceLinks;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** Keeps the tables of references and of business keys consistent with the changed documents. */
final class SideTables {
  private static final String REMOVE_LINKS =
      """
      delete from record.link l
      using unnest($1::text[], $2::uuid[], $3::uuid[]) as gone(reference, source, target)
      where l.reference = gone.reference and l.source_id = gone.source and l.target_id = gone.target
      """;
  private static final String ADD_LINKS =
      """
      insert into record.link (reference, source_id, target_id)
      select *
      from unnest($1::text[], $2::uuid[], $3::uuid[])
      """;
  private static final String REMOVE_KEYS =
      "delete from record.business_key where entry = any($1::uuid[])";
  private static final String ADD_KEYS =
      """
      insert into record.business_key (entry, collection, record_id)
      select *
      from unnest($1::uuid[], $2::text[], $3::uuid[])
      """;

  private final BiConsumer<String, Tuple> send;

  /**
   * @param send takes a statement and its values
   */
  SideTables(BiConsumer<String, Tuple> send) {
    this.send = send;
  }

  /** A value that a change adds or removes. */
  private record Part<T>(Change change, T value) {}

  void write(List<Change> changes) {
    links(REMOVE_LINKS, removed(changes, ReferenceLinks::of));
    links(ADD_LINKS, added(changes, ReferenceLinks::of));
    List<Part<UUID>> removed = removed(changes, BusinessKeyRows::of);
    if (!removed.isEmpty()) {
      send.accept(REMOVE_KEYS, Tuple.of(entries(removed)));
    }
    List<Part<UUID>> added = added(changes, BusinessKeyRows::of);
    if (!added.isEmpty()) {
      send.accept(
          ADD_KEYS,
          Tuple.of(
              entries(added),
              added.stream().map(p -> p.change().type().path()).toArray(String[]::new),
              ids(added)));
    }
  }

  private void links(String sql, List<Part<ReferenceLinks.Link>> parts) {
    if (!parts.isEmpty()) {
      String[] names = parts.stream().map(p -> p.value().reference()).toArray(String[]::new);
      UUID[] targets = parts.stream().map(p -> p.value().target()).toArray(UUID[]::new);
      send.accept(sql, Tuple.of(names, ids(parts), targets));
    }
  }

  private static UUID[] ids(List<? extends Part<?>> parts) {
    return parts.stream().map(p -> p.change().id()).toArray(UUID[]::new);
  }

  private static UUID[] entries(List<Part<UUID>> parts) {
    return parts.stream().map(Part::value).toArray(UUID[]::new);
  }

  private static <T> List<Part<T>> removed(
      List<Change> changes, BiFunction<EntityType, ObjectNode, Set<T>> of) {
    List<Part<T>> parts = new ArrayList<>();
    for (Change change : changes) {
      difference(previous(change, of), current(change, of))
          .forEach(v -> parts.add(new Part<>(change, v)));
    }
    return parts;
  }

  private static <T> List<Part<T>> added(
      List<Change> changes, BiFunction<EntityType, ObjectNode, Set<T>> of) {
    List<Part<T>> parts = new ArrayList<>();
    for (Change change : changes) {
      difference(current(change, of), previous(change, of))
          .forEach(v -> parts.add(new Part<>(change, v)));
    }
    return parts;
  }

  private static <T> Set<T> previous(Change change, BiFunction<EntityType, ObjectNode, Set<T>> of) {
    return change.previous().map(doc -> of.apply(change.type(), doc)).orElse(Set.of());
  }

  private static <T> Set<T> current(Change change, BiFunction<EntityType, ObjectNode, Set<T>> of) {
    return change.kind() == Change.Kind.DELETE ? Set.of() : of.apply(change.type(), change.doc());
  }

  private static <T> Set<T> difference(Set<T> from, Set<T> removed) {
    Set<T> rest = new HashSet<>(from);
    rest.removeAll(removed);
    return rest;
  }
}
