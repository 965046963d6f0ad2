package io.glebe.zarr.dataset.layout;

/** There is a dataset at the path already. */
public final class DatasetExistsException extends RuntimeException {
  DatasetExistsException(String path) {
    super("there is a dataset at '" + path + "' already");
  }
}
