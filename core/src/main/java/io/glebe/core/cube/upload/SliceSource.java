package io.glebe.core.cube.upload;

import io.glebe.zarr.dataset.SliceWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** The slices of one file, in the order in which they are written. */
interface SliceSource extends AutoCloseable {
  /** Opens slices for writing; a slice is complete before the next one begins. */
  interface Target {
    /** Begins the slice of an instant. */
    SliceWriter begin(Instant instant, boolean keepRest);

    /** Marks the most recent slice as complete. */
    void wrote();
  }

  /**
   * Returns the number of instants needed when the file was sent without them; 0 for a file that
   * contains its own.
   */
  int slices();

  /** Writes all slices. */
  void write(List<Instant> instants, Target target) throws IOException;

  @Override
  default void close() throws IOException {}
}
