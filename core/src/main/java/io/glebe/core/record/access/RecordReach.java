package io.glebe.core.record.access;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.record.table.StoredRecord;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/**
 * Returns whether a caller has any access to a record, with any permission. This is sufficient to
 * refer to the record (rule V04).
 */
public final class RecordReach {
  private RecordReach() {}

  /**
   * @param organization the organization of the record or of its farm
   * @param farms for a User, the farms to which it is assigned
   */
  public static boolean reaches(
      Caller caller,
      EntityType type,
      StoredRecord stored,
      Optional<UUID> organization,
      Collection<UUID> farms) {
    Grants grants = caller.grants();
    if (caller.kind() == CallerKind.SYSTEM || grants.isAdministrator()) {
      return true;
    }
    boolean creator = RecordAccess.isCreator(caller, stored);
    if (type.name().equals(EntityNames.USER)) {
      return creator || user(grants, stored, farms);
    }
    if (type.name().equals(EntityNames.ORGANIZATION)) {
      return inOrganization(grants, stored.id()) || creator;
    }
    if (stored.scope().isNone()) {
      return RecordAccess.has(type, OwnerPath.OfPlatform.class) || creator;
    }
    return RecordAccess.isPlatform(type)
        || stored.scope().farm().filter(grants.farms()::contains).isPresent()
        || (stored.scope().farm().isEmpty() || type.sharedInOrganization())
            && organization.filter(id -> inOrganization(grants, id)).isPresent();
  }

  private static boolean inOrganization(Grants grants, UUID organization) {
    return grants.organizations().contains(organization)
        || grants.memberships().contains(organization);
  }

  private static boolean user(Grants grants, StoredRecord stored, Collection<UUID> farms) {
    if (grants.userId().filter(stored.id()::equals).isPresent()
        || farms.stream().anyMatch(grants.farms()::contains)) {
      return true;
    }
    for (var organization : stored.attributes().path("organizationIds")) {
      if (inOrganization(grants, UUID.fromString(organization.asText()))) {
        return true;
      }
    }
    return false;
  }
}
