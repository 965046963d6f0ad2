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
    Set<Lookup<?>> lookups = new LinkedHashSet<>();
    Lookup.Dependents dependents = new Lookup.Dependents(deletion.type().name(), deletion.id());
    Lookup.Reported reported = new Lookup.Reported(deletion.type().name(), deletion.id());
    lookups.add(dependents);
    lookups.add(reported);
    deletion.job().ifPresent(job -> lookups.add(new Lookup.Fetch(JobUse.ENTITY, job)));
    boolean assignment = deletion.type().name().equals("AccessAssignment");
    if (assignment) {
      lookups.addAll(LastAdministrator.lookups(deletion.stored(), deletion.id()));
    }
    boolean user = deletion.type().name().equals("User");
    if (user) {
      lookups.add(new Lookup.AdministeredFarms(deletion.id()));
    }
    LookupResults results = lookup.answer(lookups);
    Findings findings = new Findings();
    JobUse.check(deletion, results, findings);
    checkImmutable(deletion, findings);
    checkDependents(results.answer(dependents), results.answer(reported), findings);
    if (assignment) {
      GivenRights.taken(deletion.stored(), deletion.caller(), results, findings);
      LastAdministrator.check(deletion, results, findings);
    }
    if (user) {
      LastAdministrator.checkUser(deletion, results, lookup, findings);
    }
    return findings.problem();
  }

  private static void checkImmutable(Deletion deletion, Findings findings) {
    boolean system = deletion.caller().kind() == RuleCaller.Kind.SYSTEM;
    if (!system) {
      Immutability.check(deletion.type(), deletion.stored(), findings);
      GivenRights.starterStays(deletion, findings);
    }
    boolean region = deletion.type().name().equals("Region");
    if (region && deletion.stored().path("isDefault").asBoolean()) {
      block("V05", "the default region is deleted only with its field", findings);
    }
  }

  private static void checkDependents(
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
