package io.glebe.zarr.store;

import java.time.Duration;

/**
 * Limits of the requests to a bucket.
 *
 * @param connections open at the same time; other requests wait for one
 * @param connect how long a connection may take to open
 * @param attempt how long one request may take
 * @param call how long a request may take with its repetitions
 * @param attempts how often a request is sent at most
 * @param partBytes size of the parts of a large object; a smaller object is sent at once
 */
public record S3Limits(
    int connections,
    Duration connect,
    Duration attempt,
    Duration call,
    int attempts,
    long partBytes) {
  /** The least size of a part that services accept, except for the last part. */
  public static final long LEAST_PART_BYTES = 5L << 20;

  /** The default values of the settings. */
  public static final S3Limits DEFAULTS =
      new S3Limits(
          50,
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          4,
          LEAST_PART_BYTES + (11L << 20));

  public S3Limits {
    if (partBytes < LEAST_PART_BYTES) {
      throw new IllegalArgumentException("a part has at least " + LEAST_PART_BYTES + " bytes");
    }
  }
}
