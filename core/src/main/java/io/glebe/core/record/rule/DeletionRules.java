package io.glebe.core.record.rule;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.declared.Immutability;
import io.glebe.core.record.rule.draft.Deletion;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.job.JobUse;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.RecordLookup;
import io.glebe.core.record.rule.user.GivenRights;
import io.glebe.core.record.rule.user.LastAdministrator;
import io.glebe.core.record.rule.value.Findings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules that may refuse a deletion: immutability (V15), dependents, the last administrator
 * (V26), the job (V03).
 */
final class DeletionRules {
  private DeletionRules() {}

  static Optional<Problem> check(Deletion deletion, RecordLookup lookup) {
    Set<Lookup<?>> asked = new LinkedHashSet<>();
    Lookup.Dependents dependents = new Lookup.Dependents(deletion.type().name(), deletion.id());
    Lookup.Reported reported = new Lookup.Reported(deletion.type().name(), deletion.id());
    asked.add(dependents);
    asked.add(reported);
    deletion.job().ifPresent(j -> asked.add(new Lookup.Fetch(JobUse.ENTITY, j)));
    boolean assignment = deletion.type().name().equals("AccessAssignment");
    if (assignment) {
      asked.addAll(LastAdministrator.questions(deletion.before(), deletion.id()));
    }
    boolean user = deletion.type().name().equals("User");
    if (user) {
      asked.add(new Lookup.AdministeredFarms(deletion.id()));
    }
    LookupResults results = lookup.answer(asked);
    Findings findings = new Findings();
    JobUse.judge(deletion, results, findings);
    fixed(deletion, findings);
    blocked(results.answer(dependents), results.answer(reported), findings);
    if (assignment) {
      GivenRights.taken(deletion.before(), deletion.caller(), results, findings);
      LastAdministrator.judge(deletion, results, findings);
    }
    if (user) {
      LastAdministrator.judgeUser(deletion, results, lookup, findings);
    }
    return findings.problem();
  }

  private static void fixed(Deletion deletion, Findings findings) {
    boolean system = deletion.caller().kind() == RuleCaller.Kind.SYSTEM;
    if (!system) {
      Immutability.judge(deletion.type(), deletion.before(), findings);
      GivenRights.starterStays(deletion, findings);
    }
    boolean region = deletion.type().name().equals("Region");
    if (region && deletion.before().path("isDefault").asBoolean()) {
      block("V05", "the default region goes only with its field", findings);
    }
  }

  private static void blocked(
      List<Lookup.Dependent> dependents, boolean reported, Findings findings) {
    if (reported) {
      block("V16", "a submitted report lists this record", findings);
    }
    if (!dependents.isEmpty()) {
      String who =
          dependents.stream()
              .map(d -> d.entity() + "." + d.attribute() + " of " + d.id())
              .collect(Collectors.joining(", "));
      block("V04", "other records depend on this one: " + who, findings);
    }
  }

  private static void block(String rule, String detail, Findings findings) {
    findings.add(ProblemType.DEPENDENT_RECORDS, Violation.at(rule, "", detail));
  }
}
