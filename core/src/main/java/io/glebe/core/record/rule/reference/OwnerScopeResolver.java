package io.glebe.core.record.rule.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Finds the farm or organization whose permissions decide about a record. */
public final class OwnerScopeResolver {
  private OwnerScopeResolver() {}

  /**
   * What must be known to place a record: at most one question, none where its own attributes tell.
   */
  public static Set<Lookup<?>> questions(EntityType type, ObjectNode document) {
    Set<Lookup<?>> questions = new LinkedHashSet<>();
    for (OwnerPath reach : type.reaches()) {
      switch (reach) {
        case OwnerPath.ThroughFarm r when r.chain().size() > 1 ->
            fetch(type, r.chain().getFirst(), document).ifPresent(questions::add);
        case OwnerPath.Like r -> fetch(type, r.reference(), document).ifPresent(questions::add);
        default -> {}
      }
    }
    return questions;
  }

  /**
   * Where the record belongs; nowhere when the reference that tells is missing or points to
   * nothing.
   */
  public static OwnerScope of(EntityType type, ObjectNode document, LookupResults results) {
    for (OwnerPath reach : type.reaches()) {
      Optional<OwnerScope> placement = place(type, document, results, reach);
      if (placement.isPresent()) {
        return placement.get();
      }
    }
    return new OwnerScope(Optional.empty(), Set.of(), false, false);
  }

  private static Optional<OwnerScope> place(
      EntityType type, ObjectNode document, LookupResults results, OwnerPath reach) {
    return switch (reach) {
      case OwnerPath.FarmItself _ ->
          uuid(document, CommonAttributes.ID).map(OwnerScopeResolver::onFarm);
      case OwnerPath.ThroughFarm r when r.chain().size() == 1 ->
          uuid(document, r.chain().getFirst()).map(OwnerScopeResolver::onFarm);
      case OwnerPath.ThroughFarm r ->
          found(type, r.chain().getFirst(), document, results)
              .flatMap(ReferencedRecord::farm)
              .map(OwnerScopeResolver::onFarm);
      case OwnerPath.Like r ->
          found(type, r.reference(), document, results).map(OwnerScopeResolver::like);
      case OwnerPath.ThroughOrganization r ->
          Optional.of(organizations(document, r.via()))
              .filter(o -> !o.isEmpty())
              .map(o -> new OwnerScope(Optional.empty(), o, false, false));
      case OwnerPath.OfPlatform _ ->
          Optional.of(
              new OwnerScope(
                  Optional.empty(),
                  type.via().map(v -> organizations(document, v)).orElse(Set.of()),
                  true,
                  false));
      case OwnerPath.CreatorOnly _ ->
          Optional.of(new OwnerScope(Optional.empty(), Set.of(), false, true));
    };
  }

  private static OwnerScope onFarm(UUID farm) {
    return new OwnerScope(Optional.of(farm), Set.of(), false, false);
  }

  private static OwnerScope like(ReferencedRecord found) {
    if (found.farm().isPresent()) {
      return onFarm(found.farm().get());
    }
    Set<UUID> organizations = found.organization().map(Set::of).orElse(Set.of());
    return new OwnerScope(Optional.empty(), organizations, false, organizations.isEmpty());
  }

  private static Set<UUID> organizations(ObjectNode document, String via) {
    Set<UUID> all = new HashSet<>();
    List<JsonNode> values =
        document.path(via).isArray()
            ? document.path(via).valueStream().toList()
            : List.of(document.path(via));
    values.forEach(v -> Draft.uuidOf(v.asText("")).ifPresent(all::add));
    return all;
  }

  private static Optional<UUID> uuid(ObjectNode document, String attribute) {
    return Draft.uuidOf(document.path(attribute).asText(""));
  }

  private static Optional<Lookup.Fetch> fetch(
      EntityType type, String reference, ObjectNode document) {
    Optional<String> entity = type.attribute(reference).flatMap(Attribute::referredEntity);
    return entity.flatMap(e -> uuid(document, reference).map(id -> new Lookup.Fetch(e, id)));
  }

  private static Optional<ReferencedRecord> found(
      EntityType type, String reference, ObjectNode document, LookupResults results) {
    return fetch(type, reference, document).filter(results::knows).flatMap(results::answer);
  }

  /** The farm of the record being written, as far as it is known. */
  public static Optional<UUID> farm(Draft draft, LookupResults results) {
    return of(draft.type(), draft.after(), results).farm();
  }

  /**
   * The organization of the record being written: its farm's, or its own when exactly one is named.
   */
  public static Optional<UUID> organization(Draft draft, LookupResults results) {
    if (draft.is("Farm")) {
      return draft.uuid("organizationId");
    }
    OwnerScope placement = of(draft.type(), draft.after(), results);
    if (placement.farm().isPresent()) {
      return farmRecord(draft, results).flatMap(ReferencedRecord::organization);
    }
    return placement.organizations().size() == 1
        ? placement.organizations().stream().findFirst()
        : Optional.empty();
  }

  /** The farm of the record being written, once a rule has asked for it. */
  public static Optional<ReferencedRecord> farmRecord(Draft draft, LookupResults results) {
    return farm(draft, results)
        .map(f -> new Lookup.Fetch("Farm", f))
        .filter(results::knows)
        .flatMap(results::answer);
  }
}
