package io.glebe.core.record.person;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.record.rule.draft.RuleCaller;
import java.time.Instant;
import java.util.UUID;

/** Translates a caller into the form that the rules use, without tokens and grants. */
public final class RuleCallers {
  private RuleCallers() {}

  public static RuleCaller of(Caller caller) {
    return new RuleCaller(
        RuleCaller.Kind.valueOf(caller.kind().name()),
        caller.personId(),
        caller.clientId(),
        new Rights(caller));
  }

  private record Rights(Caller caller) implements RuleCaller.Rights {
    @Override
    public boolean onFarm(UUID farm, String permission) {
      return administrator() || Access.may(caller, Permission.of(permission), farm);
    }

    @Override
    public boolean inOrganization(UUID organization, String permission) {
      return administrator()
          || Access.mayInOrganization(caller, Permission.of(permission), organization);
    }

    @Override
    public boolean onPlatform(String permission) {
      return administrator() || Access.mayOnPlatform(caller, Permission.of(permission));
    }

    @Override
    public Instant farmUntil(UUID farm, String permission) {
      return administrator()
          ? Instant.MAX
          : caller.grants().farmUntil(Permission.of(permission), farm);
    }

    @Override
    public Instant organizationUntil(UUID organization, String permission) {
      return onPlatform(permission)
          ? Instant.MAX
          : caller.grants().organizationUntil(Permission.of(permission), organization);
    }

    @Override
    public boolean reaches(UUID organization) {
      return new PersonView(caller).organizations().contains(organization);
    }

    /** Whether the caller may give roles without holding them. */
    @Override
    public boolean administrator() {
      return caller.grants().isAdministrator();
    }
  }
}
