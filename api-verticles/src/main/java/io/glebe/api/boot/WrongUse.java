package io.glebe.api.boot;

import io.glebe.core.config.Nearest;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says in one line what is wrong with the arguments and which known option or command is nearest.
 */
final class WrongUse implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(
        "glebe: "
            + failure.getMessage().lines().findFirst().orElse("wrong use")
            + hint(failure, command));
    err.println(
        "Try 'glebe "
            + (command.getParent() == null ? "" : command.getCommandName() + " ")
            + "--help'.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static String hint(ParameterException failure, CommandLine command) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String argument = unmatched.getUnmatched().getFirst().split("=", 2)[0];
    List<String> known = new ArrayList<>();
    if (argument.startsWith("-")) {
      known.addAll(command.getCommandSpec().optionsMap().keySet());
    } else {
      known.addAll(command.getSubcommands().keySet());
    }
    Optional<String> nearest = Nearest.to(argument, known);
    return nearest.map(n -> "; did you mean " + n + "?").orElse("");
  }
}
