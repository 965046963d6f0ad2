package io.glebe.core.sensor.observation;

import com.fasterxml.jackson.databind.JsonNode;

/** Estimates the bytes that an observation has in a statement and in the log of the database. */
final class ObservationSize {
  private static final int ROW = 100;
  private static final int SCALAR = 8;

  private ObservationSize() {}

  static long of(Observation observation) {
    return ROW
        + of(observation.result())
        + observation.resultQuality().map(ObservationSize::of).orElse(0L)
        + observation.parameters().map(ObservationSize::of).orElse(0L);
  }

  private static long of(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue().length();
    }
    long bytes = SCALAR;
    for (JsonNode part : value) {
      bytes += of(part);
    }
    return bytes;
  }
}
