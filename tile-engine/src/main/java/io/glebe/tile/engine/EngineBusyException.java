package io.glebe.tile.engine;

/** A queue of the render pool is full. Try again after {@link #retryAfterSeconds()}. */
public final class EngineBusyException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final int retryAfterSeconds;

  public EngineBusyException(int retryAfterSeconds) {
    // no stack trace: the exception is thrown under load
    super("rendering is busy, try again in " + retryAfterSeconds + " s", null, false, false);
    this.retryAfterSeconds = retryAfterSeconds;
  }

  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
