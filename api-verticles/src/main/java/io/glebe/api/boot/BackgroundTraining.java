package io.glebe.api.boot;

import io.glebe.api.boot.training.StartCache;
import io.glebe.api.boot.training.Training;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the start cache while a platform that started without one is running, in a process of
 * lowest priority. The process ends with the platform, and an incomplete cache is deleted.
 */
final class BackgroundTraining implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundTraining.class);
  private static final Path NICE = Path.of("/usr/bin/nice");

  private final Process process;

  private BackgroundTraining(Process process) {
    this.process = process;
  }

  static BackgroundTraining begin(Path cache) throws IOException {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(NICE)) {
      command.addAll(List.of(NICE.toString(), "-n", "19"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-XX:AOT") && !flag.startsWith("-D" + StartCache.PROPERTY)) {
        command.add(flag);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Training.class.getName(), cache.toString()));
    LOG.info("making the cache that later starts begin with, in the background: {}", cache);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    var _ =
        process
            .onExit()
            .thenAccept(
                ended -> {
                  if (ended.exitValue() == 0) {
                    LOG.info("the next start begins with {}", cache);
                  }
                });
    return new BackgroundTraining(process);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
