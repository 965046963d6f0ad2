package io.glebe.zarr.store;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Makes the clients of buckets. */
final class S3Clients {
  /** The pause before the first repetition is random and at most this long; then it doubles. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  /** The same after a request that the service refused because it has too many. */
  private static final Duration FIRST_PAUSE_OF_BUSY = Duration.ofMillis(500);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private S3Clients() {}

  static S3Client of(S3Location location, S3Limits limits) {
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(location.region()))
            .credentialsProvider(credentials(location))
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .maxConnections(limits.connections())
                    .connectionTimeout(limits.connect())
                    .connectionAcquisitionTimeout(limits.attempt())
                    .socketTimeout(limits.attempt()))
            .overrideConfiguration(
                calls ->
                    calls
                        .apiCallTimeout(limits.call())
                        .apiCallAttemptTimeout(limits.attempt())
                        .retryStrategy(repetitions(limits.attempts())));
    location.endpoint().ifPresent(uri -> builder.endpointOverride(uri).forcePathStyle(true));
    return builder.build();
  }

  /**
   * Repeats what the service or the network failed at, after random pauses, so that many clients do
   * not come back at the same time. Where nearly everything fails, the client stops repeating.
   */
  private static RetryStrategy repetitions(int attempts) {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(attempts)
        .backoffStrategy(BackoffStrategy.exponentialDelay(FIRST_PAUSE, LONGEST_PAUSE))
        .throttlingBackoffStrategy(
            BackoffStrategy.exponentialDelay(FIRST_PAUSE_OF_BUSY, LONGEST_PAUSE))
        .build();
  }

  private static AwsCredentialsProvider credentials(S3Location location) {
    return location
        .credentials()
        .<AwsCredentialsProvider>map(
            given ->
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(given.accessKey(), given.secretKey())))
        .orElseGet(() -> DefaultCredentialsProvider.builder().build());
  }
}
