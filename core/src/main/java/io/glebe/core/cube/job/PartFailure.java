package io.glebe.core.cube.job;

import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.SystemProblems;
import java.time.Duration;
import java.util.Optional;

/**
 * Why an attempt of a part has failed, and how many attempts may follow.
 *
 * @param detail the reason, for the errors of the job
 * @param attempts the number of attempts after which the job fails
 */
record PartFailure(String detail, int attempts) {
  /** The number of attempts of a part that fails for an unknown reason. */
  static final int ATTEMPTS = 3;

  /** With the pauses between them, these attempts take two and a half minutes. */
  static final int ATTEMPTS_WITHOUT_STORAGE = 6;

  private static final long FACTOR = 5;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** The job would exceed a limit at every attempt. */
  static final class JobTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JobTooLarge(String message) {
      super(message);
    }
  }

  /** Classifies a failure; a failure of the store or of the database is logged. */
  static PartFailure of(Part part, RuntimeException failure) {
    if (isForGood(failure)) {
      return new PartFailure(String.valueOf(failure.getMessage()), 1);
    }
    Optional<Problem> storage = storage(part, failure);
    String reason = storage.map(Problem::detail).orElse(failure.getClass().getSimpleName());
    return new PartFailure(
        "the work failed: " + reason, storage.isPresent() ? ATTEMPTS_WITHOUT_STORAGE : ATTEMPTS);
  }

  private static boolean isForGood(RuntimeException failure) {
    return failure instanceof JobTooLarge
        || failure instanceof Problem problem
            && problem.type() != ProblemType.TOO_BUSY
            && problem.type() != ProblemType.INTERNAL;
  }

  private static Optional<Problem> storage(Part part, RuntimeException failure) {
    if (failure instanceof Problem problem) {
      return Optional.of(problem).filter(PartFailure::isPassing);
    }
    String operation = "part " + part.number() + " of job " + part.job();
    return SystemProblems.of(failure, operation)
        .or(() -> DatabaseProblems.of(failure, operation))
        .filter(PartFailure::isPassing);
  }

  private static boolean isPassing(Problem problem) {
    return problem.type() == ProblemType.TOO_BUSY;
  }

  /** Whether the log does not have the failure yet and needs its stack. */
  boolean isUnexpected() {
    return attempts == ATTEMPTS;
  }

  /**
   * The pause before the next attempt: 1, 5, 25 and then 60 seconds.
   *
   * @param tried the number of failed attempts
   */
  static Duration pause(long tried) {
    Duration pause = Duration.ofSeconds(1);
    for (long i = 1; i < tried && pause.compareTo(LONGEST_PAUSE) < 0; i++) {
      pause = pause.multipliedBy(FACTOR);
    }
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }
}
