package io.glebe.core.problem;

/**
 * The seconds that refusals name in Retry-After when the wait is not computed, by what the client
 * waits for.
 */
public final class RetrySeconds {
  /** A place in a queue, a connection or a lock: free again within moments. */
  public static final int SHORT = 1;

  /** The reading of another time series. */
  public static final int SERIES = 2;

  /** The memory of other requests' bodies and responses. */
  public static final int MEMORY = 2;

  /** The identity provider, which does not answer. */
  public static final int IDENTITY_PROVIDER = 5;

  /** The object store, which does not answer. */
  public static final int OBJECT_STORE = 5;

  /** The end of another client's stream or upload. */
  public static final int OPEN_PLACE = 5;

  /** The end of a job. */
  public static final int JOB = 30;

  /** Space on the disk. */
  public static final int DISK_SPACE = 60;

  private RetrySeconds() {}
}
