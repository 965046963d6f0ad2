package io.glebe.core.record.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * An account of something that is no record, for example a token. It belongs to no farm and no
 * organization, so administrators, its author and its readers read it.
 *
 * @param entityType what it is called in the audit log
 * @param entityId an id of it, never a secret
 * @param reason said by the caller, or how people call the thing
 * @param changed names of what was set; no values
 * @param readers users whom it concerns
 */
public record AuditNote(
    Action action,
    String entityType,
    UUID entityId,
    String reason,
    List<String> changed,
    Set<UUID> readers) {

  /** What happened. */
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
    doc.put("entityType", entityType);
    doc.put("entityId", entityId.toString());
    doc.put("reason", reason);
    author.userId().ifPresent(id -> doc.put("changedByUserId", id.toString()));
    AuditTrail.names(doc, "changedAttributes", changed);
    return doc;
  }
}
