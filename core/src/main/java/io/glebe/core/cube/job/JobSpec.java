package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
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
    return parse(body, true);
  }

  /** The job of a stored body, which may have members that do not count. */
  static JobSpec parse(ObjectNode body) {
    return parse(body, false);
  }

  private static JobSpec parse(ObjectNode body, boolean strict) {
    JobBody reader = new JobBody(body);
    String type = reader.choice("type", "tiles", TYPES);
    if (reader.isFaulty()) {
      throw Problem.invalid(reader.faults());
    }
    if (strict) {
      reader.only(type.equals("tiles") ? TileSpec.MEMBERS : SeriesSpec.members(type), type);
    }
    return type.equals("tiles") ? TileSpec.read(reader) : SeriesSpec.read(reader, type);
  }
}
