package io.glebe.core.record.rule.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.OwnerScope;
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
  /** A record of its creator; the rules do not need to know who that is. */
  private static final OwnerScope CREATOR =
      new OwnerScope.OfCreator(Optional.empty(), Optional.empty());

  private OwnerScopeResolver() {}

  /**
   * What must be known to place a record: at most one question, none where its own attributes tell.
   */
  public static Set<Lookup<?>> lookups(EntityType type, ObjectNode document) {
    Set<Lookup<?>> lookups = new LinkedHashSet<>();
    for (OwnerPath path : type.reaches()) {
      switch (path) {
        case OwnerPath.ThroughFarm r when r.chain().size() > 1 ->
            fetch(type, r.chain().getFirst(), document).ifPresent(lookups::add);
        case OwnerPath.Like r -> fetch(type, r.reference(), document).ifPresent(lookups::add);
        default -> {}
      }
    }
    return lookups;
  }

  /**
   * Whose permissions decide about the record; empty if the reference that names the owner is
   * missing or points to nothing, and for a User of several organizations.
   */
  public static Optional<OwnerScope> of(
      EntityType type, ObjectNode document, LookupResults results) {
    return type.reaches().stream()
        .flatMap(path -> owner(type, document, results, path).stream())
        .findFirst();
  }

  private static Optional<OwnerScope> owner(
      EntityType type, ObjectNode document, LookupResults results, OwnerPath path) {
    return switch (path) {
      case OwnerPath.FarmItself _ ->
          uuid(document, CommonAttributes.ID).map(OwnerScope.OfFarm::new);
      case OwnerPath.ThroughFarm r when r.chain().size() == 1 ->
          uuid(document, r.chain().getFirst()).map(OwnerScope.OfFarm::new);
      case OwnerPath.ThroughFarm r ->
          referenced(type, r.chain().getFirst(), document, results)
              .flatMap(ReferencedRecord::farm)
              .map(OwnerScope.OfFarm::new);
      case OwnerPath.Like r ->
          referenced(type, r.reference(), document, results).map(OwnerScopeResolver::like);
      case OwnerPath.ThroughOrganization r ->
          organization(document, r.via()).map(OwnerScope.OfOrganization::new);
      case OwnerPath.OfPlatform _ ->
          Optional.of(
              new OwnerScope.OfPlatform(type.via().flatMap(via -> organization(document, via))));
      case OwnerPath.CreatorOnly _ -> Optional.of(CREATOR);
    };
  }

  private static OwnerScope like(ReferencedRecord referenced) {
    if (referenced.farm().isPresent()) {
      return new OwnerScope.OfFarm(referenced.farm().get());
    }
    return referenced
        .organization()
        .<OwnerScope>map(OwnerScope.OfOrganization::new)
        .orElse(CREATOR);
  }

  /** The organization that the attribute names, if it is exactly one. */
  private static Optional<UUID> organization(ObjectNode document, String via) {
    Set<UUID> all = organizations(document, via);
    return all.size() == 1 ? all.stream().findFirst() : Optional.empty();
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

  private static Optional<ReferencedRecord> referenced(
      EntityType type, String reference, ObjectNode document, LookupResults results) {
    return fetch(type, reference, document).filter(results::contains).flatMap(results::answer);
  }

  /** The farm of the record being written, as far as it is known. */
  public static Optional<UUID> farm(Draft draft, LookupResults results) {
    return of(draft.type(), draft.after(), results)
        .flatMap(
            owner ->
                owner instanceof OwnerScope.OfFarm of ? Optional.of(of.farm()) : Optional.empty());
  }

  /**
   * The organization of the record being written: its farm's, or its own when exactly one is named.
   */
  public static Optional<UUID> organization(Draft draft, LookupResults results) {
    if (draft.is("Farm")) {
      return draft.uuid("organizationId");
    }
    return switch (of(draft.type(), draft.after(), results).orElse(null)) {
      case OwnerScope.OfFarm _ ->
          farmRecord(draft, results).flatMap(ReferencedRecord::organization);
      case OwnerScope.OfOrganization of -> Optional.of(of.organization());
      case OwnerScope.OfPlatform of -> of.maintainer();
      case null, default -> Optional.empty();
    };
  }

  /** The farm of the record being written, once a rule has asked for it. */
  public static Optional<ReferencedRecord> farmRecord(Draft draft, LookupResults results) {
    return farm(draft, results)
        .map(f -> new Lookup.Fetch("Farm", f))
        .filter(results::contains)
        .flatMap(results::answer);
  }
}
