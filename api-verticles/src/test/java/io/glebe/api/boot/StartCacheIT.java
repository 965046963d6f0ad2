package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.training.Training;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start cache for later starts, made by the shipped jars. */
class StartCacheIT {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Path TARGET = Path.of(System.getProperty("glebe.target"));
  private static final Path OPTIONS = Path.of("src/main/launcher/jvm.options").toAbsolutePath();

  @TempDir private Path folder;

  private record CommandResult(int code, String text) {}

  private static Process start(List<String> flags, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + OPTIONS);
    command.addAll(flags);
    command.addAll(List.of("-cp", TARGET.resolve("api-verticles.jar") + ":" + TARGET + "/lib/*"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static CommandResult run(List<String> flags, String... arguments) throws Exception {
    Process process = start(flags, arguments);
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new CommandResult(process.waitFor(), text);
  }

  private static CommandResult version(Path cache, String mode) throws Exception {
    return run(
        List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=" + mode, "-Xlog:aot=off,aot*=off,cds=off"),
        Main.class.getName(),
        "--version");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void aTrainedCacheIsUsedAndADamagedOneIsIgnored() throws Exception {
    Path cache = folder.resolve("glebe.aot");

    assertThat(run(List.of(), Training.class.getName(), cache.toString()))
        .isEqualTo(new CommandResult(0, ""));
    assertThat(files()).as("nothing else is left").containsExactly(cache);
    CommandResult with = version(cache, "on");
    assertThat(with.code()).as("a JVM that must use it").isZero();
    assertThat(with.text()).startsWith("glebe ").doesNotContain("WARNING");

    try (FileChannel file = FileChannel.open(cache, StandardOpenOption.WRITE)) {
      file.truncate(file.size() / 2);
    }
    assertThat(version(cache, "on").code()).as("a JVM that must use it").isNotZero();
    assertThat(version(cache, "auto")).isEqualTo(with);
  }

  @Test
  void aKilledTrainingLeavesNoCacheAndNoProcess() throws Exception {
    Path cache = folder.resolve("glebe.aot");
    Process training = start(List.of(), Training.class.getName(), cache.toString());
    await().atMost(LONG).until(() -> training.descendants().count() > 1 || !training.isAlive());
    List<ProcessHandle> below = training.descendants().toList();

    training.destroyForcibly().waitFor();

    await().atMost(LONG).until(() -> below.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(cache).doesNotExist();
  }
}
