package io.glebe.core.cube.snapshot;

import io.glebe.core.problem.Problem;
import io.glebe.core.time.Rfc3339;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Selects an earlier snapshot of a cube: a version, or the newest snapshot at an instant.
 *
 * @param version empty when an instant is given
 * @param instant empty when a version is given
 */
public record SnapshotSelector(OptionalLong version, Optional<Instant> instant) {
  private static final int MAX_DIGITS = 12;

  /** Parses the parameter; 400 lists the allowed forms. */
  public static SnapshotSelector parse(String text) {
    if (text.length() <= MAX_DIGITS && text.matches("\\d+")) {
      return new SnapshotSelector(OptionalLong.of(Long.parseLong(text)), Optional.empty());
    }
    Optional<Instant> at = Rfc3339.instantOfQuery(text);
    if (at.isEmpty()) {
      throw Problem.malformedParameter(
          "asOf",
          "is the version of a snapshot, such as 12, or a time such as 2026-05-01T10:00:00Z");
    }
    return new SnapshotSelector(OptionalLong.empty(), at);
  }
}
