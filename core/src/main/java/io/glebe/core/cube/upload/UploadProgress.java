package io.glebe.core.cube.upload;

/** Receives the progress of an upload; called by the thread that reads it. */
public interface UploadProgress {
  /** Ignores progress. */
  UploadProgress NONE = (bytes, slices) -> {};

  /**
   * Called every few megabytes and after every slice.
   *
   * @param bytes bytes of files read so far
   * @param slices complete slices; none is visible before the last one
   */
  void at(long bytes, int slices);
}
