package io.glebe.zarr.array;

/** The path already has an array or group. */
public final class NodeExistsException extends RuntimeException {
  NodeExistsException(String path) {
    super("there is a Zarr array or group at '" + (path.isEmpty() ? "/" : path) + "' already");
  }
}
