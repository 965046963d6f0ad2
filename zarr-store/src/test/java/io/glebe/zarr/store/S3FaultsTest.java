package io.glebe.zarr.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.fixture.S3Server;
import io.glebe.zarr.proxy.FaultyProxy;
import io.glebe.zarr.proxy.FaultyProxy.Faults;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** A bucket of an S3 server behind a proxy that refuses and delays requests. */
class S3FaultsTest {
  private static final Duration DELAY = Duration.ofMillis(2);
  private static final int OBJECTS = 200;
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration DELAYED = Duration.ofSeconds(5);
  private static final long PART = S3Limits.LEAST_PART_BYTES;
  private static final S3Limits LIMITS =
      new S3Limits(8, DELAYED, Duration.ofSeconds(20), Duration.ofSeconds(60), 6, PART);

  @TempDir private static Path work;
  private static S3Server server;
  private static FaultyProxy proxy;

  private S3Location location;
  private S3ObjectStore store;

  @BeforeAll
  static void startServer() throws IOException {
    server = S3Server.start(work);
    proxy = new FaultyProxy(server.endpoint().getPort());
  }

  @AfterAll
  static void stopServer() throws IOException {
    if (server != null) {
      proxy.close();
      server.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    proxy.behave(Faults.NONE);
    location =
        new S3Location(
            server.newBucket(),
            "cubes",
            "eu-central-1",
            Optional.of(URI.create("http://127.0.0.1:" + proxy.port())),
            Optional.of(S3Server.credentials()));
    store = new S3ObjectStore(location, LIMITS);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static byte[] bytes(long length) {
    byte[] bytes = new byte[Math.toIntExact(length)];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private byte[] stored(String key) {
    try (Blob blob = store.get(key).orElseThrow()) {
      return blob.part(0).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private List<MultipartUpload> unfinishedUploads() {
    try (S3Client client = S3Clients.of(location, LIMITS)) {
      return client.listMultipartUploads(r -> r.bucket(location.bucket())).uploads();
    }
  }

  @Test
  void aLargeObjectIsSentInParts() {
    byte[] large = bytes(2 * PART + 17);
    long before = proxy.requests();
    store.put("large", large);
    assertThat(proxy.requests() - before).as("begin, three parts, end").isEqualTo(5);
    assertThat(stored("large")).isEqualTo(large);
    assertThat(store.size("large")).hasValue(large.length);
    assertThat(unfinishedUploads()).isEmpty();

    before = proxy.requests();
    store.put("small", bytes(PART));
    assertThat(proxy.requests() - before).as("an object of one part").isEqualTo(1);
  }

  @Test
  void aLargeObjectReplacesAnotherOneAsAWhole() {
    store.put("key", bytes(10));
    proxy.behave(new Faults(Duration.ZERO, 1, 0, Duration.ZERO));
    assertThatThrownBy(() -> store.put("key", bytes(2 * PART))).isInstanceOf(StoreException.class);
    proxy.behave(Faults.NONE);
    assertThat(stored("key")).isEqualTo(bytes(10));
    store.put("key", bytes(2 * PART));
    assertThat(stored("key")).isEqualTo(bytes(2 * PART));
  }

  @Test
  void anUploadThatFailsLeavesNoParts() {
    proxy.refuse("partNumber=2");
    assertThatThrownBy(() -> store.put("large", bytes(2 * PART)))
        .isInstanceOf(StoreException.class);
    assertThat(store.size("large")).isEmpty();
    assertThat(unfinishedUploads()).isEmpty();
  }

  @Test
  void theUploadsOfAKilledProcessAreRemovedWhenTheyAreOld() {
    try (S3Client client = S3Clients.of(location, LIMITS)) {
      for (String name : List.of("cubes/left", "other/left")) {
        client.createMultipartUpload(r -> r.bucket(location.bucket()).key(name));
      }
    }
    assertThat(store.removeAbandonedUploads(Duration.ofDays(1))).as("young").isZero();
    assertThat(store.removeAbandonedUploads(Duration.ofSeconds(-5))).isEqualTo(1);
    assertThat(unfinishedUploads()).extracting(MultipartUpload::key).containsExactly("other/left");
  }

  @Test
  void aSlowBucketThatRefusesOneOfAHundredRequestsLosesNothing() throws Exception {
    Faults faults = new Faults(DELAY, 0.01, 0.01, Duration.ofMillis(50));
    proxy.behave(faults);
    long refusals = proxy.refusals();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writes =
          IntStream.range(0, OBJECTS)
              .<Future<?>>mapToObj(i -> threads.submit(() -> store.put("o/" + i, bytes(100 + i))))
              .toList();
      for (Future<?> write : writes) {
        write.get();
      }
    }
    for (int i = 0; i < OBJECTS; i++) {
      assertThat(stored("o/" + i)).isEqualTo(bytes(100 + i));
    }
    store.put("large", bytes(3 * PART));
    assertThat(stored("large")).isEqualTo(bytes(3 * PART));
    assertThat(proxy.refusals() - refusals).as("refused requests").isPositive();
  }

  @Test
  void aBucketThatDoesNotAnswerFailsWithinTheLimit() {
    S3Limits impatient = new S3Limits(2, SHORT, SHORT, SHORT.multipliedBy(4), 2, PART);
    proxy.behave(Faults.delay(Duration.ofSeconds(30)));
    try (S3ObjectStore hasty = new S3ObjectStore(location, impatient)) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> hasty.get("key")).isInstanceOf(StoreException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @Test
  @Tag("GLEBE_STORE_ATTEMPT")
  void aRequestThatIsNotAnsweredInTimeIsRepeated() {
    S3Limits twice = new S3Limits(2, SHORT, SHORT, Duration.ofMinutes(5), 2, PART);
    proxy.behave(Faults.delay(Duration.ofSeconds(30)));
    long before = proxy.requests();
    try (S3ObjectStore hasty = new S3ObjectStore(location, twice)) {
      assertThatThrownBy(() -> hasty.get("key")).isInstanceOf(StoreException.class);
      assertThat(proxy.requests() - before).isEqualTo(2);

      proxy.behave(Faults.delay(Duration.ZERO));
      assertThat(hasty.get("key")).isEmpty();
    }
  }

  @Test
  @Tag("GLEBE_STORE_CALL")
  void aRequestWithItsRepetitionsHasAnEnd() {
    S3Limits hasty = new S3Limits(2, SHORT, Duration.ofMinutes(5), SHORT, 1_000, PART);
    proxy.behave(Faults.delay(Duration.ofSeconds(30)));
    long before = proxy.requests();
    try (S3ObjectStore busy = new S3ObjectStore(location, hasty)) {
      assertThatThrownBy(() -> busy.get("key")).isInstanceOf(StoreException.class);
    }
    assertThat(proxy.requests() - before).isEqualTo(1);
  }

  @Test
  @Tag("GLEBE_STORE_ATTEMPTS")
  void aRequestIsSentAsOftenAsTheLimitSays() {
    proxy.behave(new Faults(Duration.ZERO, 1, 0, Duration.ZERO));
    S3Limits three = new S3Limits(2, SHORT, SHORT, Duration.ofSeconds(30), 3, PART);
    long before = proxy.requests();
    try (S3ObjectStore patient = new S3ObjectStore(location, three)) {
      assertThatThrownBy(() -> patient.get("key")).isInstanceOf(StoreException.class);
    }
    assertThat(proxy.requests() - before).isEqualTo(3);
  }

  @Test
  @Tag("GLEBE_STORE_CONNECTIONS")
  void noMoreConnectionsAreOpenThanTheLimitSays() throws Exception {
    proxy.behave(Faults.delay(Duration.ofMillis(50)));
    S3Limits two = new S3Limits(2, SHORT, Duration.ofSeconds(10), Duration.ofSeconds(30), 2, PART);
    try (S3ObjectStore narrow = new S3ObjectStore(location, two);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> reads =
          IntStream.range(0, 12)
              .<Future<?>>mapToObj(i -> threads.submit(() -> narrow.size("none")))
              .toList();
      for (Future<?> read : reads) {
        read.get();
      }
      assertThat(proxy.mostAtOnce()).isEqualTo(2);
    }
  }
}
