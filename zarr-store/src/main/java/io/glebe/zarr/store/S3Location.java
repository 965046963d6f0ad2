package io.glebe.zarr.store;

import java.net.URI;
import java.util.Optional;

/**
 * A location in S3 or a compatible service.
 *
 * @param bucket an existing bucket
 * @param prefix added before every key; empty for the whole bucket
 * @param region such as {@code eu-central-1}; most compatible services ignore it
 * @param endpoint address of a service other than Amazon's, with the bucket as first part of the
 *     path
 * @param credentials key and secret; without them the credentials of the environment are used
 */
public record S3Location(
    String bucket,
    String prefix,
    String region,
    Optional<URI> endpoint,
    Optional<Credentials> credentials) {

  public record Credentials(String accessKey, String secretKey) {
    @Override
    public String toString() {
      return "Credentials[" + accessKey + "]";
    }
  }

  public S3Location {
    if (bucket.isBlank() || region.isBlank()) {
      throw new IllegalArgumentException("S3 needs a bucket and a region");
    }
    Keys.checkedPrefix(prefix);
  }
}
