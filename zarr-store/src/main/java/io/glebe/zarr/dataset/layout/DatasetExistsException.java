package io.glebe.zarr.dataset.layout;

/** The path already has a dataset. */
public final class DatasetExistsException extends RuntimeException {
  DatasetExistsException(String path) {
    super("there is a dataset at '" + path + "' already");
  }
}
