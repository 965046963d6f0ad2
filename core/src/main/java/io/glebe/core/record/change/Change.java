package io.glebe.core.record.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One record as a transaction leaves it.
 *
 * @param doc the attributes without the common ones; for a deletion the last ones
 * @param previous the document that is replaced; empty on creation
 * @param version of the record after the change; for a deletion the last one
 * @param provenance set on creation
 * @param changed names of the attributes that differ
 * @param overridden names of the attributes whose newer value another writer had written
 * @param readers users who may read the audit entry although they no longer have access to the
 *     farm, and organizations that are notified
 */
public record Change(
    Kind kind,
    EntityType type,
    UUID id,
    RecordOwner scope,
    ObjectNode doc,
    Optional<ObjectNode> previous,
    long version,
    Origin provenance,
    Collection<String> changed,
    Collection<String> overridden,
    Set<UUID> readers) {

  /** The kind of a change. */
  public enum Kind {
    CREATE,
    UPDATE,
    DELETE,
    /**
     * The record is unchanged but becomes visible to more readers: it is delivered again, without
     * an audit entry.
     */
    APPEAR
  }

  public RecordKey key() {
    return new RecordKey(type, id);
  }

  /** The author of a record and the job that created it. */
  public record Origin(
      String originType, Optional<UUID> userId, Optional<UUID> job, Optional<String> clientId) {}

  public static Change creation(
      EntityType type,
      UUID id,
      RecordOwner scope,
      ObjectNode doc,
      long version,
      Origin origin,
      Collection<String> changed) {
    return new Change(
        Kind.CREATE,
        type,
        id,
        scope,
        doc,
        Optional.empty(),
        version,
        origin,
        changed,
        List.of(),
        Set.of());
  }

  public static Change update(
      EntityType type,
      StoredRecord stored,
      RecordOwner scope,
      ObjectNode doc,
      Collection<String> changed) {
    return new Change(
        Kind.UPDATE,
        type,
        stored.id(),
        scope,
        doc,
        Optional.of(stored.attributes()),
        stored.version() + 1,
        origin(stored),
        changed,
        List.of(),
        Set.of());
  }

  public static Change deletion(EntityType type, StoredRecord stored, Set<UUID> readers) {
    return new Change(
        Kind.DELETE,
        type,
        stored.id(),
        stored.scope(),
        stored.attributes(),
        Optional.of(stored.attributes()),
        stored.version(),
        origin(stored),
        List.of(),
        List.of(),
        readers);
  }

  /** The record stays unchanged and is delivered again to readers of the feed. */
  public static Change redelivery(EntityType type, UUID id) {
    return new Change(
        Kind.APPEAR,
        type,
        id,
        RecordOwner.NONE,
        Json.object(),
        Optional.empty(),
        0,
        new Origin("", Optional.empty(), Optional.empty(), Optional.empty()),
        List.of(),
        List.of(),
        Set.of());
  }

  /**
   * The owner of the audit entry. A user may belong to several organizations: then it is the first
   * one.
   */
  public RecordOwner auditOwner() {
    if (!scope.isNone() || !type.name().equals(EntityNames.USER)) {
      return scope;
    }
    String first = doc.path("organizationIds").path(0).asText("");
    return UuidSyntax.matches(first) ? RecordOwner.ofOrganization(UUID.fromString(first)) : scope;
  }

  /**
   * Users who may read the audit entry whatever their access: the {@link #readers}, and for an
   * assignment the user who holds it.
   */
  public Set<UUID> auditReaders() {
    Optional<UUID> holder =
        type.name().equals(EntityNames.ACCESS_ASSIGNMENT)
            ? Uuids.of(doc, "userId")
            : Optional.empty();
    if (holder.isEmpty()) {
      return readers;
    }
    Set<UUID> all = new HashSet<>(readers);
    all.add(holder.get());
    return all;
  }

  /**
   * The same change with further readers of its audit entry: users, or organizations, whose audit
   * log readers then see it.
   */
  public Change withReaders(Set<UUID> others) {
    Set<UUID> all = new HashSet<>(readers);
    all.addAll(others);
    return new Change(
        kind, type, id, scope, doc, previous, version, provenance, changed, overridden, all);
  }

  public Change withOverridden(Collection<String> attributes) {
    return new Change(
        kind, type, id, scope, doc, previous, version, provenance, changed, attributes, readers);
  }

  private static Origin origin(StoredRecord stored) {
    var p = stored.provenance();
    return new Origin(p.originType(), p.createdByUserId(), p.createdByJobId(), p.clientId());
  }
}
