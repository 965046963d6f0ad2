package io.glebe.tile.series;

/** A series would cost more work than one series may. */
public final class SeriesTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SeriesTooLargeException(String message) {
    super(message, null, false, false);
  }
}
