package io.glebe.api.boot.training;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.SettingsReader;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One training: {@code new Training(file).run()} starts the platform on an empty folder in a JVM of
 * its own with the flags and the class path of this one, sends the requests of a first minute,
 * stops it, and moves the cache that the JVM has made to its place when it is complete and usable.
 * Until then all files are in a temporary folder next to it.
 */
public final class Training {
  /** Main classes of the JVMs that it starts; this package does not use the start. */
  private static final String MAIN = "io.glebe.api.boot.Main";

  private static final String TRAINED_PLATFORM = "io.glebe.api.boot.TrainedPlatform";

  private static final long START_SECONDS = 600;
  private static final long STOP_SECONDS = 600;
  private static final long POLL_MILLIS = 100;
  private static final String FOLDER = ".training-";

  private final Path output;

  /**
   * For scripts, with the flags, the class path and the JVM that will use the cache: {@code java
   * @jvm.options -cp ... io.glebe.api.boot.training.Training FILE}.
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length != 1) {
      System.err.println("glebe: name the file of the start cache");
      System.exit(2);
    }
    try {
      new Training(Path.of(arguments[0])).run();
    } catch (IOException e) {
      System.err.println("glebe: " + e.getMessage());
      System.exit(1);
    }
  }

  /** Nothing happens before {@link #run}. */
  public Training(Path output) {
    this.output = output.toAbsolutePath();
  }

  /**
   * Creates the file; blocking.
   *
   * @throws IOException in one line, when it could not be made; the file is as it was before
   */
  public void run() throws IOException, InterruptedException {
    Path parent = Objects.requireNonNull(output.getParent());
    Files.createDirectories(parent);
    removeLeftovers(parent);
    Path folder = parent.resolve(output.getFileName() + FOLDER + ProcessHandle.current().pid());
    try {
      Files.createDirectories(folder);
      Path cache = folder.resolve("cache");
      train(folder, cache);
      check(folder, cache);
      Files.move(
          cache, output, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      remove(folder);
    }
  }

  private void train(Path folder, Path cache) throws IOException, InterruptedException {
    Path data = folder.resolve("data");
    unpackPrograms();
    List<String> command = java();
    command.add("-Dglebe.vectors=false"); // the cache excludes modules that are loaded later
    command.add("-XX:AOTCacheOutput=" + cache);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(TRAINED_PLATFORM);
    command.addAll(List.of("run", "--port", "0", "--data", data.toString()));
    Process platform = start(folder, command);
    try {
      try (TrainingWorkload minute = new TrainingWorkload(running(platform, data, folder))) {
        minute.runRequests();
      }
      platform.getOutputStream().write('\n');
      platform.getOutputStream().close();
      if (!platform.waitFor(STOP_SECONDS, TimeUnit.SECONDS) || !Files.isRegularFile(cache)) {
        throw failure("the JVM wrote no cache", folder);
      }
    } finally {
      platform.getOutputStream().close(); // ends a JVM that still runs
      platform.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
      platform.destroyForcibly();
    }
  }

  /**
   * The library that unpacks is in a sealed package, and JDK 25 does not start with a cache that
   * contains such packages. The trained JVM therefore must not use this library.
   */
  private static void unpackPrograms() throws IOException {
    EmbeddedPostgres.unpack(CacheFolder.of(SettingsReader.read(environment(), Map.of())));
  }

  /**
   * Checks that the platform's command starts with the cache: a JVM with a required cache fails
   * when it cannot use the cache.
   */
  private void check(Path folder, Path cache) throws IOException, InterruptedException {
    List<String> command = java();
    command.addAll(List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(MAIN, "--version"));
    if (start(folder, command).waitFor() != 0) {
      throw failure("the JVM does not accept its own cache", folder);
    }
  }

  /** The command of this process's JVM with its flags, without the flags that name a cache. */
  private static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-XX:AOT")
          && !flag.startsWith("-Xlog")
          && !flag.startsWith("-D" + StartCache.PROPERTY)) {
        command.add(flag);
      }
    }
    return command;
  }

  /**
   * Starts a process with separate settings: it must use no database and no port of the real
   * platform.
   */
  private static Process start(Path folder, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log(folder).toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("GLEBE_"));
    builder.environment().putAll(environment());
    return builder.start();
  }

  private static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("GLEBE_HTTP_HOST", "127.0.0.1");
    environment.put("GLEBE_MQTT_HOST", "127.0.0.1");
    Optional.ofNullable(System.getenv("GLEBE_CACHE_DIR"))
        .ifPresent(folder -> environment.put("GLEBE_CACHE_DIR", folder));
    return environment;
  }

  private static Path log(Path folder) {
    return folder.resolve("log");
  }

  private static JsonNode running(Process platform, Path data, Path folder)
      throws IOException, InterruptedException {
    Path details = data.resolve("running.json");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!Files.exists(details)) {
      if (platform.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
        throw failure("the platform does not start", folder);
      }
    }
    return Json.parseObject(Files.readAllBytes(details));
  }

  private static IOException failure(String what, Path folder) throws IOException {
    List<String> output = Files.readAllLines(log(folder));
    return new IOException(
        "no start cache: "
            + what
            + (output.isEmpty() ? "" : " (" + output.getLast().strip() + ")"));
  }

  /** Deletes the folders of killed trainings. */
  private void removeLeftovers(Path parent) throws IOException {
    String prefix = output.getFileName() + FOLDER;
    List<Path> folders;
    try (Stream<Path> files = Files.list(parent)) {
      folders = files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
    for (Path folder : folders) {
      String pid = folder.getFileName().toString().substring(prefix.length());
      if (!pid.matches("\\d+") || ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
        remove(folder);
      }
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(Training::delete);
    } catch (IOException | UncheckedIOException leftForTheNextTraining) {
      return;
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
