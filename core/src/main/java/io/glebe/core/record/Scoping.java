package io.glebe.core.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Reach;
import io.glebe.core.record.rule.Found;
import io.glebe.core.record.rule.Question;
import java.util.Optional;
import java.util.UUID;

/** Finds where a record belongs, from its document and the records it names. */
final class Scoping {
  private final RuleLookup lookup;

  Scoping(RuleLookup lookup) {
    this.lookup = lookup;
  }

  /**
   * The farm and organization of a record; empty when the attribute that says so is missing,
   * malformed or names nothing.
   */
  Optional<Scope> of(EntityType type, UUID id, ObjectNode doc) {
    for (Reach way : type.reaches()) {
      Optional<Scope> scope = along(way, type, id, doc);
      if (scope.isPresent()) {
        return scope;
      }
      if (isNamed(way, doc)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isNamed(Reach way, ObjectNode doc) {
    return switch (way) {
      case Reach.ThroughFarm through -> doc.hasNonNull(through.chain().getFirst());
      case Reach.ThroughOrganization through -> doc.hasNonNull(through.via());
      case Reach.Like like -> doc.hasNonNull(like.reference());
      default -> false;
    };
  }

  private Optional<Scope> along(Reach way, EntityType type, UUID id, ObjectNode doc) {
    return switch (way) {
      case Reach.FarmItself itself ->
          Optional.of(new Scope(Optional.of(id), organization(type, doc)));
      case Reach.ThroughFarm through -> throughFarm(through, type, doc);
      case Reach.ThroughOrganization through -> throughOrganization(through, type, id, doc);
      case Reach.Like like -> found(type, like.reference(), doc).map(Scoping::scope);
      case Reach.CreatorOnly creator -> Optional.of(Scope.NONE);
      case Reach.OfPlatform platform ->
          Optional.of(new Scope(Optional.empty(), organization(type, doc)));
    };
  }

  private static Scope scope(Found found) {
    return found.farm().isPresent()
        ? new Scope(found.farm(), Optional.empty())
        : new Scope(Optional.empty(), found.organization());
  }

  private Optional<Scope> throughFarm(Reach.ThroughFarm through, EntityType type, ObjectNode doc) {
    return found(type, through.chain().getFirst(), doc)
        .flatMap(Found::farm)
        .map(farm -> new Scope(Optional.of(farm), organization(type, doc)));
  }

  private Optional<Scope> throughOrganization(
      Reach.ThroughOrganization through, EntityType type, UUID id, ObjectNode doc) {
    if (through.via().equals("id")) {
      return Optional.of(Scope.ofOrganization(id));
    }
    boolean many = type.attribute(through.via()).map(a -> a.many()).orElse(false);
    if (many) {
      return Optional.of(Scope.NONE);
    }
    return found(type, through.via(), doc).map(o -> Scope.ofOrganization(o.id()));
  }

  private Optional<UUID> organization(EntityType type, ObjectNode doc) {
    return RecordTable.of(type).organizationAttribute().flatMap(name -> uuid(doc, name));
  }

  private Optional<Found> found(EntityType type, String reference, ObjectNode doc) {
    Optional<String> entity = type.attribute(reference).flatMap(a -> a.referredEntity());
    return entity.flatMap(
        e -> uuid(doc, reference).flatMap(id -> lookup.one(new Question.Fetch(e, id))));
  }

  static Optional<UUID> uuid(ObjectNode doc, String name) {
    String text = doc.path(name).asText("");
    return FilterSql.isUuid(text) ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }
}
