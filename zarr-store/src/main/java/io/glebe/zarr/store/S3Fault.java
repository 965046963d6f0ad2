package io.glebe.zarr.store;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Describes in one line why a bucket cannot be used, and the remedy. */
final class S3Fault {
  private static final int MOVED = 301;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private S3Fault() {}

  /**
   * The message of a refused call.
   *
   * @param service its address or region
   */
  static String message(String bucket, String service, SdkException failure) {
    if (failure instanceof S3Exception answered) {
      return switch (answered.statusCode()) {
        case NOT_FOUND -> "there is no bucket " + bucket + " at " + service + "; create it";
        case UNAUTHORIZED, FORBIDDEN ->
            "the keys are not allowed to use the bucket " + bucket + " at " + service;
        case MOVED -> "the bucket " + bucket + " is in another region than " + service;
        default ->
            "the bucket %s at %s answers with status %d"
                .formatted(bucket, service, answered.statusCode());
      };
    }
    String message = String.valueOf(failure.getMessage());
    if (message.contains("credentials")) {
      return "there are no keys for the bucket "
          + bucket
          + "; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    }
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String reason =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return "the service of the bucket %s cannot be reached at %s: %s"
        .formatted(bucket, service, reason.lines().findFirst().orElse(""));
  }
}
