package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The platform as a separate process at a free port. A test can call, stop and kill it. Its output
 * is stored in a file beside its data folder.
 */
public final class PlatformProcess implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);
  private static final long STOP_SECONDS = 180;

  /** The flags that every platform is started with; Surefire runs in the module's folder. */
  private static final Path JVM_OPTIONS = Path.of("src/main/launcher/jvm.options").toAbsolutePath();

  /**
   * For a process whose speed does not matter: one fast compilation step and no vector loops,
   * because this compiler makes vector loops slow.
   */
  private static final List<String> SHORT_LIVED =
      List.of(
          "-XX:TieredStopAtLevel=1", "-XX:-UseZGC", "-XX:+UseSerialGC", "-Dglebe.vectors=false");

  private final Path data;
  private final Process process;

  private PlatformProcess(Path data, Process process) {
    this.data = data;
    this.process = process;
  }

  /** Starts a platform as users do, with the default flags and settings. */
  static PlatformProcess asPeopleDo(Path data) throws IOException {
    return start(data, List.of(), ofThisTest(), Map.of(), "--no-sample");
  }

  /**
   * Starts the built platform with its sample, from its shipped jars only: {@code
   * target/api-verticles.jar} and {@code target/lib}.
   */
  static PlatformProcess packaged(Path data, Map<String, String> settings) throws IOException {
    Path target = Path.of(System.getProperty("glebe.target"));
    String jars =
        target.resolve("api-verticles.jar") + File.pathSeparator + target.resolve("lib") + "/*";
    return start(data, List.of(), jars, settings);
  }

  /**
   * Starts a platform with the default heap, the sample and the service registry, from the classes
   * of this test.
   *
   * @param shortLived with the flags for a short-lived process, otherwise with the default flags
   */
  public static PlatformProcess withSample(Path data, boolean shortLived) throws IOException {
    Map<String, String> environment = new HashMap<>(Map.of("GLEBE_SERVICE_REGISTRY", "true"));
    DatabaseFiles.copyTo(data, environment);
    if (shortLived) {
      environment.put("GLEBE_WARM_UP", "false");
    }
    return start(data, shortLived ? SHORT_LIVED : List.of(), ofThisTest(), environment);
  }

  private static String ofThisTest() {
    return System.getProperty("java.class.path");
  }

  /** Starts a platform with the flags for a short-lived process. */
  static PlatformProcess shortLived(Path data, Map<String, String> settings, String... arguments)
      throws IOException {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("GLEBE_WARM_UP", "false");
    DatabaseFiles.copyTo(data, environment);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--no-sample");
    return start(data, SHORT_LIVED, ofThisTest(), environment, all.toArray(String[]::new));
  }

  /** Starts a short-lived platform at a port, with more flags. */
  public static PlatformProcess atPort(
      Path data, int port, Map<String, String> settings, List<String> flags) throws IOException {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("GLEBE_WARM_UP", "false");
    DatabaseFiles.copyTo(data, environment);
    List<String> all = new ArrayList<>(SHORT_LIVED);
    all.addAll(flags);
    return start(
        data, all, ofThisTest(), environment, "--no-sample", "--port", Integer.toString(port));
  }

  /**
   * Starts a short-lived platform that has the areas of sensors only, with more flags and in
   * another main class.
   */
  static PlatformProcess sensorsOnly(
      Path data, Map<String, String> settings, Class<?> main, String... flags) throws IOException {
    List<String> all = new ArrayList<>(SHORT_LIVED);
    all.addAll(List.of(flags));
    Map<String, String> environment = new HashMap<>(settings);
    DatabaseFiles.copyTo(data, environment);
    List<String> arguments = List.of("--areas", "ops,sensors", "--no-sample");
    return start(
        data, new Launch(all, ofThisTest(), main), environment, arguments.toArray(String[]::new));
  }

  /**
   * @param flags after those that every platform is started with
   */
  private record Launch(List<String> flags, String classPath, Class<?> main) {}

  private static PlatformProcess start(
      Path data,
      List<String> flags,
      String classPath,
      Map<String, String> environment,
      String... arguments)
      throws IOException {
    return start(data, new Launch(flags, classPath, Main.class), environment, arguments);
  }

  /** The command of a short-lived JVM with the class path of this test, without a main class. */
  public static List<String> shortLivedJava() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + JVM_OPTIONS);
    command.addAll(SHORT_LIVED);
    command.addAll(List.of("-cp", ofThisTest()));
    return command;
  }

  private static PlatformProcess start(
      Path data, Launch launch, Map<String, String> environment, String... arguments)
      throws IOException {
    Files.deleteIfExists(runningFile(data)); // of a platform that was killed
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + JVM_OPTIONS);
    command.addAll(launch.flags());
    command.addAll(List.of("-cp", launch.classPath(), launch.main().getName(), "run"));
    command.addAll(List.of("--data", data.toString()));
    if (!List.of(arguments).contains("--port")) {
      command.addAll(List.of("--port", "0"));
    }
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(beside(data, ".out").toFile())
            .redirectError(beside(data, ".err").toFile());
    builder.environment().putAll(environment);
    return new PlatformProcess(data, builder.start());
  }

  private static Path runningFile(Path data) {
    return data.resolve("running.json");
  }

  private static Path beside(Path data, String suffix) {
    return data.resolveSibling(data.getFileName() + suffix);
  }

  /** The content of its running.json, once it runs. */
  public ObjectNode running() throws IOException {
    await().atMost(START).until(() -> !process.isAlive() || Files.exists(runningFile(data)));
    assertThat(process.isAlive()).as(log()).isTrue();
    return Json.parseObject(Files.readAllBytes(runningFile(data)));
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Its standard output. */
  public String output() throws IOException {
    return Files.readString(beside(data, ".out"));
  }

  /** Its standard error. */
  public String log() throws IOException {
    return Files.readString(beside(data, ".err"));
  }

  /** Whether it ends within this time, for which this method waits. */
  public boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Kills it like {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Waits for the end of a process that fails to start or that another process stops. */
  public int ended() throws IOException, InterruptedException {
    assertThat(process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).as(log()).isTrue();
    return process.exitValue();
  }

  /** Sends a signal that must end the process, and returns the exit code. */
  public int stop(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start().waitFor();
    return ended();
  }

  /** Stops the process normally, so that its database stops as well; kills it after a timeout. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
  }
}
