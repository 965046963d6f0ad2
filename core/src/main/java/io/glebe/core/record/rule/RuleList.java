package io.glebe.core.record.rule;

import io.glebe.core.record.rule.alarm.AlarmRules;
import io.glebe.core.record.rule.declared.CompanionAttributes;
import io.glebe.core.record.rule.declared.DeclaredConstraints;
import io.glebe.core.record.rule.declared.Files;
import io.glebe.core.record.rule.declared.Immutability;
import io.glebe.core.record.rule.declared.Payloads;
import io.glebe.core.record.rule.declared.StateModel;
import io.glebe.core.record.rule.declared.UniqueBusinessKeys;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.farm.DefaultRegion;
import io.glebe.core.record.rule.farm.MovedFarms;
import io.glebe.core.record.rule.farm.RationShares;
import io.glebe.core.record.rule.farm.ReasonForChange;
import io.glebe.core.record.rule.farm.StockTime;
import io.glebe.core.record.rule.job.JobTimes;
import io.glebe.core.record.rule.job.JobUse;
import io.glebe.core.record.rule.job.Origin;
import io.glebe.core.record.rule.reference.Concepts;
import io.glebe.core.record.rule.reference.ExternalIds;
import io.glebe.core.record.rule.reference.ReferencesHold;
import io.glebe.core.record.rule.report.ReportCompleteness;
import io.glebe.core.record.rule.user.AssignedRoles;
import io.glebe.core.record.rule.user.GivenRights;
import io.glebe.core.record.rule.user.LastAdministrator;
import io.glebe.core.record.rule.user.UserWriters;
import java.util.List;

/** The rules of every write, in the order of their numbers. */
final class RuleList {
  static final List<Rule> RULES =
      List.of(
          new Origin(), // V02
          new JobUse(), // V03, V30
          new ReferencesHold(), // V04
          new DefaultRegion(), // V05
          new DeclaredConstraints(), // V06 to V08, V13, V14, V17, V21, V22, V24
          new StateModel(), // V09
          new UniqueBusinessKeys(), // V10
          new CompanionAttributes(), // V11, V18
          new StockTime(), // V13
          new Immutability(), // V15
          new ReasonForChange(), // V16
          new Concepts(), // V19
          new Payloads(), // V20
          new ReportCompleteness(), // V23
          new RationShares(), // V24
          new MovedFarms(), // V04
          new GivenRights(), // V25
          new AssignedRoles(), // V25
          new LastAdministrator(), // V26
          new Files(), // V28
          new ExternalIds(), // V29
          new JobTimes(), // V30
          new UserWriters(), // V31
          new AlarmRules()); // V32

  private RuleList() {}
}
