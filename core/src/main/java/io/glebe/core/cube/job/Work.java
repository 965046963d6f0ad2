package io.glebe.core.cube.job;

import io.glebe.core.cube.snapshot.Cube;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Divides jobs of one type into parts and runs them. Blocks; call it on virtual threads. */
interface Work {

  /**
   * The plan of a job.
   *
   * @param total tiles or slices
   * @param parts the parts of all sheets, followed by one assembly for each sheet
   */
  record Plan(long total, List<Cut> parts) {}

  /** A part that is not stored yet. */
  record Cut(Part.Kind kind, int sheet, long first, long last) {}

  /**
   * The result of a part.
   *
   * @param empty number of its tiles without data
   */
  record Made(byte[] pack, long empty) {}

  /** The data that a job reads. */
  record Dependencies(Cube cube, DatasetSnapshot snapshot) {}

  /** Divides a job into parts; 404, 413 or 422 for a job that cannot run. */
  Plan plan(JobSpec spec, Dependencies dependencies);

  /** Runs one part. */
  Made part(Job job, Part part, Dependencies dependencies, BooleanSupplier stopped);

  /** Returns the name and type of a sheet's output. */
  Output output(Job job, int sheet, Dependencies dependencies);

  /** Name and type of an output. */
  record Output(String name, String mediaType) {}

  /** Builds the output of a sheet from its packs, in order. */
  void assemble(Job job, int sheet, Dependencies dependencies, Packs packs, OutputStream out)
      throws IOException;
}
