package io.glebe.zarr.meta;

/** A metadata document is invalid, or uses an unsupported feature. */
public final class MetadataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MetadataException(String reason) {
    super(reason);
  }

  public MetadataException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
