package io.glebe.zarr.store;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** S3Proxy as a child process on a free port, its objects in memory. One for each test class. */
public final class ZarrS3Server implements AutoCloseable {
  private static final S3Location.Credentials WHO =
      new S3Location.Credentials("test-identity", "test-credential");
  private static final String JAR = "s3proxy-jar-with-dependencies.jar";
  private static final Duration START = Duration.ofMinutes(3);

  private final Process process;
  private final URI endpoint;

  private ZarrS3Server(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  public static ZarrS3Server start(Path work) throws IOException {
    Optional<Path> jar = jar();
    if (jar.isEmpty()) {
      assertNotEquals("true", System.getenv("CI"), "the S3 server's jar must be there on CI");
    }
    assumeTrue(jar.isPresent(), "the S3 server's jar is there (Maven copies it)");
    int port = freePort();
    URI endpoint = URI.create("http://127.0.0.1:" + port);
    Path settings = Files.write(work.resolve("s3proxy.conf"), settings(endpoint));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar.orElseThrow().toString(),
                "--properties",
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("s3proxy.log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    Awaitility.await("S3 server on " + endpoint)
        .atMost(START)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> answers(port));
    return new ZarrS3Server(process, endpoint);
  }

  private static List<String> settings(URI endpoint) {
    return List.of(
        "s3proxy.endpoint=" + endpoint,
        "s3proxy.authorization=aws-v2-or-v4",
        "s3proxy.identity=" + WHO.accessKey(),
        "s3proxy.credential=" + WHO.secretKey(),
        "jclouds.provider=transient-nio2",
        "jclouds.identity=none",
        "jclouds.credential=none");
  }

  private static Optional<Path> jar() throws IOException {
    Path copied = Path.of("target", "test-tools", JAR);
    if (Files.exists(copied)) {
      return Optional.of(copied.toAbsolutePath());
    }
    Path repository =
        Path.of(System.getProperty("user.home"), ".m2", "repository", "org", "gaul", "s3proxy");
    if (!Files.isDirectory(repository)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(repository)) {
      return files.filter(f -> f.toString().endsWith("jar-with-dependencies.jar")).findFirst();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** A store on a new bucket. */
  public S3ObjectStore newStore(String prefix) {
    String bucket = "b-" + UUID.randomUUID();
    AwsBasicCredentials who = AwsBasicCredentials.create(WHO.accessKey(), WHO.secretKey());
    try (S3Client client =
        S3Client.builder()
            .region(Region.EU_CENTRAL_1)
            .endpointOverride(endpoint)
            .forcePathStyle(true)
            .credentialsProvider(StaticCredentialsProvider.create(who))
            .build()) {
      client.createBucket(request -> request.bucket(bucket));
    }
    return new S3ObjectStore(
        new S3Location(bucket, prefix, "eu-central-1", Optional.of(endpoint), Optional.of(WHO)));
  }

  @Override
  public void close() {
    process.destroy();
    process
        .onExit()
        .completeOnTimeout(process, 10, TimeUnit.SECONDS)
        .thenCompose(ended -> ended.destroyForcibly().onExit())
        .join();
  }
}
