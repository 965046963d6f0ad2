package io.glebe.core.cql;

import io.glebe.core.problem.Problem;

/**
 * Parses the filters of requests: {@code Optional<Cql> filter = text.map(filters::text)}. A filter
 * that is too long fails with a 400 problem before it is parsed.
 *
 * @param characters maximum length of a filter
 */
public record BoundedCql(int characters) {

  /** Parses CQL2 text, see {@link Cql2Text}. */
  public Cql text(String filter) {
    return Cql2Text.parse(checked(filter));
  }

  /** Parses CQL2 JSON, see {@link CqlJson}. */
  public Cql json(String filter) {
    return CqlJson.parse(checked(filter));
  }

  private String checked(String filter) {
    if (filter.length() > characters) {
      throw Problem.malformedParameter("filter", "is longer than " + characters + " characters");
    }
    return filter;
  }
}
