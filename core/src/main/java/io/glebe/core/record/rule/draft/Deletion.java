package io.glebe.core.record.rule.draft;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityType;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A requested deletion.
 *
 * @param stored the locked stored record
 */
public record Deletion(
    EntityType type,
    UUID id,
    ObjectNode stored,
    RuleCaller caller,
    Optional<UUID> job,
    Instant now) {}
