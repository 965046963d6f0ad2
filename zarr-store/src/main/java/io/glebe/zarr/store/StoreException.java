package io.glebe.zarr.store;

/**
 * The store could not do what was asked (disk full, refused, unreachable); nothing was half done
 * under the key.
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

  /** The key (or prefix) of the operation that failed. */
  public String key() {
    return key;
  }
}
