package io.glebe.core.record.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.RegisteredApps;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.table.StoredRecord;
import java.util.Optional;

/**
 * What a registered app may not write, for no person: rights of people. They would outlive the
 * withdrawal of the app, and it could give itself a reviewer. Roles, access, and the organization
 * of a farm, whose members get rights by it, are closed to all apps; people are closed to an app
 * that acts for an administrator.
 */
public record AppRestrictions(Transaction transaction, Caller caller) {
  private static final String ROLES = "roleIds";
  private static final String ORGANIZATION = "organizationId";

  /**
   * Refuses the write of a record.
   *
   * @param stored the record before; empty on creation
   * @param body the sent document; empty for a deletion
   */
  public void require(EntityType type, Optional<StoredRecord> stored, ObjectNode body) {
    boolean gives =
        switch (type.name()) {
          case EntityNames.ROLE, EntityNames.ACCESS_ASSIGNMENT -> true;
          case EntityNames.USER -> administrates() || changesRoles(stored, body);
          case EntityNames.FARM -> moves(stored, body);
          default -> false;
        };
    if (gives && RegisteredApps.is(transaction, caller)) {
      throw RegisteredApps.refusal();
    }
  }

  private boolean administrates() {
    return caller.grants().isAdministrator();
  }

  private static boolean changesRoles(Optional<StoredRecord> stored, ObjectNode body) {
    return body.has(ROLES)
        && !stored
            .map(record -> record.attributes().path(ROLES))
            .filter(body.path(ROLES)::equals)
            .isPresent();
  }

  private static boolean moves(Optional<StoredRecord> stored, ObjectNode body) {
    return stored.isPresent()
        && body.has(ORGANIZATION)
        && !stored.get().attributes().path(ORGANIZATION).equals(body.path(ORGANIZATION));
  }
}
