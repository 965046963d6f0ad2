package io.glebe.core.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 * @param person the caller's User record; empty where what belongs to this person is not included
 * @param platform whether resources of the platform are included
 * @param open whether public resources are included
 */
public record AccessibleScopes(
    boolean unlimited,
    AccessibleOwners farms,
    AccessibleOwners organizations,
    Optional<OwnerScope.OfCreator> creator,
    Optional<OwnerScope.OfAccount> account,
    Optional<UUID> person,
    boolean platform,
    boolean open) {
  private static final String NONE = "false";

  /** Exactly these farms and organizations, and nothing else. */
  public static AccessibleScopes of(Set<UUID> farms, Set<UUID> organizations) {
    return new AccessibleScopes(
        false,
        new AccessibleOwners(false, farms),
        new AccessibleOwners(false, organizations),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        false);
  }

  /** All farms and organizations are included. */
  public boolean everything() {
    return farms.everything() && organizations.everything();
  }

  /**
   * The part in these farms and organizations, and of this person.
   *
   * @param included whether a farm, an organization or the caller's User record belongs to the part
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
        person.filter(included),
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
      case OwnerColumns.OfPerson of -> person(of, sql);
      case OwnerColumns.Linked links -> linked(links, sql);
      case OwnerColumns.Where where -> where(where.condition(), condition(where.columns(), sql));
      case OwnerColumns.Several several -> several(several.owners(), sql);
    };
  }

  private String person(OwnerColumns.OfPerson of, SqlSink sql) {
    return person
        .map(id -> sql.bind(of.type().equals("text") ? id.toString() : id, of.type()))
        .map(placeholder -> of.user() + " = " + placeholder)
        .orElse(NONE);
  }

  private String linked(OwnerColumns.Linked links, SqlSink sql) {
    Optional<String> owner =
        switch (links.owners()) {
          case FARMS -> in(farms, links.column(), sql);
          case ORGANIZATIONS -> in(organizations, links.column(), sql);
          case PERSON -> person.map(id -> links.column() + " = " + sql.bind(id, "uuid"));
        };
    return owner
        .map(included -> "exists (select from " + links.rows() + " and " + included + ")")
        .orElse(NONE);
  }

  private static String where(String condition, String owner) {
    return owner.equals(NONE) ? NONE : "((" + condition + ") and " + owner + ")";
  }

  private String several(List<OwnerColumns> owners, SqlSink sql) {
    return unlimited || everything()
        ? "true"
        : anyOf(
            owners.stream()
                .map(columns -> condition(columns, sql))
                .filter(owner -> !owner.equals(NONE))
                .toList());
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
      case 0 -> NONE;
      case 1 -> terms.getFirst();
      default -> "(" + String.join(" or ", terms) + ")";
    };
  }
}
