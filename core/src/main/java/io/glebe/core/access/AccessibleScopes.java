package io.glebe.core.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The owners whose resources a caller may use with one permission, as sets that can be divided and
 * compiled into SQL; made by {@link AccessFilter#scopes}.
 *
 * @param unlimited no limit at all: the platform itself
 * @param farms the farms
 * @param organizations the organizations; they decide about resources without a farm
 * @param creator the caller as creator; empty where the caller's own resources are not included
 * @param account the caller's account; empty where its own resources are not included
 * @param platform whether resources of the platform are included
 * @param open whether public resources are included
 */
public record AccessibleScopes(
    boolean unlimited,
    AccessibleOwners farms,
    AccessibleOwners organizations,
    Optional<OwnerScope.OfCreator> creator,
    Optional<OwnerScope.OfAccount> account,
    boolean platform,
    boolean open) {

  /** All farms and organizations are included. */
  public boolean everything() {
    return farms.everything() && organizations.everything();
  }

  /**
   * The part in these farms and organizations.
   *
   * @param included whether a farm or organization belongs to the part
   * @param withCreator whether the caller's own resources do
   * @param withPlatform whether resources of the platform do
   */
  public AccessibleScopes part(
      Predicate<UUID> included, boolean withCreator, boolean withPlatform) {
    return new AccessibleScopes(
        unlimited,
        farms.part(included),
        organizations.part(included),
        withCreator ? creator : Optional.empty(),
        account,
        platform && withPlatform,
        open);
  }

  /** The caller as creator; empty for a caller that cannot create anything in its own name. */
  public static Optional<OwnerScope.OfCreator> creator(Caller caller) {
    Optional<UUID> person = caller.personId();
    Optional<String> client = person.isPresent() ? Optional.empty() : caller.clientId();
    return person.isEmpty() && client.isEmpty()
        ? Optional.empty()
        : Optional.of(new OwnerScope.OfCreator(person, client));
  }

  /**
   * The condition for the rows that caller has created; the second form of {@link
   * OwnerScope.OfCreator#is}.
   */
  public static String createdBy(Caller caller, OwnerColumns.Rest.Creator columns, SqlSink sql) {
    return caller.kind() == CallerKind.SYSTEM
        ? "true"
        : creator(caller).map(creator -> created(creator, columns, sql)).orElse("false");
  }

  private static String created(
      OwnerScope.OfCreator creator, OwnerColumns.Rest.Creator columns, SqlSink sql) {
    return creator.user().isPresent()
        ? columns.user() + " = " + sql.bind(creator.user().get(), "uuid")
        : columns.user()
            + " is null and "
            + columns.client()
            + " = "
            + sql.bind(creator.client().orElseThrow(), "text");
  }

  /** The SQL condition for the rows of these owners. */
  public String condition(OwnerColumns columns, SqlSink sql) {
    return switch (columns) {
      case OwnerColumns.Owned owned -> unlimited || isAll(owned) ? "true" : owned(owned, sql);
      case OwnerColumns.OfPlatform of ->
          unlimited || platform ? "true" : anyOf(maintained(of, sql).stream().toList());
    };
  }

  private boolean isAll(OwnerColumns.Owned columns) {
    return farms.everything()
        && (organizations.everything() || columns.organization().isEmpty())
        && switch (columns.rest()) {
          case OwnerColumns.Rest.Creator _ -> false;
          case OwnerColumns.Rest.Account _, OwnerColumns.Rest.None _ -> true;
          case OwnerColumns.Rest.Platform _ -> platform;
          case OwnerColumns.Rest.Public _ -> open;
        };
  }

  private String owned(OwnerColumns.Owned columns, SqlSink sql) {
    List<String> terms = new ArrayList<>();
    in(farms, columns.farm(), sql).ifPresent(terms::add);
    columns
        .organization()
        .flatMap(column -> in(organizations, column, sql))
        .ifPresent(term -> terms.add("(" + columns.farm() + " is null and " + term + ")"));
    rest(columns.rest(), sql)
        .ifPresent(term -> terms.add("(" + (withoutOwner(columns) + term) + ")"));
    return anyOf(terms);
  }

  private static String withoutOwner(OwnerColumns.Owned columns) {
    return columns.farm()
        + " is null"
        + columns.organization().map(column -> " and " + column + " is null").orElse("");
  }

  /** What is asked of rows without farm and organization beyond this; empty if none is included. */
  private Optional<String> rest(OwnerColumns.Rest rest, SqlSink sql) {
    return switch (rest) {
      case OwnerColumns.Rest.Creator columns ->
          creator.map(self -> " and " + created(self, columns, sql));
      case OwnerColumns.Rest.Account column ->
          farms.everything()
              ? Optional.of("")
              : account.map(
                  self -> " and " + column.subject() + " = " + sql.bind(self.subject(), "text"));
      case OwnerColumns.Rest.Platform _ -> platform ? Optional.of("") : Optional.empty();
      case OwnerColumns.Rest.Public _ -> open ? Optional.of("") : Optional.empty();
      case OwnerColumns.Rest.None _ -> Optional.empty();
    };
  }

  private Optional<String> maintained(OwnerColumns.OfPlatform columns, SqlSink sql) {
    return columns.maintainer().flatMap(column -> in(organizations, column, sql));
  }

  private static Optional<String> in(AccessibleOwners owners, String column, SqlSink sql) {
    if (owners.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        owners.everything()
            ? column + " is not null"
            : column + " = any(" + sql.bind(owners.array(), "uuid[]") + ")");
  }

  private static String anyOf(List<String> terms) {
    return switch (terms.size()) {
      case 0 -> "false";
      case 1 -> terms.getFirst();
      default -> "(" + String.join(" or ", terms) + ")";
    };
  }
}
