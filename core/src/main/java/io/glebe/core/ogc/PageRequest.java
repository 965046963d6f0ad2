package io.glebe.core.ogc;

import java.util.Optional;

/**
 * The requested page of a list.
 *
 * @param limit maximum number of features of the page, 1 to {@value #MAX_LIMIT}
 * @param cursor the position after the previous page, from its link {@code next}
 */
public record PageRequest(int limit, Optional<String> cursor) {
  public static final int MAX_LIMIT = 10_000;
  public static final int DEFAULT_LIMIT = 10;

  /** Returns the first page. */
  public static PageRequest first(int limit) {
    return new PageRequest(limit, Optional.empty());
  }
}
