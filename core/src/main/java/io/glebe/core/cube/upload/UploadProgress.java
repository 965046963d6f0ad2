package io.glebe.core.cube.upload;

/** Hears how far an upload is; called by the thread that reads it. */
public interface UploadProgress {
  /** Nobody listens. */
  UploadProgress NONE = (bytes, slices) -> {};

  /**
   * Called every few megabytes and after every slice.
   *
   * @param bytes bytes of files read so far
   * @param slices slices that have all their cells; none is visible before the last
   */
  void at(long bytes, int slices);
}
