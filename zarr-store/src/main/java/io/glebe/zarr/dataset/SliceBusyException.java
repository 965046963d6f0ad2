package io.glebe.zarr.dataset;

import java.time.Instant;

/**
 * Another writer is writing this slice; no part of this one was stored. Try again after the other
 * writer has finished.
 */
public final class SliceBusyException extends RuntimeException {
  public SliceBusyException(String layer, Instant instant) {
    super("slice " + instant + " of layer '" + layer + "' is being written by another upload");
  }
}
