package io.glebe.core.record.access;

import io.glebe.core.access.Access;
import io.glebe.core.access.AccessibleScopes;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiPredicate;

/**
 * The part of the audit log that a caller may read: for each farm and organization, only the audit
 * entries of the entities that the caller may read there. Audit entries of persons are included
 * only for deletions ({@link AuditSql}).
 */
final class AuditShares {
  private static final Permission READ = Permission.of("auditLog:read");

  private AuditShares() {}

  static List<AuditShare> of(Caller caller) {
    Map<Set<String>, Set<UUID>> farms =
        group(Access.farms(caller, READ).ids(), (id, read) -> Access.may(caller, read, id));
    Map<Set<String>, Set<UUID>> organizations =
        group(
            Access.organizations(caller, READ).ids(),
            (id, read) -> Access.mayInOrganization(caller, read, id));
    List<AuditShare> shares = new ArrayList<>();
    Set<Set<String>> kinds = new HashSet<>(farms.keySet());
    kinds.addAll(organizations.keySet());
    for (Set<String> entities : kinds) {
      shares.add(
          new AuditShare(
              AccessibleScopes.of(
                  farms.getOrDefault(entities, Set.of()),
                  organizations.getOrDefault(entities, Set.of())),
              entities));
    }
    return shares;
  }

  private static Map<Set<String>, Set<UUID>> group(
      Set<UUID> ids, BiPredicate<UUID, Permission> may) {
    Map<Set<String>, Set<UUID>> groups = new HashMap<>();
    for (UUID id : ids) {
      Set<String> readable = new HashSet<>();
      for (EntityType type : Catalogue.standard().types()) {
        if (may.test(id, new Permission(type.prefix(), Action.READ))) {
          readable.add(type.name());
        }
      }
      groups.computeIfAbsent(Set.copyOf(readable), s -> new HashSet<>()).add(id);
    }
    return groups;
  }

  /** Returns the names of the entities that have records of the platform. */
  static List<String> platformEntities() {
    return Catalogue.standard().types().stream()
        .filter(type -> RecordAccess.has(type, OwnerPath.OfPlatform.class))
        .map(EntityType::name)
        .filter(name -> !name.equals(EntityNames.AUDIT_LOG))
        .toList();
  }
}
