package io.glebe.core.record.rule.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.UUID;

/**
 * The part of a stored record that rules use.
 *
 * @param document the attributes with id, originType and provenance (createdByUserId, clientId)
 * @param farm the farm it belongs to
 * @param organization its organization; for a record of a farm the farm's organization
 * @param reachable whether the caller has access by his farms, organizations or platform rights
 */
public record ReferencedRecord(
    String entity,
    UUID id,
    ObjectNode document,
    Optional<UUID> farm,
    Optional<UUID> organization,
    boolean reachable) {
  /** The same record, with access. */
  public ReferencedRecord asReachable() {
    return new ReferencedRecord(entity, id, document, farm, organization, true);
  }
}
