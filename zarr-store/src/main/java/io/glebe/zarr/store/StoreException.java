package io.glebe.zarr.store;

/**
 * The store could not complete the operation (disk full, refused, unreachable). The object is
 * unchanged.
 */
public class StoreException extends RuntimeException {
  private final String key;

  public StoreException(String key, String message) {
    super(message);
    this.key = key;
  }

  public StoreException(String key, String message, Throwable cause) {
    super(message, cause);
    this.key = key;
  }

  /** The key (or prefix) of the failed operation. */
  public String key() {
    return key;
  }
}
