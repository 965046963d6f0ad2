package io.glebe.core.record.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Uuids;
import java.util.Optional;
import java.util.UUID;

/** Finds where a record belongs, from its document and the records it names. */
public final class RecordOwnerResolver {
  private final WriteLookups lookup;

  public RecordOwnerResolver(WriteLookups lookup) {
    this.lookup = lookup;
  }

  /**
   * The farm and organization of a record; empty when the attribute that says so is missing,
   * malformed or names nothing.
   */
  public Optional<RecordOwner> of(EntityType type, UUID id, ObjectNode doc) {
    for (OwnerPath path : type.reaches()) {
      Optional<RecordOwner> scope = follow(path, type, id, doc);
      if (scope.isPresent()) {
        return scope;
      }
      if (isNamed(path, doc)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isNamed(OwnerPath path, ObjectNode doc) {
    return switch (path) {
      case OwnerPath.ThroughFarm through -> doc.hasNonNull(through.chain().getFirst());
      case OwnerPath.ThroughOrganization through -> doc.hasNonNull(through.via());
      case OwnerPath.Like like -> doc.hasNonNull(like.reference());
      default -> false;
    };
  }

  private Optional<RecordOwner> follow(OwnerPath path, EntityType type, UUID id, ObjectNode doc) {
    return switch (path) {
      case OwnerPath.FarmItself itself ->
          Optional.of(new RecordOwner(Optional.of(id), organization(type, doc)));
      case OwnerPath.ThroughFarm through -> throughFarm(through, type, doc);
      case OwnerPath.ThroughOrganization through -> throughOrganization(through, type, id, doc);
      case OwnerPath.Like like ->
          referenced(type, like.reference(), doc).map(RecordOwnerResolver::scope);
      case OwnerPath.CreatorOnly creator -> Optional.of(RecordOwner.NONE);
      case OwnerPath.OfPlatform platform ->
          Optional.of(new RecordOwner(Optional.empty(), organization(type, doc)));
    };
  }

  private static RecordOwner scope(ReferencedRecord referenced) {
    return referenced.farm().isPresent()
        ? new RecordOwner(referenced.farm(), Optional.empty())
        : new RecordOwner(Optional.empty(), referenced.organization());
  }

  private Optional<RecordOwner> throughFarm(
      OwnerPath.ThroughFarm through, EntityType type, ObjectNode doc) {
    return referenced(type, through.chain().getFirst(), doc)
        .flatMap(ReferencedRecord::farm)
        .map(farm -> new RecordOwner(Optional.of(farm), organization(type, doc)));
  }

  private Optional<RecordOwner> throughOrganization(
      OwnerPath.ThroughOrganization through, EntityType type, UUID id, ObjectNode doc) {
    if (through.via().equals("id")) {
      return Optional.of(RecordOwner.ofOrganization(id));
    }
    boolean many = type.attribute(through.via()).map(a -> a.many()).orElse(false);
    if (many) {
      return Optional.of(RecordOwner.NONE);
    }
    return referenced(type, through.via(), doc).map(o -> RecordOwner.ofOrganization(o.id()));
  }

  private Optional<UUID> organization(EntityType type, ObjectNode doc) {
    return RecordTable.of(type).organizationAttribute().flatMap(name -> Uuids.of(doc, name));
  }

  private Optional<ReferencedRecord> referenced(EntityType type, String reference, ObjectNode doc) {
    Optional<String> entity = type.attribute(reference).flatMap(a -> a.referredEntity());
    return entity.flatMap(
        e -> Uuids.of(doc, reference).flatMap(id -> lookup.one(new Lookup.Fetch(e, id))));
  }
}
