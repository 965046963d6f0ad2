package io.glebe.api.cli;

import io.glebe.core.config.InvalidSettings;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** Prints the reason of a failed command in one line; the stack trace is logged at level debug. */
public final class Failure {
  private Failure() {}

  /** Prints the line and returns the exit code. */
  public static int print(Throwable failure, CommandLine command) {
    PrintWriter err = command.getErr();
    if (failure instanceof InvalidSettings) {
      String.valueOf(failure.getMessage()).lines().forEach(line -> err.println("glebe: " + line));
      err.flush();
      return ExitCode.WRONG_USE;
    }
    LoggerFactory.getLogger(Failure.class).debug("the command failed", failure);
    err.println("glebe: " + line(failure));
    err.flush();
    return failure instanceof RunningPlatform.NotRunning ? ExitCode.NOT_RUNNING : ExitCode.FAILED;
  }

  private static String line(Throwable failure) {
    String message = failure.getMessage();
    String words =
        message == null || message.isBlank() || failure instanceof Error
            ? failure.toString()
            : failure instanceof NoSuchFileException ? "there is no file " + message : message;
    return words.lines().map(String::strip).filter(text -> !text.isEmpty()).toList().getFirst();
  }
}
