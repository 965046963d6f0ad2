package io.glebe.core.cql;

/** Something in a filter that means nothing; becomes a 400 problem with its position. */
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
