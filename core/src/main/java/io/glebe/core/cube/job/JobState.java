package io.glebe.core.cube.job;

/** The state of a job; the names are those of the ProcessingJob record. */
public enum JobState {
  QUEUED,
  RUNNING,
  COMPLETED,
  FAILED,
  CANCELLED;

  public boolean ended() {
    return this == COMPLETED || this == FAILED || this == CANCELLED;
  }
}
