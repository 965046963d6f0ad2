package io.glebe.core.catalogue.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Constraint;
import io.glebe.core.catalogue.EntityType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes a generated record satisfy the constraints of its entity: adds required attributes and
 * removes forbidden ones.
 */
final class SampleFit {
  private final EntityType type;
  private final ObjectNode record;
  private final Map<String, ObjectNode> world;
  private final SampleValues values;
  private final Set<String> needed = new HashSet<>();

  SampleFit(
      EntityType type, ObjectNode record, Map<String, ObjectNode> world, SampleValues values) {
    this.type = type;
    this.record = record;
    this.world = world;
    this.values = values;
  }

  void fit() {
    type.constraints().forEach(this::require);
    type.constraints().forEach(this::adjust);
    type.constraints().forEach(this::dropDependent);
    for (Attribute a : type.attributes().values()) {
      if (record.has(a.name())) {
        a.companion().map(Attribute.Companion::attribute).ifPresent(this::add);
      }
    }
    type.lifecycle()
        .flatMap(l -> l.stampOf(record.path(l.attribute()).asText()))
        .ifPresent(this::add);
    if (type.has("externalId") && record.has("externalId") != record.has("externalProvider")) {
      add("externalId");
      add("externalProvider");
    }
  }

  private void require(Constraint c) {
    if (c instanceof Constraint.Required r && r.ifPresent().isEmpty() && holds(r.when())) {
      r.attributes().forEach(this::need);
    }
    if (c instanceof Constraint.Allowed a && holds(a.when())) {
      boolean fits = a.values().contains(record.path(a.attribute()).asText());
      if (!fits) {
        record.set(a.attribute(), TextNode.valueOf(new TreeSet<>(a.values()).first()));
      }
    }
  }

  private void adjust(Constraint c) {
    switch (c) {
      case Constraint.Presence p when holds(p.when()) -> presence(p);
      case Constraint.Forbidden f when holds(f.when()) -> f.attributes().forEach(record::remove);
      case Constraint.Match m -> match(m);
      case Constraint.Equal e -> equal(e);
      default -> {}
    }
  }

  private void presence(Constraint.Presence p) {
    List<String> present = p.attributes().stream().filter(record::has).toList();
    if (present.isEmpty() && p.quantity() != Constraint.Quantity.AT_MOST_ONE) {
      need(p.attributes().getFirst());
    }
    if (present.size() > 1 && p.quantity() != Constraint.Quantity.AT_LEAST_ONE) {
      String kept =
          present.stream().filter(needed::contains).findFirst().orElse(present.getFirst());
      present.stream().filter(a -> !a.equals(kept)).forEach(record::remove);
    }
  }

  private void match(Constraint.Match m) {
    boolean fits = behind(m.path()).map(v -> m.values().contains(v.asText())).orElse(true);
    if (!fits) {
      record.remove(m.path().own());
    }
  }

  private void equal(Constraint.Equal e) {
    Optional<JsonNode> first = behind(e.first());
    boolean own = e.second().reference().isEmpty();
    if (own && first.isPresent() && record.has(e.second().attribute())) {
      record.set(e.second().attribute(), first.get().deepCopy());
    }
  }

  private Optional<JsonNode> behind(Constraint.Path path) {
    return path.reference()
        .filter(record::has)
        .flatMap(type::attribute)
        .flatMap(Attribute::referredEntity)
        .map(world::get)
        .map(r -> r.get(path.attribute()));
  }

  private void dropDependent(Constraint c) {
    if (c instanceof Constraint.Required r && !r.ifPresent().isEmpty()) {
      boolean binds = holds(r.when()) && r.ifPresent().stream().allMatch(record::has);
      if (binds && !r.attributes().stream().allMatch(record::has)) {
        r.ifPresent().forEach(record::remove);
      }
    }
  }

  private boolean holds(Optional<Constraint.Condition> when) {
    return when.map(w -> w.values().contains(record.path(w.attribute()).asText())).orElse(true);
  }

  /** Returns the position of an attribute in the declaration, from 1. */
  private int order(Attribute a) {
    return List.copyOf(type.attributes().keySet()).indexOf(a.name()) + 1;
  }

  private void need(String attribute) {
    needed.add(attribute);
    add(attribute);
  }

  private void add(String attribute) {
    if (!record.has(attribute)) {
      type.attribute(attribute).ifPresent(a -> record.set(attribute, values.value(a, order(a))));
    }
  }
}
