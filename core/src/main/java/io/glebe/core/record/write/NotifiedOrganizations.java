package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.lookup.WriteLookups;
import io.glebe.core.record.person.PersonView;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.Uuids;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Organizations that are notified when a platform administrator gives somebody access to their
 * data, by a membership, a role or a farm: the audit entry of such a change belongs to the person
 * or to the farm, which nobody of the organization may read. Readers of the organization's audit
 * log see these entries as well.
 */
public final class NotifiedOrganizations {
  private static final Set<String> MEMBERSHIP = Set.of(PersonView.ORGANIZATIONS, PersonView.ROLES);
  private static final String ORGANIZATION = "organizationId";

  private final Caller caller;
  private final WriteLookups lookup;

  NotifiedOrganizations(Caller caller, WriteLookups lookup) {
    this.caller = caller;
    this.lookup = lookup;
  }

  /** The changes, with the organizations added to the readers of their audit entries. */
  List<Change> of(List<Change> changes) {
    boolean administers = caller.kind() != CallerKind.SYSTEM && caller.grants().isAdministrator();
    return administers
        ? changes.stream().map(change -> change.withReaders(organizations(change))).toList()
        : changes;
  }

  private Set<UUID> organizations(Change change) {
    Set<UUID> notified = new HashSet<>();
    switch (change.type().name()) {
      case EntityNames.USER -> {
        if (!Collections.disjoint(change.changed(), MEMBERSHIP)) {
          memberships(change.doc(), notified);
          change.previous().ifPresent(previous -> memberships(previous, notified));
        }
      }
      case "Farm" -> {
        if (change.changed().contains(ORGANIZATION)) {
          change.scope().organization().ifPresent(notified::add);
          change.previous().flatMap(doc -> Uuids.of(doc, ORGANIZATION)).ifPresent(notified::add);
        }
      }
      case EntityNames.ACCESS_ASSIGNMENT -> ofFarm(change.scope()).ifPresent(notified::add);
      default -> {
        // the record and its audit entry belong to the farm or the organization
      }
    }
    return notified;
  }

  private static void memberships(ObjectNode user, Set<UUID> notified) {
    user.path(PersonView.ORGANIZATIONS)
        .forEach(
            entry -> {
              if (UuidSyntax.matches(entry.asText())) {
                notified.add(UUID.fromString(entry.asText()));
              }
            });
  }

  private Optional<UUID> ofFarm(RecordOwner scope) {
    return scope
        .organization()
        .or(
            () ->
                scope
                    .farm()
                    .flatMap(farm -> lookup.one(new Lookup.Fetch("Farm", farm)))
                    .flatMap(ReferencedRecord::organization));
  }
}
