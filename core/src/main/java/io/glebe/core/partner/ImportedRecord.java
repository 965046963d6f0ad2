package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteStep;
import java.util.Iterator;
import java.util.Optional;
import java.util.UUID;

/**
 * A record of the platform together with the partner's data for it.
 *
 * @param id id of the stored record, or of the one to be created
 * @param stored empty for a record to be created
 * @param body the whole record to be created, or the merge patch; an empty patch when nothing
 *     differs
 */
record ImportedRecord(
    EntityType type,
    PartnerEntity entity,
    UUID id,
    Optional<StoredRecord> stored,
    ObjectNode body) {

  static ImportedRecord ofNew(EntityType type, PartnerEntity entity, UUID id, ObjectNode body) {
    return new ImportedRecord(type, entity, id, Optional.empty(), body);
  }

  /** Contains only the differences: attributes that the partner does not have stay unchanged. */
  static ImportedRecord ofStored(EntityType type, PartnerEntity entity, StoredRecord stored) {
    ObjectNode previous = stored.attributes();
    ObjectNode patch = Json.object();
    entity
        .attributes()
        .properties()
        .forEach(
            attribute -> {
              if (!same(previous.path(attribute.getKey()), attribute.getValue())) {
                patch.set(attribute.getKey(), attribute.getValue());
              }
            });
    return new ImportedRecord(type, entity, stored.id(), Optional.of(stored), patch);
  }

  /** A record that the user named; it gets the partner's identifier. */
  static ImportedRecord ofNamed(
      EntityType type, PartnerEntity entity, StoredRecord stored, String provider) {
    ImportedRecord record = ofStored(type, entity, stored);
    if (!stored.attributes().has("externalId")) {
      record.body().put("externalId", entity.id()).put("externalProvider", provider);
    }
    return record;
  }

  boolean differs() {
    return !body.isEmpty();
  }

  WriteStep step(Caller caller, Optional<UUID> job, Optional<String> reason) {
    WriteRequest request = WriteRequest.of(caller, type, id, body).withJob(job).withReason(reason);
    return new WriteStep(request, stored.isPresent(), type.name() + " " + entity.id());
  }

  /** Returns the line of the report. */
  ObjectNode reportLine() {
    String outcome = stored.isEmpty() ? "CREATED" : differs() ? "UPDATED" : "UNCHANGED";
    ObjectNode line =
        Json.object()
            .put("entity", type.name())
            .put("externalId", entity.id())
            .put("id", id.toString())
            .put("name", entity.name())
            .put("outcome", outcome);
    if (stored.isPresent() && differs()) {
      changes(line.putArray("changes"), stored.get().attributes());
    }
    return line;
  }

  /** Adds old and new values; for geometries only that they differ. */
  private void changes(ArrayNode changes, ObjectNode previous) {
    body.properties()
        .forEach(
            attribute -> {
              ObjectNode change = changes.addObject().put("attribute", attribute.getKey());
              if (attribute.getValue().isValueNode()) {
                Optional.ofNullable(previous.get(attribute.getKey()))
                    .ifPresent(old -> change.set("from", old));
                change.set("to", attribute.getValue());
              }
            });
  }

  /** Compares as JSON; 1.5 equals 1.50. */
  private static boolean same(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
    if (one.isContainerNode() && one.getNodeType() == other.getNodeType()) {
      return one.size() == other.size()
          && (one.isArray() ? inOrder(one, other) : ofNamed(one, other));
    }
    return one.equals(other);
  }

  private static boolean inOrder(JsonNode one, JsonNode other) {
    Iterator<JsonNode> others = other.iterator();
    for (JsonNode element : one) {
      if (!same(element, others.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean ofNamed(JsonNode one, JsonNode other) {
    return one.properties().stream()
        .allMatch(member -> same(member.getValue(), other.path(member.getKey())));
  }
}
