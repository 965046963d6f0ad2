package io.glebe.bench.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Our platform as a separate process. */
record GlebeProcess(Process process, int port) implements AutoCloseable {
  static final Path JVM_OPTIONS =
      Path.of(System.getProperty("glebe.home", "."), "api-verticles/src/main/launcher/jvm.options");

  /**
   * The options of its JVM. Settings of this process are not inherited, because they would change
   * the measured behaviour.
   *
   * @param flags JVM flags, added after the flags of jvm.options
   * @param settings values by the names of their environment variables
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

  /** Starts a platform with the class path of this process and waits until it is ready. */
  static GlebeProcess start(Path data, String tileCache, String token)
      throws IOException, InterruptedException {
    Map<String, String> settings =
        Map.of("GLEBE_TILE_CACHE_BYTES", tileCache, "GLEBE_ACCESS_LOG", "false");
    GlebeProcess started =
        begin(data, new Launch(List.of(), System.getProperty("java.class.path"), settings));
    started.await(token);
    return started;
  }

  /**
   * Starts a platform without waiting until it is ready. Its output goes to glebe.log next to its
   * data folder.
   */
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

  /** Waits until the platform is ready; fails when the process ends before. */
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

  /** CPU time of the process and of its database. */
  long cpuNanos() {
    return Peer.cpuNanos(process.toHandle());
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
