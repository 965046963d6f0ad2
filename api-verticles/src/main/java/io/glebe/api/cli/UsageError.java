package io.glebe.api.cli;

import io.glebe.core.config.Nearest;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints in one line the mistake in the arguments and the nearest known option or command. */
public final class UsageError implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("glebe: " + message(failure, command));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.WRONG_USE;
  }

  private static String message(ParameterException failure, CommandLine command) {
    Collection<String> commands = command.getSubcommands().keySet();
    if (failure instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched.getUnmatched().getFirst().split("=", 2)[0], command);
    }
    if (!commands.isEmpty()) {
      return "which command? There are " + String.join(", ", commands);
    }
    return String.valueOf(failure.getMessage())
        .lines()
        .findFirst()
        .orElse("wrong use")
        .replaceAll(" \\(java\\.[\\w.]+: (.*)\\)$", ": $1");
  }

  private static String unmatched(String argument, CommandLine command) {
    Collection<String> commands = command.getSubcommands().keySet();
    if (argument.startsWith("-")) {
      return commands.isEmpty()
          ? "unknown option '" + argument + "'" + near(argument, options(command))
          : "which command? There are " + String.join(", ", commands);
    }
    return commands.isEmpty()
        ? "unexpected argument '" + argument + "'"
        : "unknown command '" + argument + "'" + near(argument, commands);
  }

  private static List<String> options(CommandLine command) {
    return command.getCommandSpec().optionsMap().keySet().stream()
        .filter(name -> name.startsWith("--"))
        .toList();
  }

  private static String near(String argumentText, Collection<String> known) {
    return Nearest.close(argumentText, known)
        .map(name -> "; did you mean " + name + "?")
        .orElse("; there are " + String.join(", ", known));
  }
}
