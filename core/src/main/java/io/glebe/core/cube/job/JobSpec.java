package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import java.util.List;

/** What a job shall do, as its body said it; parsed again from the same body wherever it is run. */
public sealed interface JobSpec permits TileSpec, SeriesSpec {
  /** Words of {@code type}. */
  List<String> TYPES = List.of("tiles", "time-series", "summary");

  String type();

  String collection();

  /** The body, to be stored. */
  ObjectNode body();

  /** Checks a body; 422 with a pointer to each fault. */
  static JobSpec parse(ObjectNode body) {
    JobBody reader = new JobBody(body);
    String type = reader.choice("type", "tiles", TYPES);
    if (reader.isFaulty()) {
      throw Problem.invalid(reader.faults());
    }
    return type.equals("tiles") ? TileSpec.read(reader) : SeriesSpec.read(reader, type);
  }
}
