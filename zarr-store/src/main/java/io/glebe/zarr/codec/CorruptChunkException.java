package io.glebe.zarr.codec;

/** Stored bytes cannot be decoded as the metadata describes. */
public final class CorruptChunkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  public CorruptChunkException(String reason) {
    super(reason);
    this.reason = reason;
  }

  public CorruptChunkException(String reason, Throwable cause) {
    super(reason, cause);
    this.reason = reason;
  }

  private CorruptChunkException(String message, String reason, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** The reason, without array and chunk. */
  public String reason() {
    return reason;
  }

  /** The same exception with the names of array and chunk. */
  public CorruptChunkException in(String array, String chunk) {
    return new CorruptChunkException(
        "array '" + array + "', chunk " + chunk + " is corrupt: " + reason, reason, this);
  }
}
