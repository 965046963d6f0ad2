package io.glebe.zarr.dataset.layout;

/** There is no dataset at the path. */
public final class NoSuchDatasetException extends RuntimeException {
  NoSuchDatasetException(String path) {
    super("no dataset at '" + path + "'");
  }
}
