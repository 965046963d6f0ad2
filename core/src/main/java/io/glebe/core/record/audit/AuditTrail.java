package io.glebe.core.record.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.json.Json;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes the audit entry of a change: the author, the changed attributes, the job and the reason.
 */
public final class AuditTrail {
  public static final String COLLECTION = "audit-logs";

  private AuditTrail() {}

  /** The kind of change. */
  public enum What {
    CREATE,
    UPDATE,
    DELETE,
    /**
     * The record is unchanged but becomes visible to more readers: it is delivered again, without
     * an audit entry.
     */
    APPEAR
  }

  /**
   * The author, the job and the reason of a change; the same for all changes of one request.
   *
   * @param originType of the change, not of the record
   */
  public record Author(
      Optional<UUID> userId,
      Optional<String> clientId,
      Optional<UUID> job,
      Optional<String> reason,
      String originType) {

    public static Author of(Caller caller, Optional<UUID> job, Optional<String> reason) {
      return new Author(caller.personId(), caller.clientId(), job, reason, origin(caller.kind()));
    }

    private static String origin(CallerKind kind) {
      return switch (kind) {
        case PERSON -> "USER";
        case CLIENT -> "SERVICE";
        case DEVICE -> "DEVICE";
        case SYSTEM -> "SYSTEM";
      };
    }
  }

  /** The document of an audit entry; it contains names of attributes, never values. */
  public static ObjectNode entry(Change change, Author author) {
    ObjectNode doc = Json.object();
    doc.put("action", change.what().name());
    doc.put("entityType", change.type().name());
    doc.put("entityId", change.id().toString());
    author.reason().ifPresent(reason -> doc.put("reason", reason));
    author.userId().ifPresent(id -> doc.put("changedByUserId", id.toString()));
    author.job().ifPresent(id -> doc.put("changedByJobId", id.toString()));
    change.accountScope().farm().ifPresent(id -> doc.put("farmId", id.toString()));
    change.accountScope().organization().ifPresent(id -> doc.put("organizationId", id.toString()));
    names(doc, "changedAttributes", change.changed());
    names(doc, "overriddenAttributes", change.overridden());
    doc.put("recordVersion", change.version());
    return doc;
  }

  static void names(ObjectNode doc, String member, Collection<String> names) {
    if (!names.isEmpty()) {
      ArrayNode array = doc.putArray(member);
      names.forEach(array::add);
    }
  }
}
