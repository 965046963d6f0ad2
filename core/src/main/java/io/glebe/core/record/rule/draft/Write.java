package io.glebe.core.record.rule.draft;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityType;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One write of one record, as it was asked for.
 *
 * @param id the id of the path, or the one chosen for a POST
 * @param body the whole record (PUT, POST) or the merge patch (PATCH); never changed here
 * @param before the stored record under its lock, all attributes with the common ones; empty on
 *     creation
 * @param job value of Processing-Job-Id
 * @param reason decoded value of Change-Reason
 * @param now the database's time
 * @param administration whether it comes through the administration of users (V31)
 */
public record Write(
    EntityType type,
    UUID id,
    Verb verb,
    ObjectNode body,
    Optional<ObjectNode> before,
    RuleCaller caller,
    Optional<UUID> job,
    Optional<String> reason,
    Instant now,
    boolean administration) {

  /** How the record was sent. */
  public enum Verb {
    /** The whole record: creates or replaces. */
    PUT,
    /** A merge patch of an existing record. */
    PATCH,
    /** Creates; id, originType and what follows from references may be left out. */
    POST
  }

  public boolean creation() {
    return before.isEmpty();
  }
}
