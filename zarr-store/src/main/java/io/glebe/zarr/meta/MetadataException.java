package io.glebe.zarr.meta;

/** A metadata document which is not valid, or asks for something this reader does not know. */
public final class MetadataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MetadataException(String reason) {
    super(reason);
  }

  public MetadataException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
