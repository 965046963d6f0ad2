package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.audit.Change;
import io.glebe.core.record.audit.History;
import io.glebe.core.record.lookup.LookupBarrier;
import io.glebe.core.record.lookup.RecordOwnerResolver;
import io.glebe.core.record.lookup.WriteLookups;
import io.glebe.core.record.person.RuleCallers;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.RuleOutcome;
import io.glebe.core.record.rule.draft.Write;
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
  private final Map<RecordKey, LockedRecord> found;
  private final AuditTrail.Author author;
  private final WriteAccess access;

  /**
   * @param found the locked record and its companions ({@link CompanionRecords#keys})
   */
  WritePlanner(
      Transaction transaction,
      RecordRules rules,
      WriteRequest request,
      Map<RecordKey, LockedRecord> found) {
    this.transaction = transaction;
    this.rules = rules;
    this.request = request;
    this.found = found;
    this.author = request.author();
    this.access = new WriteAccess(transaction, request.caller());
  }

  /**
   * The plan, by the caller's current rights. The rights are checked when the locks are held and
   * again at the end, because planning may have waited for other writes.
   */
  Plan plan(Write.Verb verb, LookupBarrier barrier) {
    request.caller().requireCurrent();
    Plan plan = decide(verb, barrier);
    request.caller().requireCurrent();
    return plan;
  }

  private Plan decide(Write.Verb verb, LookupBarrier barrier) {
    LockedRecord before = Objects.requireNonNull(found.get(request.key()));
    Optional<StoredRecord> stored = before.stored();
    if (stored.isEmpty() && verb == Write.Verb.PATCH) {
      throw request.key().notFound();
    }
    WriteLookups lookup =
        new WriteLookups(barrier, request.caller(), stored.isEmpty(), introduced(before));
    RecordOwnerResolver scoping = new RecordOwnerResolver(lookup);
    requireRight(stored, scoping, request.body());
    if (stored.isEmpty()) {
      access.requireFreshId(request.type(), request.id(), before.history());
    }
    request.preconditions().check(stored);
    request.endpointGrant().claim().ifPresent(claim -> claim.require(transaction, request.id()));
    RuleOutcome verdict = rules.check(write(verb, stored, before.history()), lookup);
    return switch (verdict) {
      case RuleOutcome.Refused refused -> throw refused.problem();
      case RuleOutcome.Unchanged unchanged -> Plan.unchanged(stored.orElseThrow());
      case RuleOutcome.Accepted accepted -> accept(accepted, before, scoping, lookup);
    };
  }

  private Optional<UUID> introduced(LockedRecord before) {
    Optional<UUID> introduced = request.endpointGrant().introduced();
    return introduced.isPresent() || before.stored().isPresent()
        ? introduced
        : access.returning(request.type(), request.id(), before.history(), request.body());
  }

  private void requireRight(
      Optional<StoredRecord> stored, RecordOwnerResolver scoping, ObjectNode document) {
    if (stored.isPresent()) {
      access.requireChange(request.type(), stored.get(), document);
    } else {
      Optional<RecordOwner> scope = scoping.of(request.type(), request.id(), document);
      access.requireCreation(request.type(), scope, document);
    }
  }

  private Write write(Write.Verb verb, Optional<StoredRecord> stored, History history) {
    return new Write(
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

  private Plan accept(
      RuleOutcome.Accepted accepted,
      LockedRecord before,
      RecordOwnerResolver scoping,
      WriteLookups lookup) {
    Optional<StoredRecord> stored = before.stored();
    if (stored.isEmpty()) {
      requireRight(stored, scoping, accepted.after());
    }
    Change main = change(accepted, before, scoping);
    List<Change> changes = new ArrayList<>();
    changes.add(main);
    changes.addAll(new CompanionRecords(transaction, request, lookup, found).of(main));
    List<Change> told = new NotifiedOrganizations(request.caller(), lookup).of(changes);
    return new Plan(stored, told, List.copyOf(main.overridden()), List.copyOf(accepted.unknown()));
  }

  private Change change(
      RuleOutcome.Accepted accepted, LockedRecord before, RecordOwnerResolver scoping) {
    Optional<StoredRecord> stored = before.stored();
    History history = before.history();
    EntityType type = request.type();
    ObjectNode doc = accepted.after();
    Optional<RecordOwner> scope = scoping.of(type, request.id(), doc);
    String originType = doc.path(CommonAttributes.ORIGIN_TYPE).asText();
    doc.remove(CommonAttributes.ALL);
    if (stored.isPresent()) {
      List<String> overridden =
          request.preconditions().match().isPresent()
              ? List.of()
              : history.overridden(accepted.changed(), author, request.knownVersion());
      return Change.update(
              type, stored.get(), scope.orElse(stored.get().scope()), doc, accepted.changed())
          .overriding(overridden);
    }
    Change.Origin origin =
        new Change.Origin(
            originType, request.caller().personId(), request.job(), request.caller().clientId());
    return Change.creation(
        type,
        request.id(),
        scope.orElseThrow(() -> new IllegalStateException("no farm decides about " + type)),
        doc,
        history.lastVersion() + 1,
        origin,
        accepted.changed());
  }
}
