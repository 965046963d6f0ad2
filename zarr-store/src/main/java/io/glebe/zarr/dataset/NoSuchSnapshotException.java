package io.glebe.zarr.dataset;

/** This version never existed or is no longer kept. */
public final class NoSuchSnapshotException extends RuntimeException {
  NoSuchSnapshotException(long version) {
    super("snapshot " + version + " is not kept");
  }
}
