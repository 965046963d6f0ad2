package io.glebe.bench.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A platform of ours as a process of its own. */
record GlebeProcess(Process process, int port) implements AutoCloseable {
  private static final Path JVM_OPTIONS =
      Path.of(System.getProperty("glebe.home", "."), "api-verticles/src/main/launcher/jvm.options");

  /**
   * How its JVM is started. Settings of this process are not passed on: they would change what is
   * measured.
   *
   * @param flags after those of jvm.options
   * @param settings by the names of their environment variables
   */
  record Launch(List<String> flags, String classPath, Map<String, String> settings) {
    ProcessBuilder java(List<String> arguments) {
      List<String> command = new ArrayList<>();
      command.add(ProcessHandle.current().info().command().orElse("java"));
      command.add("@" + JVM_OPTIONS);
      command.addAll(flags);
      command.addAll(List.of("-cp", classPath));
      command.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("GLEBE_") && !name.equals("GLEBE_CACHE_DIR"));
      builder.environment().putAll(settings);
      return builder;
    }
  }

  /** Starts one with the class path of this process and waits until it is ready. */
  static GlebeProcess start(Path data, String tileCache, String token)
      throws IOException, InterruptedException {
    Map<String, String> settings =
        Map.of("GLEBE_TILE_CACHE_BYTES", tileCache, "GLEBE_ACCESS_LOG", "false");
    GlebeProcess started =
        begin(data, new Launch(List.of(), System.getProperty("java.class.path"), settings));
    started.await(token);
    return started;
  }

  /** Starts one, which is not ready yet; what it says goes to glebe.log beside its data folder. */
  static GlebeProcess begin(Path data, Launch launch) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        launch.java(
            List.of(
                "io.glebe.api.boot.Main",
                "run",
                "--port",
                Integer.toString(port),
                "--data",
                data.toString()));
    builder.environment().put("GLEBE_MQTT_PORT", "0");
    builder.environment().put("GLEBE_MQTTS_PORT", "0");
    Files.createDirectories(data);
    builder.redirectOutput(
        ProcessBuilder.Redirect.appendTo(data.resolveSibling("glebe.log").toFile()));
    return new GlebeProcess(builder.start(), port);
  }

  /** Waits until it is ready; fails when it ends before. */
  void await(String token) throws InterruptedException {
    TileLoad probe = new TileLoad(token);
    URI ready = URI.create("http://127.0.0.1:" + port + "/health/ready");
    Peer.await(
        "the platform",
        () -> {
          if (!process.isAlive()) {
            throw new IllegalStateException("the platform ended with " + process.exitValue());
          }
          return probe.get(ready).statusCode() == 200;
        });
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + "/api/v2" + path);
  }

  /** The process and its database. */
  long cpuNanos() {
    return Peer.cpuNanos(process.toHandle());
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
