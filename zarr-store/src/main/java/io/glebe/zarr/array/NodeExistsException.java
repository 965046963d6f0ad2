package io.glebe.zarr.array;

/** There is an array or group at the path already. */
public final class NodeExistsException extends RuntimeException {
  NodeExistsException(String path) {
    super("there is a Zarr array or group at '" + (path.isEmpty() ? "/" : path) + "' already");
  }
}
