package io.glebe.core.attachment;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.zarr.store.S3Location;
import io.glebe.zarr.store.S3ObjectStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** S3Proxy as a child process, its objects in memory, open to everybody on this machine. */
final class BlobS3Server implements AutoCloseable {
  private static final String JAR = "s3proxy-jar-with-dependencies.jar";
  private static final int ATTEMPTS = 5;

  private final Process process;
  private final URI endpoint;

  private BlobS3Server(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts it; a port that somebody else takes in the meantime costs one attempt. */
  static BlobS3Server start(Path work) throws IOException {
    Optional<Path> jar = jar();
    if (jar.isEmpty()) {
      assertNotEquals("true", System.getenv("CI"), "the S3 server's jar must be there on CI");
    }
    assumeTrue(jar.isPresent(), "the S3 server's jar is there (Maven copies it)");
    for (int attempt = 1; ; attempt++) {
      BlobS3Server server = launch(jar.orElseThrow(), work);
      Awaitility.await("S3 server on " + server.endpoint)
          .atMost(Duration.ofMinutes(2))
          .until(() -> !server.process.isAlive() || server.answers());
      if (server.process.isAlive()) {
        return server;
      }
      if (attempt == ATTEMPTS) {
        throw new IOException(Files.readString(work.resolve("s3proxy.log")));
      }
    }
  }

  private static BlobS3Server launch(Path jar, Path work) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    URI endpoint = URI.create("http://127.0.0.1:" + port);
    List<String> lines =
        List.of(
            "s3proxy.endpoint=" + endpoint,
            "s3proxy.authorization=none",
            "jclouds.provider=transient-nio2",
            "jclouds.identity=none",
            "jclouds.credential=none");
    Path settings = Files.write(work.resolve("s3proxy.conf"), lines);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar.toString(),
                "--properties",
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("s3proxy.log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new BlobS3Server(process, endpoint);
  }

  /** Where Maven has put it for the storey below, else in the local repository. */
  private static Optional<Path> jar() throws IOException {
    Path copied = Path.of("..", "zarr-store", "target", "test-tools", JAR);
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

  private boolean answers() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.getPort())) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** A store on a new bucket. */
  S3ObjectStore bucket(String name) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest make =
          HttpRequest.newBuilder(endpoint.resolve("/" + name))
              .PUT(HttpRequest.BodyPublishers.noBody())
              .build();
      int status = client.send(make, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status != 200) {
        throw new IOException("bucket: " + status);
      }
    }
    return new S3ObjectStore(
        new S3Location(
            name,
            "farm",
            "eu-central-1",
            Optional.of(endpoint),
            Optional.of(new S3Location.Credentials("anybody", "nothing"))));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
