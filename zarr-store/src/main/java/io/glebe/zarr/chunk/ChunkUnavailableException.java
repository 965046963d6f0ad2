package io.glebe.zarr.chunk;

/** The chunk is temporarily unavailable (interrupted, no memory); trying again may succeed. */
public final class ChunkUnavailableException extends RuntimeException {
  ChunkUnavailableException(String message) {
    super(message);
  }
}
