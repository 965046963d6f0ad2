package io.glebe.zarr.dataset;

import java.time.Instant;

/**
 * Another writer is writing this slice; nothing of this one was stored. Try again when it is done.
 */
public final class SliceBusyException extends RuntimeException {
  public SliceBusyException(String layer, Instant instant) {
    super("slice " + instant + " of layer '" + layer + "' is being written by another upload");
  }
}
