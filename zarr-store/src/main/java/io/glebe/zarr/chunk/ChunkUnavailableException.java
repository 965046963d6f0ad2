package io.glebe.zarr.chunk;

/** The chunk could not be had now (interrupted, no memory); asking again may succeed. */
public final class ChunkUnavailableException extends RuntimeException {
  ChunkUnavailableException(String message) {
    super(message);
  }
}
