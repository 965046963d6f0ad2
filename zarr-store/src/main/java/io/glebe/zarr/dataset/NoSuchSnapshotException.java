package io.glebe.zarr.dataset;

/** That version was never made, or is no longer kept. */
public final class NoSuchSnapshotException extends RuntimeException {
  NoSuchSnapshotException(long version) {
    super("snapshot " + version + " is not kept");
  }
}
