package io.glebe.core.record.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/** The parts that all audit entries share: the author, the job and the reason. */
public final class AuditTrail {
  public static final String COLLECTION = "audit-logs";

  private AuditTrail() {}

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
        case ANONYMOUS -> throw new IllegalArgumentException("nobody writes records");
      };
    }
  }

  /** Adds an array of names to an audit entry; nothing when there are none. */
  public static void names(ObjectNode doc, String member, Collection<String> names) {
    if (!names.isEmpty()) {
      ArrayNode array = doc.putArray(member);
      names.forEach(array::add);
    }
  }
}
