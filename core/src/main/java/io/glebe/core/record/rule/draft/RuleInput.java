package io.glebe.core.record.rule.draft;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityType;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One requested write of one record.
 *
 * @param id the id of the path, or the one chosen for a POST
 * @param body the whole record (PUT, POST) or the merge patch (PATCH); never changed here
 * @param stored the locked stored record, all attributes with the common ones; empty on creation
 * @param job value of Processing-Job-Id
 * @param reason decoded value of Change-Reason
 * @param now the database's time
 * @param administration whether the write comes through the administration of users (V31)
 */
public record RuleInput(
    EntityType type,
    UUID id,
    Verb verb,
    ObjectNode body,
    Optional<ObjectNode> stored,
    RuleCaller caller,
    Optional<UUID> job,
    Optional<String> reason,
    Instant now,
    boolean administration) {

  /** The kind of request. */
  public enum Verb {
    /** The whole record: creates or replaces. */
    PUT,
    /** A merge patch of an existing record. */
    PATCH,
    /** Creates; id, originType and values that follow from references may be left out. */
    POST
  }

  public boolean creation() {
    return stored.isEmpty();
  }
}
