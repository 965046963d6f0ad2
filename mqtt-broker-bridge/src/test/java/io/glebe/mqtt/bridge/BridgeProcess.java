package io.glebe.mqtt.bridge;

import io.glebe.core.config.Settings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.ingest.MessageCounters;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.message.ObservationJson;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A bridge in its own operating-system process, which prints the numbers of received and stored
 * messages to standard output.
 */
final class BridgeProcess implements AutoCloseable {
  private static final long STEP_MILLIS = 50;

  private final Process process;
  private volatile long received;
  private volatile long stored;
  private volatile boolean connected;

  private BridgeProcess(Process process) {
    this.process = process;
    Thread.ofVirtual().start(this::listen);
  }

  /**
   * Starts a process; with the folder of an ended process it takes over the identity of that
   * process.
   */
  static BridgeProcess start(DatabaseAddress database, Path folder, String broker, Path authority)
      throws IOException {
    Files.createDirectories(folder);
    String url = "postgresql://" + database.user() + ":" + database.password() + "@" + database;
    return new BridgeProcess(
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "@../api-verticles/src/main/launcher/jvm.options",
                    "-Dglebe.vectors=false",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UseZGC",
                    "-XX:+UseSerialGC",
                    "-Xmx200m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    BridgeProcess.class.getName(),
                    url,
                    folder.toString(),
                    broker,
                    authority.toString()))
            .redirectError(folder.resolve("err").toFile())
            .start());
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        if (words.length == 4 && words[0].equals("counts")) {
          connected = Boolean.parseBoolean(words[1]);
          received = Long.parseLong(words[2]);
          stored = Long.parseLong(words[3]);
        }
      }
    } catch (IOException e) {
      connected = false; // it was killed
    }
  }

  boolean isConnected() {
    return connected;
  }

  long received() {
    return received;
  }

  long stored() {
    return stored;
  }

  /** Kills the process like {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Runs in the process itself until it is killed. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    MqttStation station = MqttStation.on(DatabaseAddress.parse(args[0]), folder);
    BrokerBridge bridge =
        BrokerBridge.start(
            new BrokerBridge.Dependencies(
                station.vertx,
                new SimpleMeterRegistry(),
                station.ingestion,
                new ObservationJson("http://localhost/sta/v1.1"),
                new BridgeSession(
                    BridgeSession.clientId(Optional.empty(), folder), Duration.ofHours(1), false),
                MqttLimits.of(Settings.defaults()).client().packetBytes()),
            OutsideBroker.of(args[2], Optional.of(Path.of(args[3])), Optional.empty()));
    while (ProcessHandle.current().parent().filter(ProcessHandle::isAlive).isPresent()) {
      MessageCounters.Counts counts = station.ingestion.counters().counts();
      System.out.println(
          "counts " + bridge.failure().isEmpty() + " " + counts.received() + " " + counts.stored());
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
    System.exit(0);
  }
}
