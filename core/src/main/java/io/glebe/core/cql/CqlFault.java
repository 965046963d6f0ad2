package io.glebe.core.cql;

/** Something in a filter that means nothing; becomes a 400 problem with its position. */
final class CqlFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CqlFault(String message) {
    super(message, null, false, false);
  }
}
