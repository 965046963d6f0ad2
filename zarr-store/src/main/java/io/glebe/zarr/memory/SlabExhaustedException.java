package io.glebe.zarr.memory;

/** The pool's limit is reached and no free block is large enough. Release slabs and try again. */
public final class SlabExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long requestedBytes;

  public SlabExhaustedException(long requestedBytes, long usedBytes, long maxBytes) {
    super(
        "no memory for a slab of %d bytes: %d of %d bytes are in use"
            .formatted(requestedBytes, usedBytes, maxBytes));
    this.requestedBytes = requestedBytes;
  }

  public long requestedBytes() {
    return requestedBytes;
  }
}
