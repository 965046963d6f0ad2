package io.glebe.zarr.tiff;

/**
 * A TIFF file is damaged or uses an unsupported feature. The message is written for the file's
 * owner.
 */
public final class TiffException extends RuntimeException {
  TiffException(String message) {
    super(message);
  }

  TiffException(String message, Throwable cause) {
    super(message, cause);
  }
}
