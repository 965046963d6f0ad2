package io.glebe.tile.grid;

/** The target needs more exact points than a warp may hold. A coarser level is needed. */
public final class WarpLimitException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public WarpLimitException(String message) {
    super(message);
  }
}
