package io.glebe.core.access;

/** Collects the bound values of an SQL condition, so that this package needs no SQL client. */
@FunctionalInterface
public interface SqlSink {
  /**
   * Binds a value and returns its placeholder, e.g. {@code $3}.
   *
   * @param type PostgreSQL type of the value, e.g. {@code uuid[]}, for statements that cast their
   *     parameters
   */
  String bind(Object value, String type);
}
