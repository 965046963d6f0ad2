package io.glebe.mqtt.broker;

import io.glebe.core.database.DatabaseAddress;
import io.glebe.mqtt.MqttStation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A server with little heap in its own operating-system process. */
final class StationProcess implements AutoCloseable {
  private static final String PORT = "port ";

  private final Process process;
  private final int port;

  private StationProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a server on that database with that heap, with the default limits. */
  static StationProcess start(DatabaseAddress database, Path folder, String heap)
      throws IOException {
    String url = "postgresql://" + database.user() + ":" + database.password() + "@" + database;
    Process process =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "@../api-verticles/src/main/launcher/jvm.options",
                    "-Dglebe.vectors=false",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UseZGC",
                    "-XX:+UseSerialGC",
                    heap,
                    "-cp",
                    System.getProperty("java.class.path"),
                    StationProcess.class.getName(),
                    url,
                    folder.toString()))
            .redirectError(folder.resolve("err").toFile())
            .start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    while (line != null && !line.startsWith(PORT)) {
      line = lines.readLine();
    }
    if (line == null) {
      throw new IOException("the process ended at its start, see " + folder.resolve("err"));
    }
    Thread.ofVirtual().start(() -> lines.lines().forEach(rest -> {}));
    return new StationProcess(process, Integer.parseInt(line.substring(PORT.length())));
  }

  int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** Runs in the process itself until it is killed. */
  public static void main(String[] args) throws Exception {
    MqttStation station = MqttStation.on(DatabaseAddress.parse(args[0]), Path.of(args[1]));
    System.out.println(PORT + station.broker.port().orElseThrow());
    ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().join());
    System.exit(0);
  }
}
