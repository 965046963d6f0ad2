package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.record.audit.Change;
import io.glebe.core.record.lookup.WriteLookups;
import io.glebe.core.record.person.PersonView;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.value.TextForms;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.Uuids;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Organizations that are told what an administrator of the platform does: by a membership, a role
 * or a farm there somebody, and be it the administrator, comes to read what belongs to them, while
 * the account of it belongs to that person or to a farm on which nobody of theirs works. Those who
 * read the audit log of the organization read these accounts too.
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

  /** The changes, with the organizations among the readers of their accounts. */
  List<Change> of(List<Change> changes) {
    boolean administers = caller.kind() != CallerKind.SYSTEM && caller.grants().isAdministrator();
    return administers
        ? changes.stream().map(change -> change.readBy(organizations(change))).toList()
        : changes;
  }

  private Set<UUID> organizations(Change change) {
    Set<UUID> told = new HashSet<>();
    switch (change.type().name()) {
      case EntityNames.USER -> {
        if (!Collections.disjoint(change.changed(), MEMBERSHIP)) {
          memberships(change.doc(), told);
          change.before().ifPresent(before -> memberships(before, told));
        }
      }
      case "Farm" -> {
        if (change.changed().contains(ORGANIZATION)) {
          change.scope().organization().ifPresent(told::add);
          change.before().flatMap(doc -> Uuids.of(doc, ORGANIZATION)).ifPresent(told::add);
        }
      }
      case EntityNames.ACCESS_ASSIGNMENT -> ofFarm(change.scope()).ifPresent(told::add);
      default -> {
        // belongs to the farm or the organization, and so does its account
      }
    }
    return told;
  }

  private static void memberships(ObjectNode user, Set<UUID> told) {
    user.path(PersonView.ORGANIZATIONS)
        .forEach(
            entry -> {
              if (TextForms.isUuid(entry.asText())) {
                told.add(UUID.fromString(entry.asText()));
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
