package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Stores objects in a bucket of S3 or a compatible service. A put is atomic in S3; "put if absent"
 * is the service's {@code If-None-Match: *}.
 */
public final class S3ObjectStore implements ObjectStore {
  /** Maximum number of keys in one delete request. */
  private static final int DELETE_BATCH = 1000;

  /** Maximum duration of the first call, which blocks the start. */
  private static final Duration CHECK_LIMIT = Duration.ofSeconds(20);

  private static final int CONFLICT = 409;
  private static final int PRECONDITION_FAILED = 412;

  private final S3Client client;
  private final String bucket;
  private final String endpoint;
  private final String prefix;
  private final S3Limits limits;
  private final Semaphore connections;
  private final S3Reads reads;
  private final S3Upload upload;

  /** Opens a bucket with the default limits. */
  public S3ObjectStore(S3Location location) {
    this(location, S3Limits.DEFAULTS);
  }

  public S3ObjectStore(S3Location location, S3Limits limits) {
    this.client = S3Clients.of(location, limits);
    this.limits = limits;
    this.connections = new Semaphore(limits.connections(), true);
    this.bucket = location.bucket();
    this.endpoint = location.endpoint().map(Object::toString).orElse("region " + location.region());
    this.prefix = location.prefix().isEmpty() ? "" : location.prefix() + "/";
    this.reads = new S3Reads(client, bucket);
    this.upload = new S3Upload(client, bucket);
  }

  /**
   * Checks the bucket and what the keys may do there: write, read, write only if absent, delete.
   *
   * @throws StoreException in one line when the service cannot be reached, refuses these keys, has
   *     no such bucket, or ignores the condition of a write
   */
  public void requireUse() {
    String name = prefix + "glebe-check-" + UUID.randomUUID();
    try {
      client.headBucket(
          r -> r.bucket(bucket).overrideConfiguration(c -> c.apiCallTimeout(CHECK_LIMIT)));
      requireConditionalWrites(name);
    } catch (SdkException e) {
      throw new StoreException("", S3Fault.message(bucket, endpoint, e), e);
    }
  }

  private void requireConditionalWrites(String name) {
    client.putObject(r -> r.bucket(bucket).key(name), RequestBody.fromString(name));
    try {
      client.headObject(r -> r.bucket(bucket).key(name));
      client.putObject(
          r -> r.bucket(bucket).key(name).ifNoneMatch("*"), RequestBody.fromString(name));
      throw new StoreException(
          "",
          "the service of the bucket %s at %s ignores If-None-Match, so that two processes could"
                  .formatted(bucket, endpoint)
              + " overwrite each other; use a service with conditional writes");
    } catch (S3Exception refused) {
      if (refused.statusCode() != PRECONDITION_FAILED && refused.statusCode() != CONFLICT) {
        throw refused;
      }
    } finally {
      client.deleteObject(r -> r.bucket(bucket).key(name));
    }
  }

  private String name(String key) {
    return prefix + Keys.checked(key);
  }

  private String below(String keyPrefix) {
    return Keys.checkedPrefix(keyPrefix).isEmpty() ? prefix : prefix + keyPrefix + "/";
  }

  @Override
  public Optional<Blob> get(String key, List<ByteRange> ranges) {
    String name = name(key);
    return call("read", key, () -> reads.get(key, name, ranges));
  }

  /** An object above the size of a part is sent in parts. */
  @Override
  public void put(String key, MemorySegment bytes) {
    String name = name(key);
    if (bytes.byteSize() > limits.partBytes()) {
      call(
          "write",
          key,
          () -> {
            upload.put(name, bytes, limits.partBytes());
            return bytes;
          });
    } else {
      call("write", key, () -> client.putObject(r -> r.bucket(bucket).key(name), body(bytes)));
    }
  }

  /**
   * Aborts uploads in parts that a process began and did not end, for example because it was
   * killed; returns their number.
   *
   * @param age of the uploads; those of running processes are younger
   */
  public int removeAbandonedUploads(Duration age) {
    return call("list", "", () -> upload.abortBegunBefore(prefix, Instant.now().minus(age)));
  }

  @Override
  public boolean putIfAbsent(String key, MemorySegment bytes) {
    String name = name(key);
    return call(
        "write",
        key,
        () -> {
          try {
            client.putObject(r -> r.bucket(bucket).key(name).ifNoneMatch("*"), body(bytes));
            return true;
          } catch (S3Exception refused) {
            // 409: two concurrent conditional writes, of which another one succeeded or will be
            // retried.
            boolean exists =
                refused.statusCode() == PRECONDITION_FAILED || refused.statusCode() == CONFLICT;
            if (exists) {
              return false;
            }
            throw refused;
          }
        });
  }

  /** The client may send it twice, so the bytes are given as a buffer, not as a stream. */
  private static RequestBody body(MemorySegment bytes) {
    return RequestBody.fromRemainingByteBuffer(bytes.asByteBuffer());
  }

  @Override
  public void delete(String key) {
    String name = name(key);
    call("delete", key, () -> client.deleteObject(r -> r.bucket(bucket).key(name)));
  }

  @Override
  public long deletePrefix(String keyPrefix) {
    long removed = 0;
    List<ObjectIdentifier> batch = new ArrayList<>();
    try (Stream<ObjectEntry> entries = list(keyPrefix)) {
      for (ObjectEntry entry : (Iterable<ObjectEntry>) entries::iterator) {
        batch.add(ObjectIdentifier.builder().key(prefix + entry.key()).build());
        removed++;
        if (batch.size() == DELETE_BATCH) {
          delete(keyPrefix, batch);
          batch.clear();
        }
      }
    }
    if (!batch.isEmpty()) {
      delete(keyPrefix, batch);
    }
    return removed;
  }

  private void delete(String keyPrefix, List<ObjectIdentifier> batch) {
    List<ObjectIdentifier> keys = List.copyOf(batch);
    var answer =
        call(
            "delete",
            keyPrefix,
            () -> client.deleteObjects(r -> r.bucket(bucket).delete(d -> d.objects(keys))));
    if (answer.hasErrors() && !answer.errors().isEmpty()) {
      throw new StoreException(keyPrefix, "cannot delete: " + answer.errors().getFirst());
    }
  }

  @Override
  public Stream<ObjectEntry> list(String keyPrefix) {
    return paged(keyPrefix, false, page -> page.contents().stream()).map(this::entry);
  }

  private ObjectEntry entry(S3Object object) {
    return new ObjectEntry(
        object.key().substring(prefix.length()), object.size(), object.lastModified());
  }

  @Override
  public Stream<String> children(String keyPrefix) {
    int from = below(keyPrefix).length();
    return paged(
            keyPrefix,
            true,
            page ->
                Stream.concat(
                    page.commonPrefixes().stream().map(CommonPrefix::prefix),
                    page.contents().stream().map(S3Object::key)))
        .map(name -> name.substring(from).replace("/", ""))
        .filter(name -> !name.isEmpty());
  }

  /** Pages are requested one after the other, as the stream is read. */
  private <T> Stream<T> paged(
      String keyPrefix, boolean oneLevel, Function<ListObjectsV2Response, Stream<T>> content) {
    ListObjectsV2Request.Builder first =
        ListObjectsV2Request.builder().bucket(bucket).prefix(below(keyPrefix));
    ListObjectsV2Request request = (oneLevel ? first.delimiter("/") : first).build();
    return Stream.iterate(
            Optional.of(page(keyPrefix, request)),
            Optional::isPresent,
            page -> next(keyPrefix, request, page.orElseThrow()))
        .flatMap(page -> content.apply(page.orElseThrow()));
  }

  private Optional<ListObjectsV2Response> next(
      String keyPrefix, ListObjectsV2Request first, ListObjectsV2Response page) {
    if (!Boolean.TRUE.equals(page.isTruncated())) {
      return Optional.empty();
    }
    String token = page.nextContinuationToken();
    return Optional.of(page(keyPrefix, first.toBuilder().continuationToken(token).build()));
  }

  private ListObjectsV2Response page(String keyPrefix, ListObjectsV2Request request) {
    return call("list", keyPrefix, () -> client.listObjectsV2(request));
  }

  @Override
  public OptionalLong size(String key) {
    String name = name(key);
    return call(
        "size",
        key,
        () -> {
          try {
            return OptionalLong.of(
                client.headObject(r -> r.bucket(bucket).key(name)).contentLength());
          } catch (NoSuchKeyException missing) {
            return OptionalLong.empty();
          }
        });
  }

  @Override
  public boolean remote() {
    return true;
  }

  @Override
  public void close() {
    client.close();
  }

  /**
   * Does the work when fewer calls than connections are under way: the client fails in many ways
   * when it has to wait for a connection.
   */
  private <T> T call(String verb, String key, Supplier<T> work) {
    try {
      if (!connections.tryAcquire(limits.call().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreException(
            key, "cannot " + verb + " '" + key + "' in S3: all connections are in use");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(key, "cannot " + verb + " '" + key + "' in S3: interrupted", e);
    }
    try {
      return work.get();
    } catch (SdkException | CancellationException failed) {
      throw new StoreException(
          key, "cannot " + verb + " '" + key + "' in S3: " + failed.getMessage(), failed);
    } finally {
      connections.release();
    }
  }
}
