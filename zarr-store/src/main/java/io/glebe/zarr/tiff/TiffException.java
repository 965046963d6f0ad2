package io.glebe.zarr.tiff;

/** A TIFF file is damaged, or uses what is not supported; the message tells the file's owner. */
public final class TiffException extends RuntimeException {
  TiffException(String message) {
    super(message);
  }

  TiffException(String message, Throwable cause) {
    super(message, cause);
  }
}
