package io.glebe.core.record.rule.reference;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Whose permissions decide about a record.
 *
 * @param farm the farm it belongs to
 * @param organizations the organizations that own it, when no farm does; several for a User
 * @param platform whether it is a record of the platform (read by all who hold the permission)
 * @param creatorOnly whether only its creator reaches it
 */
public record OwnerScope(
    Optional<UUID> farm, Set<UUID> organizations, boolean platform, boolean creatorOnly) {
  public OwnerScope {
    organizations = Set.copyOf(organizations);
  }
}
