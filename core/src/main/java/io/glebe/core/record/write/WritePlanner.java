package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.access.ServiceRecords;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.audit.History;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.lookup.LookupBarrier;
import io.glebe.core.record.lookup.RecordOwnerResolver;
import io.glebe.core.record.lookup.WriteLookups;
import io.glebe.core.record.person.RuleCallers;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.RuleOutcome;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Plans one write whose record is locked: rights, preconditions, rules, companion records. Refusals
 * have the order of the API: 404, 403, 412, then the rules.
 */
final class WritePlanner {
  private final Transaction transaction;
  private final RecordRules rules;
  private final WriteRequest request;
  private final Map<RecordKey, LockedRecord> lockedRecords;
  private final AuditTrail.Author author;
  private final WriteAccess access;

  /**
   * @param lockedRecords the locked record and its companions ({@link CompanionRecords#keys})
   */
  WritePlanner(
      Transaction transaction,
      RecordRules rules,
      WriteRequest request,
      Map<RecordKey, LockedRecord> lockedRecords) {
    this.transaction = transaction;
    this.rules = rules;
    this.request = request;
    this.lockedRecords = lockedRecords;
    this.author = request.author();
    this.access = new WriteAccess(transaction, request.caller());
  }

  /**
   * The plan, by the caller's current rights. The rights are checked when the locks are held and
   * again at the end, because planning may have waited for other writes.
   */
  WritePlan plan(RuleInput.Verb verb, LookupBarrier barrier) {
    request.caller().requireCurrent();
    WritePlan plan = decide(verb, barrier);
    request.caller().requireCurrent();
    return plan;
  }

  private WritePlan decide(RuleInput.Verb verb, LookupBarrier barrier) {
    LockedRecord locked = Objects.requireNonNull(lockedRecords.get(request.key()));
    Optional<StoredRecord> stored = locked.stored();
    if (stored.isEmpty() && verb == RuleInput.Verb.PATCH) {
      throw request.key().notFound();
    }
    WriteLookups lookup =
        new WriteLookups(barrier, request.caller(), stored.isEmpty(), introduced(locked));
    RecordOwnerResolver owners = new RecordOwnerResolver(lookup);
    requireRight(stored, owners, request.body());
    if (stored.isEmpty()) {
      access.requireFreshId(request.type(), request.id(), locked.history());
    }
    request.preconditions().check(stored);
    request.endpointGrant().claim().ifPresent(claim -> claim.require(transaction, request.id()));
    RuleOutcome outcome = rules.check(write(verb, stored, locked.history()), lookup);
    return switch (outcome) {
      case RuleOutcome.Refused refused -> throw refused.problem();
      case RuleOutcome.Unchanged unchanged -> WritePlan.unchanged(stored.orElseThrow());
      case RuleOutcome.Accepted accepted -> accept(accepted, locked, owners, lookup);
    };
  }

  private Optional<UUID> introduced(LockedRecord locked) {
    Optional<UUID> introduced = request.endpointGrant().introduced();
    return introduced.isPresent() || locked.stored().isPresent()
        ? introduced
        : access.returning(request.type(), request.id(), locked.history(), request.body());
  }

  private void requireRight(
      Optional<StoredRecord> stored, RecordOwnerResolver owners, ObjectNode document) {
    if (stored.isPresent()) {
      access.requireChange(request.type(), stored.get(), document);
    } else {
      Optional<RecordOwner> scope = owners.of(request.type(), request.id(), document);
      access.requireCreation(request.type(), scope, document);
    }
  }

  private RuleInput write(RuleInput.Verb verb, Optional<StoredRecord> stored, History history) {
    return new RuleInput(
        request.type(),
        request.id(),
        verb,
        request.body(),
        stored.map(StoredRecord::whole),
        RuleCallers.of(request.caller()),
        request.job(),
        request.reason(),
        history.now(),
        request.endpointGrant().administration());
  }

  private WritePlan accept(
      RuleOutcome.Accepted accepted,
      LockedRecord locked,
      RecordOwnerResolver owners,
      WriteLookups lookup) {
    Optional<StoredRecord> stored = locked.stored();
    if (stored.isEmpty()) {
      requireRight(stored, owners, accepted.after());
    }
    access.requireInside(request.type(), request.id(), accepted.after(), stored.isEmpty());
    if (stored.isPresent() && !request.endpointGrant().administration()) {
      new ServiceRecords(transaction)
          .requireOwn(request.type(), request.id(), accepted.after(), accepted.changed());
    }
    Change main = change(accepted, locked, owners);
    List<Change> changes = new ArrayList<>();
    changes.add(main);
    changes.addAll(new CompanionRecords(transaction, request, lookup, lockedRecords).of(main));
    List<Change> notified = new NotifiedOrganizations(request.caller(), lookup).of(changes);
    return new WritePlan(
        stored, notified, List.copyOf(main.overridden()), List.copyOf(accepted.unknown()));
  }

  private Change change(
      RuleOutcome.Accepted accepted, LockedRecord locked, RecordOwnerResolver owners) {
    Optional<StoredRecord> stored = locked.stored();
    History history = locked.history();
    EntityType type = request.type();
    ObjectNode doc = accepted.after();
    Optional<RecordOwner> scope = owners.of(type, request.id(), doc);
    String originType = doc.path(CommonAttributes.ORIGIN_TYPE).asText();
    doc.remove(CommonAttributes.ALL);
    if (stored.isPresent()) {
      List<String> overridden =
          request.preconditions().match().isPresent()
              ? List.of()
              : history.overridden(accepted.changed(), author, request.knownVersion());
      return Change.update(
              type, stored.get(), scope.orElse(stored.get().scope()), doc, accepted.changed())
          .withOverridden(overridden);
    }
    Change.Origin origin =
        new Change.Origin(
            originType, request.caller().personId(), request.job(), request.caller().clientId());
    return Change.creation(
        type,
        request.id(),
        scope.orElseThrow(() -> new IllegalStateException("the record has no owner: " + type)),
        doc,
        history.lastVersion() + 1,
        origin,
        accepted.changed());
  }
}
