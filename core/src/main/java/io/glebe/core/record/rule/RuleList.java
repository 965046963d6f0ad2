package io.glebe.core.record.rule;

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
          new UserWriters()); // V31

  private RuleList() {}
}
