package io.glebe.core.alarm;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * One observed number.
 *
 * @param earlier the number that a rule compares with, where there is one
 */
record Reading(Instant time, double value, OptionalDouble earlier) {
  static Reading of(Instant time, double value) {
    return new Reading(time, value, OptionalDouble.empty());
  }

  /** The number that is compared with the threshold; empty where nothing can be compared. */
  OptionalDouble measured(AlarmCondition.Kind kind) {
    return switch (kind) {
      case RISE -> earlier.isPresent() ? OptionalDouble.of(value - earlier.getAsDouble()) : earlier;
      case FALL -> earlier.isPresent() ? OptionalDouble.of(earlier.getAsDouble() - value) : earlier;
      default -> OptionalDouble.of(value);
    };
  }
}
