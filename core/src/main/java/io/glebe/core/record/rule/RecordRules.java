package io.glebe.core.record.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.rule.draft.Deletion;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.RecordMerge;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.RecordLookup;
import io.glebe.core.record.rule.user.UserWriteRole;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import io.glebe.core.record.rule.value.ValueCheck;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Decides about writes and deletions.
 *
 * <pre>{@code
 * RuleOutcome outcome = new RecordRules(settings).check(write, lookup);
 * Optional<Problem> refusal = rules.checkDeletion(deletion, lookup);
 * }</pre>
 *
 * The caller has already answered 401, 400, 404, 403 (permission) and 412. Immutable; used by all
 * threads.
 */
public final class RecordRules {
  /** Maximum number of dependent records named in one refusal. */
  public static final int MAX_DEPENDENTS = 20;

  /** Maximum number of lookup batches of one write. */
  private static final int MAX_BATCHES = 4;

  private final RuleSettings settings;

  public RecordRules(RuleSettings settings) {
    this.settings = settings;
  }

  /** Decides about a write; blocks during lookups. */
  public RuleOutcome check(RuleInput input, RecordLookup lookup) {
    Findings findings = new Findings();
    Identity.check(input, findings);
    ObjectNode merged = RecordMerge.merge(input, findings);
    Draft draft = new Draft(input, settings, merged);
    SortedSet<String> unknown = checkValues(draft, findings);
    Completions.complete(draft);
    boolean checked = !UserWriteRole.seesAll(draft); // the guess that nothing changes may be right
    if (!checked && isUnchanged(draft, findings)) {
      return new RuleOutcome.Unchanged();
    }
    LookupResults results = lookUp(draft, lookup);
    if (!checked && isUnchanged(draft, findings)) {
      return new RuleOutcome.Unchanged();
    }
    Required.check(draft, findings);
    RuleList.RULES.forEach(rule -> rule.check(draft, results, findings));
    if (isUnchanged(draft, findings)) {
      return new RuleOutcome.Unchanged();
    }
    return findings
        .problem(input.body())
        .<RuleOutcome>map(RuleOutcome.Refused::new)
        .orElseGet(() -> new RuleOutcome.Accepted(merged, changes(draft), unknown));
  }

  /** The refusal of a deletion, or nothing; blocks during lookups. */
  public Optional<Problem> checkDeletion(Deletion deletion, RecordLookup lookup) {
    return DeletionRules.check(deletion, lookup);
  }

  private static LookupResults lookUp(Draft draft, RecordLookup lookup) {
    LookupResults results = new LookupResults();
    for (int round = 0; round < MAX_BATCHES; round++) {
      Completions.completeReferenced(draft, results);
      Set<Lookup<?>> lookups = new LinkedHashSet<>();
      RuleList.RULES.forEach(
          rule ->
              rule.requestLookups(
                  draft,
                  results,
                  requested -> {
                    if (!results.contains(requested)) {
                      lookups.add(requested);
                    }
                  }));
      if (lookups.isEmpty()) {
        return results;
      }
      results.add(lookup.answer(lookups));
    }
    throw new IllegalStateException(
        "the rules of " + draft.type() + " need more than " + MAX_BATCHES + " batches of lookups");
  }

  private static boolean isUnchanged(Draft draft, Findings findings) {
    return !draft.creation() && findings.problem().isEmpty() && changes(draft).isEmpty();
  }

  private static SortedSet<String> changes(Draft draft) {
    return draft
        .stored()
        .map(b -> RecordMerge.changes(RecordMerge.bare(draft.type(), b), draft.after()))
        .orElseGet(() -> names(draft.after()));
  }

  private static NavigableSet<String> names(ObjectNode document) {
    NavigableSet<String> names = new TreeSet<>();
    document.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /**
   * Checks every new value against its type, converts it to its stored form, and returns the
   * unknown attributes.
   */
  private SortedSet<String> checkValues(Draft draft, Findings findings) {
    ValueCheck check =
        new ValueCheck(findings, settings.refuseUnknownAttributes(), settings.positions());
    SortedSet<String> unknown = new TreeSet<>();
    for (Map.Entry<String, JsonNode> e : draft.after().properties()) {
      String name = e.getKey();
      Optional<Attribute> attribute = draft.type().attribute(name);
      if (attribute.isPresent()) {
        if (!attribute.get().readOnly() && draft.changed(name)) {
          e.setValue(check.check(attribute.get(), e.getValue(), Pointers.to(name)));
        }
      } else if (!isCommon(draft.type(), name)) {
        unknown.add(name);
      }
    }
    if (settings.refuseUnknownAttributes()) {
      unknown.stream()
          .filter(draft::changed)
          .forEach(n -> findings.invalid("V27", Pointers.to(n), "there is no attribute " + n));
    }
    return unknown;
  }

  private static boolean isCommon(EntityType type, String name) {
    return CommonAttributes.ALL.contains(name) && !type.has(name);
  }
}
