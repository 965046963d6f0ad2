package io.glebe.core.cube.job;

import io.glebe.core.cube.snapshot.Cube;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.BooleanSupplier;

/** How jobs of one type are cut into parts and done. Waits; belongs on virtual threads. */
interface Work {

  /**
   * What a job consists of.
   *
   * @param total tiles or slices
   * @param parts first the parts of all sheets, then one assembly for each sheet
   */
  record Plan(long total, List<Cut> parts) {}

  /** A part that is not stored yet. */
  record Cut(Part.Kind kind, int sheet, long first, long last) {}

  /**
   * What a part has made.
   *
   * @param empty how many of its tiles have no data
   */
  record Made(byte[] pack, long empty) {}

  /** The cube as a job sees it. */
  record Dependencies(Cube cube, DatasetSnapshot snapshot) {}

  /** Cuts a job; 404, 413 or 422 for what cannot be done. */
  Plan plan(JobSpec spec, Dependencies dependencies);

  /** Does one part. */
  Made part(Job job, Part part, Dependencies dependencies, BooleanSupplier stopped);

  /** Name of a sheet's output. */
  Output output(Job job, int sheet, Dependencies dependencies);

  /** Where an output is found and what it is. */
  record Output(String name, String mediaType) {}

  /** Makes the output of a sheet from its packs, which come in order. */
  void assemble(Job job, int sheet, Dependencies dependencies, Packs packs, OutputStream out)
      throws IOException;
}
