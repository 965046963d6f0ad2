package io.glebe.core.registry;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.EnumSet;
import java.util.Set;

/** The state of a version of an app. */
public enum VersionState {
  /** Its developer can still change it. */
  DRAFT,
  /** Waits for reviewers; its manifest never changes again. */
  SUBMITTED,
  /** The version in use. */
  APPROVED,
  /** Refused by a reviewer. */
  REJECTED,
  /** A newer version is in use. */
  SUPERSEDED,
  /** Withdrawn alone or with its app. */
  WITHDRAWN;

  /** The states that can follow. */
  public Set<VersionState> next() {
    return switch (this) {
      case DRAFT -> EnumSet.of(SUBMITTED, WITHDRAWN);
      case SUBMITTED -> EnumSet.of(APPROVED, REJECTED, WITHDRAWN);
      case APPROVED -> EnumSet.of(SUPERSEDED, WITHDRAWN);
      case REJECTED, SUPERSEDED, WITHDRAWN -> EnumSet.noneOf(VersionState.class);
    };
  }

  /** Fails with 409 unless that state can follow. */
  void require(VersionState following) {
    if (!next().contains(following)) {
      throw Problem.of(
          ProblemType.INVALID_TRANSITION,
          "a version in state %s cannot become %s".formatted(this, following));
    }
  }
}
