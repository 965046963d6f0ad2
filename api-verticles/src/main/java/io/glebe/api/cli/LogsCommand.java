package io.glebe.api.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code glebe logs}: the log of the platform of a data folder, also after the platform has ended.
 */
@Command(
    name = "logs",
    description = "Prints the log that the platform writes to its data folder.",
    mixinStandardHelpOptions = true)
public final class LogsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Option(
      names = {"-f", "--follow"},
      description = "continue with new lines")
  private boolean follow;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      defaultValue = "100",
      description = "last lines to print (${DEFAULT-VALUE})")
  private int lines;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = data.folder();
    try (LogReader reader = new LogReader(folder, spec.commandLine().getOut())) {
      reader.last(Math.max(0, lines));
      if (follow) {
        reader.follow();
      }
    } catch (NoSuchFileException e) {
      throw new IOException(
          "there is no log in "
              + LogFile.current(folder).getParent()
              + "; name the data folder of a platform with --data",
          e);
    }
    return 0;
  }
}
