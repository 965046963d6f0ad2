package io.glebe.core.cql;

/** A semantic error in a filter. The parser turns it into a 400 problem with a position. */
final class CqlFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String detail;

  CqlFault(String detail) {
    super(detail, null, false, false);
    this.detail = detail;
  }

  String detail() {
    return detail;
  }
}
