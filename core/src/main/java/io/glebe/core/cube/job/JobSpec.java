package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The specification of a job from its body. It is parsed again from the same body wherever the job
 * runs.
 */
public sealed interface JobSpec permits TileSpec, SeriesSpec {
  /** Allowed values of {@code type}. */
  List<String> TYPES = List.of("tiles", "time-series", "summary");

  String type();

  String collection();

  /** Returns the body for storage. */
  ObjectNode body();

  /**
   * Validates the body of a request; 422 with a pointer to each violation and to each member that
   * counts for other types only.
   */
  static JobSpec requested(ObjectNode body) {
    return read(new JobBody(body, JobBody.Use.REQUEST));
  }

  /**
   * The job of a stored body for a list of jobs. An earlier version may have accepted what is
   * refused now; it counts as absent, so that a job can be shown in any case.
   */
  static JobSpec stored(ObjectNode body) {
    return read(new JobBody(body, JobBody.Use.SHOW));
  }

  /**
   * Fails with 422 for a stored body that would not run as it was meant. Members and lists without
   * a meaning are no such fault.
   */
  static void requireRunnable(ObjectNode body) {
    read(new JobBody(body, JobBody.Use.RUN));
  }

  private static JobSpec read(JobBody reader) {
    String type = reader.choice("type", "tiles", TYPES);
    reader.done();
    reader.only(type.equals("tiles") ? TileSpec.MEMBERS : SeriesSpec.members(type), type);
    return type.equals("tiles") ? TileSpec.read(reader) : SeriesSpec.read(reader, type);
  }
}
