package io.glebe.core.cube.upload;

import io.glebe.zarr.dataset.SliceWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** The slices that one file holds, in the order in which they are written. */
interface SliceSource extends AutoCloseable {
  /** Opens the slices for writing; a slice is complete before the next one begins. */
  interface Target {
    /** Begins the slice of an instant. */
    SliceWriter begin(Instant instant, boolean keepRest);

    /** The slice that was begun last has all its cells. */
    void wrote();
  }

  /**
   * How many times are needed when the file was not given its own; 0 for a file which brings its
   * times.
   */
  int slices();

  /** Writes all slices. */
  void write(List<Instant> instants, Target target) throws IOException;

  @Override
  default void close() throws IOException {}
}
