package io.glebe.api.boot.cluster;

import io.glebe.core.folder.ChildCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A running process of a cluster. */
interface ClusterProcess extends AutoCloseable {
  Duration STOP = Duration.ofMinutes(2);

  /** Starts the process of a part; called on the thread of the part, again after each end. */
  interface Launch {
    ClusterProcess start() throws IOException;
  }

  ProcessHandle handle();

  /** Stops the process and waits for its end. */
  @Override
  void close() throws IOException;

  /** Starts a program that ends with this process and appends its output to a file. */
  static ClusterProcess start(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(ChildCommand.of(List.of(), command, "TERM"))
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(ClusterProcess::isOwn);
    builder.environment().putAll(environment);
    return new Child(builder.start());
  }

  /** Settings of this process are not those of its parts. */
  private static boolean isOwn(String variable) {
    return variable.startsWith("GLEBE_") && !variable.equals("GLEBE_CACHE_DIR");
  }

  /** A process that ends after SIGTERM. */
  record Child(Process process) implements ClusterProcess {
    @Override
    public ProcessHandle handle() {
      return process.toHandle();
    }

    @Override
    public void close() {
      process.destroy();
      process
          .onExit()
          .completeOnTimeout(process, STOP.toSeconds(), TimeUnit.SECONDS)
          .thenCompose(ended -> ended.destroyForcibly().onExit())
          .join();
    }
  }
}
