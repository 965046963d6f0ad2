package io.glebe.zarr.array;

/** There is no array (or group) at the path. */
public final class NoSuchNodeException extends RuntimeException {
  NoSuchNodeException(String kind, String path) {
    super("no Zarr " + kind + " at '" + (path.isEmpty() ? "/" : path) + "'");
  }
}
