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
 * What a registered app may not write, for no person: rights on the platform. They would outlive
 * the withdrawal of the app, and it could give itself a reviewer. Roles of people are closed to all
 * apps; people and their access are closed to an app that acts for an administrator, whose power to
 * give rights has no bounds.
 */
public record AppRestrictions(Transaction transaction, Caller caller) {
  private static final String ROLES = "roleIds";

  /**
   * Refuses the write of a record.
   *
   * @param stored the record before; empty on creation
   * @param body the sent document; empty for a deletion
   */
  public void require(EntityType type, Optional<StoredRecord> stored, ObjectNode body) {
    boolean gives =
        switch (type.name()) {
          case EntityNames.ROLE -> true;
          case EntityNames.USER -> administrates() || changesRoles(stored, body);
          case EntityNames.ACCESS_ASSIGNMENT -> administrates();
          default -> false;
        };
    if (gives && isRegisteredApp()) {
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

  private boolean isRegisteredApp() {
    return RegisteredApps.isNamedLikeOne(caller)
        || caller
            .clientId()
            .flatMap(client -> transaction.first(RegisteredApps.ASSIGNED, client))
            .isPresent();
  }
}
