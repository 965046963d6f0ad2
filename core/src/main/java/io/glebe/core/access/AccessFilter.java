package io.glebe.core.access;

import java.util.Optional;

/**
 * Decides what a caller may do with one permission. The decision has two forms that always agree:
 * {@link #may} for one owner, and {@link #condition} for the rows of a table.
 *
 * <pre>{@code
 * AccessFilter filter = new AccessFilter(caller, Permission.of("data:read"));
 * filter.may(collection.owner());
 * sql.add(" where ").add(filter.condition(COLUMNS, sink));
 * }</pre>
 *
 * <p>Immutable and safe for threads. It holds the rights that the caller had when it was made.
 */
public record AccessFilter(Caller caller, Permission permission) {
  /** Whether roles and scopes grant the permission on what belongs to this owner. */
  public boolean may(OwnerScope owner) {
    return switch (owner) {
      case OwnerScope.OfFarm of -> Access.may(caller, permission, of.farm());
      case OwnerScope.OfOrganization of ->
          Access.mayInOrganization(caller, permission, of.organization());
      case OwnerScope.OfCreator creator ->
          creator.is(caller) && Access.mayAnywhere(caller, permission);
      case OwnerScope.OfAccount account ->
          caller.scope().allows(permission)
              && (account.subject().equals(caller.subject()) || isUnlimited());
      case OwnerScope.OfPerson person ->
          caller.scope().allows(permission)
              && caller.userId().filter(person.user()::equals).isPresent();
      case OwnerScope.OfSeveral several ->
          hasEverything() || several.owners().stream().anyMatch(this::may);
      case OwnerScope.OfPlatform of ->
          mayOnPlatform()
              || of.maintainer()
                  .filter(id -> Access.mayInOrganization(caller, permission, id))
                  .isPresent();
      case OwnerScope.OfPublic _ -> mayPublic();
    };
  }

  private boolean isUnlimited() {
    return Access.farms(caller, permission).everything();
  }

  private boolean hasEverything() {
    return isUnlimited() && Access.organizations(caller, permission).everything();
  }

  private boolean mayOnPlatform() {
    return permission.action() == Action.READ
        ? Access.mayAnywhere(caller, permission)
        : Access.mayOnPlatform(caller, permission);
  }

  private boolean mayPublic() {
    return permission.action() == Action.READ
        ? !caller.isAnonymous() && caller.scope().allows(permission)
        : Access.mayOnPlatform(caller, permission);
  }

  /** The owners for which {@link #may} is true, as sets. */
  public AccessibleScopes scopes() {
    boolean scoped = caller.scope().allows(permission);
    return new AccessibleScopes(
        caller.kind() == CallerKind.SYSTEM,
        Access.farms(caller, permission),
        Access.organizations(caller, permission),
        Access.mayAnywhere(caller, permission)
            ? AccessibleScopes.creator(caller)
            : Optional.empty(),
        scoped ? Optional.of(new OwnerScope.OfAccount(caller.subject())) : Optional.empty(),
        scoped ? caller.userId() : Optional.empty(),
        mayOnPlatform(),
        mayPublic());
  }

  /** The SQL condition that holds for the rows whose owners pass {@link #may}. */
  public String condition(OwnerColumns columns, SqlSink sql) {
    return scopes().condition(columns, sql);
  }
}
