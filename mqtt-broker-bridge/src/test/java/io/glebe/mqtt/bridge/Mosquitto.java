package io.glebe.mqtt.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Debian's Mosquitto broker and clients as separate processes. */
public final class Mosquitto implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path config;
  private final int port;
  private Process process;

  private Mosquitto(Path config, int port) {
    this.config = config;
    this.port = port;
  }

  /**
   * Returns the path of a program. Without it the test is skipped, or fails where everything must
   * be tested.
   */
  public static String program(String name) {
    for (String folder : List.of("/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin")) {
      Path file = Path.of(folder, name);
      if (Files.isExecutable(file)) {
        return file.toString();
      }
    }
    assertThat(System.getenv("CI")).as(name + " is needed where CI=true").isNotEqualTo("true");
    Assumptions.abort(name + " is not installed");
    return "";
  }

  /** Starts a broker that keeps its state in the folder, with additional configuration lines. */
  public static Mosquitto start(Path folder, List<String> lines) throws IOException {
    program("mosquitto");
    int port = freePort();
    List<String> config = new ArrayList<>();
    config.add("listener " + port + " 127.0.0.1");
    config.add("allow_anonymous true");
    config.add("persistence true");
    config.add("persistence_location " + folder.toAbsolutePath() + "/");
    config.add("autosave_interval 1");
    config.add("max_queued_messages 100000");
    config.add("max_inflight_messages 2000");
    config.add("user root");
    config.addAll(lines);
    Path file = Files.write(folder.resolve("mosquitto.conf"), config);
    Mosquitto mosquitto = new Mosquitto(file, port);
    mosquitto.start();
    return mosquitto;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Starts the broker, also again after {@link #stop()}. */
  public void start() throws IOException {
    process =
        new ProcessBuilder(program("mosquitto"), "-c", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(config.resolveSibling("mosquitto.log").toFile())
            .start();
    await().atMost(PATIENCE).until(this::listens);
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Stops the broker; its folder keeps the state. */
  public void stop() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the lines that the broker has written. */
  public String log() throws IOException {
    return Files.readString(config.resolveSibling("mosquitto.log"));
  }

  /** Returns the port without encryption. */
  public int port() {
    return port;
  }

  /** Runs a client program to its end; returns its output. */
  public static String run(List<String> command) throws IOException, InterruptedException {
    List<String> whole = new ArrayList<>(command);
    whole.set(0, program(command.getFirst()));
    Process client = new ProcessBuilder(whole).redirectErrorStream(true).start();
    client.getOutputStream().close();
    String words = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(client.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return "exit " + client.exitValue() + "\n" + words;
  }

  @Override
  public void close() {
    stop();
  }
}
