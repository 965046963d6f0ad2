package io.glebe.core.record.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.RegisteredApps;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.table.StoredRecord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a registered app may not write, for no person: rights of people. They would outlive the
 * withdrawal of the app, and it could give itself a reviewer. Roles, access, memberships, and the
 * organization of a farm, whose members get rights by it, are closed to all apps; people are closed
 * to an app that acts for an administrator.
 */
public record AppRestrictions(Transaction transaction, Caller caller) {
  private static final List<String> GIVEN = List.of("roleIds", "organizationIds");
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
          case EntityNames.USER -> administrates() || gives(stored, body);
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

  /** Whether a User gets a role, or an organization in which his roles apply. */
  private static boolean gives(Optional<StoredRecord> stored, ObjectNode body) {
    return GIVEN.stream()
        .anyMatch(
            member -> {
              Set<String> before =
                  stored.map(record -> ids(record.attributes().path(member))).orElse(Set.of());
              return !before.containsAll(ids(body.path(member)));
            });
  }

  private static Set<String> ids(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
  }

  private static boolean moves(Optional<StoredRecord> stored, ObjectNode body) {
    return stored.isPresent()
        && body.has(ORGANIZATION)
        && !stored.get().attributes().path(ORGANIZATION).equals(body.path(ORGANIZATION));
  }
}
