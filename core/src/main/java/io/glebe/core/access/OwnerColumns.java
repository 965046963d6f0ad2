package io.glebe.core.access;

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
