package io.glebe.core.record.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * An audit entry about something other than a record, for example a token. It belongs to no farm
 * and no organization; administrators, its author and its readers can read it.
 *
 * @param thing whose name the audit log has as the type
 * @param entityId an id of the thing, never a secret
 * @param reason given by the caller, or the display name of the thing
 * @param changed names of the attributes that were set, without values
 * @param readers users affected by the change
 */
public record AuditNote(
    Action action,
    AuditedThing thing,
    UUID entityId,
    String reason,
    List<String> changed,
    Set<UUID> readers) {

  /** The action. */
  public enum Action {
    CREATE,
    UPDATE,
    DELETE
  }

  public AuditNote {
    changed = List.copyOf(changed);
    readers = Set.copyOf(readers);
  }

  ObjectNode entry(AuditTrail.Author author) {
    ObjectNode doc = Json.object();
    doc.put("action", action.name());
    doc.put("entityType", thing.label());
    doc.put("entityId", entityId.toString());
    doc.put("reason", reason);
    author.userId().ifPresent(id -> doc.put("changedByUserId", id.toString()));
    AuditTrail.names(doc, "changedAttributes", changed);
    return doc;
  }
}
