package io.glebe.bench.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** A platform of ours as a process of its own. */
record GlebeProcess(Process process, int port) implements AutoCloseable {
  private static final Path JVM_OPTIONS =
      Path.of(System.getProperty("glebe.home", "."), "api-verticles/src/main/launcher/jvm.options");

  /** Starts one and waits until it is ready. */
  static GlebeProcess start(Path data, String tileCache, String token)
      throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "@" + JVM_OPTIONS,
            "-cp",
            System.getProperty("java.class.path"),
            "io.glebe.api.boot.Main",
            "run",
            "--port",
            Integer.toString(port),
            "--data",
            data.toString());
    builder.environment().put("GLEBE_TILE_CACHE_BYTES", tileCache);
    builder.environment().put("GLEBE_ACCESS_LOG", "false");
    builder.environment().put("GLEBE_MQTT_PORT", "0");
    builder.environment().put("GLEBE_MQTTS_PORT", "0");
    Files.createDirectories(data);
    builder.redirectErrorStream(true);
    builder.redirectOutput(
        ProcessBuilder.Redirect.appendTo(data.resolveSibling("glebe.log").toFile()));
    GlebeProcess started = new GlebeProcess(builder.start(), port);
    started.await(token);
    return started;
  }

  private void await(String token) throws InterruptedException {
    TileLoad probe = new TileLoad(token);
    URI ready = URI.create("http://127.0.0.1:" + port + "/health/ready");
    Peer.await("the platform", () -> probe.get(ready).statusCode() == 200);
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
