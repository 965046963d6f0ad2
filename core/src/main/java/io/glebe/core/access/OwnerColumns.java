package io.glebe.core.access;

import java.util.List;
import java.util.Optional;

/**
 * SQL expressions of the columns that store the owner of a row; {@link AccessibleScopes} builds a
 * condition from them. The expressions are the platform's own code, never input.
 */
public sealed interface OwnerColumns {
  /**
   * A table whose rows belong to farms or organizations.
   *
   * @param farm column of the farm
   * @param organization column of the organization; it decides where the farm is null
   * @param rest to whom rows without farm and organization belong
   */
  record Owned(String farm, Optional<String> organization, Rest rest) implements OwnerColumns {}

  /**
   * A table of the platform.
   *
   * @param maintainer column of the organization that maintains a row
   */
  record OfPlatform(Optional<String> maintainer) implements OwnerColumns {}

  /**
   * A table whose rows belong to persons; see {@link OwnerScope.OfPerson}.
   *
   * @param user column of the person's User record
   * @param type PostgreSQL type of this column: {@code uuid} or {@code text}
   */
  record OfPerson(String user, String type) implements OwnerColumns {}

  /**
   * A table whose rows belong to the owners to which rows of other tables link them.
   *
   * @param owners what is linked
   * @param column column of the owner's id in the linking rows
   * @param rows the linking rows: tables and condition, as behind {@code from}
   */
  record Linked(Owners owners, String column, String rows) implements OwnerColumns {
    /** What a row is linked to. */
    public enum Owners {
      FARMS,
      ORGANIZATIONS,
      PERSON
    }
  }

  /**
   * The columns name an owner only in some rows.
   *
   * @param condition the SQL condition for these rows
   */
  record Where(String condition, OwnerColumns columns) implements OwnerColumns {}

  /** A table whose rows have several owners; see {@link OwnerScope.OfSeveral}. */
  record Several(List<OwnerColumns> owners) implements OwnerColumns {
    public Several {
      owners = List.copyOf(owners);
    }
  }

  /** To whom rows without farm and organization belong. */
  sealed interface Rest {
    /** To the person or client in these columns; see {@link OwnerScope.OfCreator}. */
    record Creator(String user, String client) implements Rest {}

    /** To the account in this column; see {@link OwnerScope.OfAccount}. */
    record Account(String subject) implements Rest {}

    /** To the platform; see {@link OwnerScope.OfPlatform}. */
    record Platform() implements Rest {}

    /** To everybody; see {@link OwnerScope.OfPublic}. */
    record Public() implements Rest {}

    /** There are no such rows. */
    record None() implements Rest {}
  }
}
