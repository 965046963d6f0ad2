package io.glebe.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Calls a program as on a machine without Java, Maven and Node: the environment has only a path to
 * some system tools, and a cache folder that is empty at first.
 */
final class StrangeMachine {
  /** The tools that the start script and the embedded PostgreSQL may use. */
  private static final List<String> TOOLS =
      List.of("sh", "readlink", "true", "kill", "setsid", "setpriv", "unshare");

  private static final Duration START = Duration.ofMinutes(3);
  private static final long STOP_SECONDS = 120;

  private final Path folder;
  private final Path tools;

  /** The result of a call. */
  record CommandResult(int code, String out, String err) {}

  /** A platform that runs in the foreground. */
  record Running(Process process, Path data, Path err) implements AutoCloseable {
    /** The runtime facts of the platform once it is ready. */
    JsonNode status() throws IOException {
      Path file = data.resolve("running.json");
      await().atMost(START).until(() -> !process.isAlive() || Files.exists(file));
      assertThat(process.isAlive()).as(log()).isTrue();
      return new ObjectMapper().readTree(Files.readString(file));
    }

    String log() throws IOException {
      return Files.readString(err);
    }

    /** Waits until the process has ended and returns its exit code. */
    int ended() throws InterruptedException, IOException {
      assertThat(process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).as(log()).isTrue();
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroy();
      process.onExit().completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS).join();
      process.destroyForcibly().onExit().join();
    }
  }

  StrangeMachine(Path folder) throws IOException {
    this.folder = folder;
    tools = Files.createDirectories(folder.resolve("system tools"));
    for (String tool : TOOLS) {
      for (String place : List.of("/usr/bin", "/bin")) {
        Path program = Path.of(place, tool);
        if (Files.isExecutable(program)) {
          offer(tool, program);
          break;
        }
      }
    }
  }

  /** Writes a script instead of a link, because a link would lead out of the folder of the test. */
  private void offer(String tool, Path program) throws IOException {
    Path script = tools.resolve(tool);
    Files.writeString(script, "#!/bin/sh\nexec " + program + " \"$@\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ProcessBuilder builder(Path program, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("GLEBE_CACHE_DIR", folder.resolve("cache").toString());
    return builder;
  }

  CommandResult call(Path program, String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    Process process =
        builder(program, List.of(arguments))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).as("has ended").isTrue();
    return new CommandResult(
        process.exitValue(), Files.readString(out).strip(), Files.readString(err).strip());
  }

  Running run(Path program, Path data) throws IOException {
    Path err = folder.resolve("run.err");
    Process process =
        builder(program, List.of("run", "--port", "0", "--data", data.toString()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    return new Running(process, data, err);
  }
}
