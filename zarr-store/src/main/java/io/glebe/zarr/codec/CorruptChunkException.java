package io.glebe.zarr.codec;

/** Stored bytes that do not decode to what the metadata promises. */
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

  /** What is wrong, without where. */
  public String reason() {
    return reason;
  }

  /** The same, naming the array and the chunk. */
  public CorruptChunkException in(String array, String chunk) {
    return new CorruptChunkException(
        "array '" + array + "', chunk " + chunk + " is corrupt: " + reason, reason, this);
  }
}
