package io.glebe.core.record.access;

import io.glebe.core.access.AccessibleScopes;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Farms and organizations where a caller may read the audit entries of the same entities.
 *
 * @param scopes the farms and organizations
 * @param entities names of the entities
 */
public record AuditShare(AccessibleScopes scopes, Set<String> entities) {
  public AuditShare {
    entities = Set.copyOf(entities);
  }

  /** The part in these farms and organizations. */
  AuditShare part(Predicate<UUID> included) {
    return new AuditShare(scopes.part(included, false, false), entities);
  }
}
