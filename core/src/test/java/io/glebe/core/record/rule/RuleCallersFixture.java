package io.glebe.core.record.rule;

import io.glebe.core.access.Permission;
import io.glebe.core.record.rule.draft.RuleCaller;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Callers for tests of the rules. */
final class RuleCallersFixture {
  private RuleCallersFixture() {}

  static RuleCaller person() {
    return caller(RuleCaller.Kind.PERSON);
  }

  static RuleCaller caller(RuleCaller.Kind kind) {
    boolean person = kind == RuleCaller.Kind.PERSON;
    return new RuleCaller(
        kind,
        person ? Optional.of(RuleFixture.PERSON) : Optional.empty(),
        Optional.of("test-app"),
        RuleCaller.system().rights());
  }

  /**
   * Returns a person with only the given permissions, on all farms and organizations, who fails,
   * like every caller of the platform, when asked for something that is no permission.
   */
  static RuleCaller holding(Set<String> permissions) {
    return holding(permissions, Instant.MAX);
  }

  /** Returns the same person with permissions that end at the given time. */
  static RuleCaller holding(Set<String> permissions, Instant until) {
    return new RuleCaller(
        RuleCaller.Kind.PERSON,
        Optional.of(RuleFixture.PERSON),
        Optional.of("test-app"),
        new RuleCaller.Rights() {
          @Override
          public boolean onFarm(UUID farm, String permission) {
            return permissions.contains(Permission.of(permission).toString());
          }

          @Override
          public boolean inOrganization(UUID organization, String permission) {
            return permissions.contains(Permission.of(permission).toString());
          }

          @Override
          public boolean onPlatform(String permission) {
            return permissions.contains(Permission.of(permission).toString());
          }

          @Override
          public Instant farmUntil(UUID farm, String permission) {
            return until;
          }

          @Override
          public Instant organizationUntil(UUID organization, String permission) {
            return until;
          }

          @Override
          public boolean administrator() {
            return false;
          }
        });
  }
}
